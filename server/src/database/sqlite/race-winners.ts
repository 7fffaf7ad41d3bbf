import type { ListRead } from '../database.ts';
import type { Winner } from '../sql/race-ways.ts';

const ENTRIES_MAX = 20_000;
const VALUES_CHARS_MAX = 2_000;
/** Rows come and go: after so long the ways are tried against each other again. */
const TRUSTED_MS = 30_000;

interface Entry {
  readonly winner: Winner;
  readonly untilMs: number;
}

/** Which way to the rows of a list was the shortest, so that the next list with the same values begins there. */
export class RaceWinners {
  readonly #stores = new Map<string, Map<string, Entry>>();
  #size = 0;

  find(store: string, { rows }: ListRead): Winner | undefined {
    const entry = this.#stores.get(store)?.get(keyOf(rows));
    return entry !== undefined && entry.untilMs > performance.now() ? entry.winner : undefined;
  }

  keep(store: string, { rows }: ListRead, winner: Winner): void {
    const key = keyOf(rows);
    // Long lists of values are seldom asked for twice.
    if (key.length > rows.text.length + VALUES_CHARS_MAX) return;
    const winners = this.#stores.get(store) ?? new Map<string, Entry>();
    if (!winners.has(key)) this.#makeRoom();
    const now = performance.now();
    const untilMs = winners.get(key)?.untilMs ?? 0;
    winners.set(key, { winner, untilMs: untilMs > now ? untilMs : now + TRUSTED_MS });
    this.#stores.set(store, winners);
  }

  forget(store: string): void {
    this.#size -= this.#stores.get(store)?.size ?? 0;
    this.#stores.delete(store);
  }

  /** Everything goes at once: a race without a start to go by costs no more than a few times the shortest way. */
  #makeRoom(): void {
    if (this.#size >= ENTRIES_MAX) {
      this.#stores.clear();
      this.#size = 0;
    }
    this.#size += 1;
  }
}

function keyOf({ text, values }: ListRead['rows']): string {
  return `${text}\0${JSON.stringify(values)}`;
}
