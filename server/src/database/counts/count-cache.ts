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
  /** The largest id of a settled row. */
  readonly upTo: string;
  readonly count: number;
  /** The table's number of rows at this version. */
  readonly rows: number;
}

export interface KnownCount {
  /** Version of the table, which changes with every change in the table. */
  readonly version: number;
  readonly count: number;
  /** The cost of counting all rows. */
  readonly costMs: number;
  readonly settled?: SettledCount | undefined;
  /** The statement that computed it, which is used again while counting is cheap; absent when there is only one. */
  readonly compiled?: CompiledCount | undefined;
  /** A later list found the count still valid. */
  readonly hasHeld?: boolean;
}

/**
 * Counts of filtered rows, each valid for one version of its table. The reader must compare the version with the one in
 * the snapshot of its rows.
 */
export class CountCache {
  /** Losing an entry costs no more than counting again. */
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
