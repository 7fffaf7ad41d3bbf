import type { Value } from '../database.ts';

const ENTRIES_MAX = 5_000;
const KEY_LENGTH_MAX = 2_000;
/** A count that took no longer is made again at once, wherever it is asked for. */
const CHEAP_MS = 0.5;

interface Entry {
  readonly version: number;
  readonly count: number;
  readonly costMs: number;
}

/** Counts of filtered rows, each true for one version of its table: the version is read in the snapshot of the rows. */
export class CountCache {
  readonly #entries = new Map<string, Entry>();

  /** Undefined when the filter's values are too large to be worth it. */
  keyOf(store: string, text: string, values: readonly Value[]): string | undefined {
    const key = `${store}\0${text}\0${JSON.stringify(values)}`;
    return key.length > KEY_LENGTH_MAX + text.length ? undefined : key;
  }

  find(key: string, version: number): number | undefined {
    const entry = this.#entries.get(key);
    return entry?.version === version ? entry.count : undefined;
  }

  /** It has been made before, for this or another version, in next to no time. */
  isCheap(key: string): boolean {
    const entry = this.#entries.get(key);
    return entry !== undefined && entry.costMs <= CHEAP_MS;
  }

  keep(key: string, entry: Entry): void {
    this.#entries.delete(key);
    if (this.#entries.size >= ENTRIES_MAX) this.#dropOldest();
    this.#entries.set(key, entry);
  }

  #dropOldest(): void {
    for (const key of this.#entries.keys()) {
      this.#entries.delete(key);
      return;
    }
  }
}
