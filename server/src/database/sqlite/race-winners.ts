import type { ListRead } from '../database.ts';
import type { Winner } from '../sql/race-ways.ts';
import { StoreEntries } from '../store-entries.ts';

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
  /** A race without a start to go by costs no more than a few times the shortest way. */
  readonly #entries = new StoreEntries<Entry>(ENTRIES_MAX);

  find(store: string, { rows }: ListRead): Winner | undefined {
    const entry = this.#entries.get(store, keyOf(rows));
    return entry !== undefined && entry.untilMs > performance.now() ? entry.winner : undefined;
  }

  keep(store: string, { rows }: ListRead, winner: Winner): void {
    const key = keyOf(rows);
    // Long lists of values are seldom asked for twice.
    if (key.length > rows.text.length + VALUES_CHARS_MAX) return;
    const now = performance.now();
    const untilMs = this.#entries.get(store, key)?.untilMs ?? 0;
    this.#entries.set(store, key, { winner, untilMs: untilMs > now ? untilMs : now + TRUSTED_MS });
  }

  forget(store: string): void {
    this.#entries.forget(store);
  }
}

function keyOf({ text, values }: ListRead['rows']): string {
  return `${text}\0${JSON.stringify(values)}`;
}
