import type { CountRead } from '../database.ts';
import type { Statement } from '../statement.ts';
import { StoreEntries } from '../store-entries.ts';

const ENTRIES_MAX = 20_000;
const VALUES_CHARS_MAX = 2_000;
/** A count that took at most this long is recomputed at once, even among cheap reads. */
const CHEAP_MS = 0.5;

export interface CompiledCount {
  readonly schemaVersion: number;
  readonly statement: Statement;
  readonly tail: Statement | undefined;
}

/** The count of the settled rows, on which later counts build while none of these rows changes. */
export interface SettledCount {
  readonly version: number;
  readonly upTo: string;
  readonly count: number;
  /** How many rows the table had at that time. One engine uses it to limit how many rows a later count reads. */
  readonly rows?: number | undefined;
}

export interface KnownCount {
  readonly version: number;
  readonly count: number;
  /** The cost of counting all rows. */
  readonly costMs: number;
  readonly settled?: SettledCount | undefined;
  readonly compiled?: CompiledCount | undefined;
  /** A later list found the count still valid. */
  readonly hasHeld?: boolean;
}

/** Each count is valid for one version of its table; the reader compares it with the one in its rows' snapshot. */
export class CountCache {
  readonly #counts = new StoreEntries<KnownCount>(ENTRIES_MAX);

  find(store: string, count: CountRead): KnownCount | undefined {
    return this.#counts.get(store, countKey(count));
  }

  keep(store: string, count: CountRead, known: KnownCount): void {
    const { statement } = count;
    const key = countKey(count);
    // Long lists of values rarely repeat.
    if (key.length <= statement.text.length + VALUES_CHARS_MAX) this.#counts.set(store, key, known);
  }

  forget(store: string): void {
    this.#counts.forget(store);
  }
}

export function isCheap(known: KnownCount | undefined): boolean {
  return known !== undefined && known.costMs <= CHEAP_MS;
}

/** Includes the table's id: a table that is recreated under an old name has the same text but its own versions. */
export function countKey({ tableId, statement: { text, values } }: CountRead): string {
  return `${tableId}\0${text}\0${JSON.stringify(values)}`;
}
