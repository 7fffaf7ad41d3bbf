import type { CountRead } from '../database.ts';
import { StoreEntries } from '../store-entries.ts';

const ENTRIES_MAX = 20_000;
const VALUES_CHARS_MAX = 2_000;
/** A count that took no longer is made again at once, wherever it is asked for. */
const CHEAP_MS = 0.5;

export interface KnownCount {
  /** Of the table: it is another one as soon as anything in the table has changed. */
  readonly version: number;
  readonly count: number;
  readonly costMs: number;
  /** A later list has met it in the same version. */
  readonly hasHeld?: boolean;
}

/** Counts of filtered rows, each true for one version of its table; who uses one checks the version in the snapshot of the rows. */
export class CountCache {
  /** Counts are made again in no more time than it took to make them. */
  readonly #counts = new StoreEntries<KnownCount>(ENTRIES_MAX);

  find(store: string, count: CountRead): KnownCount | undefined {
    return this.#counts.get(store, keyOf(count));
  }

  keep(store: string, count: CountRead, known: KnownCount): void {
    const { statement } = count;
    const key = keyOf(count);
    // Long lists of values are seldom asked for twice.
    if (key.length <= statement.text.length + VALUES_CHARS_MAX) this.#counts.set(store, key, known);
  }

  forget(store: string): void {
    this.#counts.forget(store);
  }
}

export function isCheap(known: KnownCount | undefined): boolean {
  return known !== undefined && known.costMs <= CHEAP_MS;
}

/** With the table's id: one that is made anew under an old name has the same text, and versions of its own. */
function keyOf({ tableId, statement: { text, values } }: CountRead): string {
  return `${tableId}\0${text}\0${JSON.stringify(values)}`;
}
