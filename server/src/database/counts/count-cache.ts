import type { CountRead } from '../database.ts';

const ENTRIES_MAX = 20_000;
const VALUES_CHARS_MAX = 2_000;
/** A count that took no longer is made again at once, wherever it is asked for. */
const CHEAP_MS = 0.5;

export interface KnownCount {
  /** Of the table: it is another one as soon as anything in the table has changed. */
  readonly version: number;
  readonly count: number;
  readonly costMs: number;
}

/** Counts of filtered rows, each true for one version of its table; who uses one checks the version in the snapshot of the rows. */
export class CountCache {
  readonly #stores = new Map<string, Map<string, KnownCount>>();
  #size = 0;

  find(store: string, count: CountRead): KnownCount | undefined {
    return this.#stores.get(store)?.get(keyOf(count));
  }

  keep(store: string, count: CountRead, known: KnownCount): void {
    const { statement } = count;
    const key = keyOf(count);
    // Long lists of values are seldom asked for twice.
    if (key.length > statement.text.length + VALUES_CHARS_MAX) return;
    const counts = this.#stores.get(store) ?? new Map<string, KnownCount>();
    if (!counts.has(key)) this.#makeRoom();
    counts.set(key, known);
    this.#stores.set(store, counts);
  }

  forget(store: string): void {
    this.#size -= this.#stores.get(store)?.size ?? 0;
    this.#stores.delete(store);
  }

  /** Everything goes at once: counts are made again in no more time than it took to make them. */
  #makeRoom(): void {
    if (this.#size >= ENTRIES_MAX) {
      this.#stores.clear();
      this.#size = 0;
    }
    this.#size += 1;
  }
}

export function isCheap(known: KnownCount | undefined): boolean {
  return known !== undefined && known.costMs <= CHEAP_MS;
}

/** With the table's id: one that is made anew under an old name has the same text, and versions of its own. */
function keyOf({ tableId, statement: { text, values } }: CountRead): string {
  return `${tableId}\0${text}\0${JSON.stringify(values)}`;
}
