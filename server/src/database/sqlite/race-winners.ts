import type { ListRead, RacePath } from '../database.ts';
import type { RaceWinner } from '../sql/reads/race-paths.ts';
import type { Statement } from '../statement.ts';
import { StoreEntries } from '../store-entries.ts';
import { withSharedText } from './shared-texts.ts';

const ENTRIES_MAX = 20_000;
const VALUES_CHARS_MAX = 2_000;
/** Rows come and go, so all paths race again after this time. */
const TRUSTED_MS = 30_000;

export interface KnownWinner {
  readonly winner: RaceWinner;
  statementsOf(path: RacePath, schemaVersion: number): PathStatements;
}

interface PathStatements {
  readonly rows: Statement;
  readonly probe: Statement | undefined;
}

/** Remembers the fastest path to each list's rows, so that the next list with the same values starts with it. */
export class RaceWinners {
  readonly #entries = new StoreEntries<Entry>(ENTRIES_MAX);

  find(store: string, { rows }: ListRead): KnownWinner | undefined {
    const entry = this.#entries.get(store, keyOf(rows));
    return entry !== undefined && entry.untilMs > performance.now() ? entry : undefined;
  }

  keep(store: string, { rows }: ListRead, winner: RaceWinner): void {
    const key = keyOf(rows);
    // Long lists of values rarely repeat.
    if (key.length > rows.text.length + VALUES_CHARS_MAX) return;
    const now = performance.now();
    const known = this.#entries.get(store, key);
    const untilMs = known !== undefined && known.untilMs > now ? known.untilMs : now + TRUSTED_MS;
    this.#entries.set(
      store,
      key,
      new Entry(winner, untilMs, known?.winner.path === winner.path ? known.made : undefined),
    );
  }

  forget(store: string): void {
    this.#entries.forget(store);
  }
}

interface MadeStatements extends PathStatements {
  readonly schemaVersion: number;
}

class Entry implements KnownWinner {
  readonly winner: RaceWinner;
  readonly untilMs: number;
  made: MadeStatements | undefined;

  constructor(winner: RaceWinner, untilMs: number, made: MadeStatements | undefined) {
    this.winner = winner;
    this.untilMs = untilMs;
    this.made = made;
  }

  statementsOf({ rows, probe }: RacePath, schemaVersion: number): PathStatements {
    if (this.made?.schemaVersion !== schemaVersion)
      this.made = { schemaVersion, rows: withSharedText(rows()), probe: probe && withSharedText(probe()) };
    return this.made;
  }
}

function keyOf({ text, values }: ListRead['rows']): string {
  return `${text}\0${JSON.stringify(values)}`;
}
