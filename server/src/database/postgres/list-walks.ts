import type { ListRead, ListWalk } from '../database.ts';
import type { Statement } from '../statement.ts';
import { StoreEntries } from '../store-entries.ts';

const ENTRIES_MAX = 20_000;
const VALUES_CHARS_MAX = 2_000;
/** What a walk may read for each row that it must meet, and beside them. */
const READ_FOR_ONE = 8;
const READ_MORE = 100;
/** Rows come and go: after so long a walk that was too short is tried again. */
const REFUSED_MS = 30_000;

/** Until when the walk is refused. */
type Refused = number;
const NEVER: Refused = 0;

/**
 * Lists whose page is filled by reading a few rows in order and testing each. Such a walk is the same for all values, so
 * that the server plans it once, where it plans a list with a filter anew each time. A list becomes one when its page was full (so that
 * no way visits fewer rows than the page has), and is planned again as soon as the budget does not fill the page.
 */
export class ListWalks {
  readonly #entries = new StoreEntries<Refused>(ENTRIES_MAX);

  find(store: string, { rows, walk }: ListRead): Statement | undefined {
    return walk !== undefined && this.#entries.get(store, keyOf(rows)) === NEVER
      ? walk.rows(budgetOf(walk))
      : undefined;
  }

  /** The planned list has given so many rows. */
  notePlanned(store: string, { rows, walk }: ListRead, returned: number): void {
    if (walk === undefined || returned < walk.limit) return;
    const key = keyOf(rows);
    // Long lists of values are seldom asked for twice.
    if (key.length > rows.text.length + VALUES_CHARS_MAX) return;
    if ((this.#entries.get(store, key) ?? NEVER) <= performance.now()) this.#entries.set(store, key, NEVER);
  }

  /** The walk did not fill the page. */
  refuse(store: string, { rows }: ListRead): void {
    this.#entries.set(store, keyOf(rows), performance.now() + REFUSED_MS);
  }

  forget(store: string): void {
    this.#entries.forget(store);
  }
}

/** A power of two, so that there are few texts. */
function budgetOf({ span }: ListWalk): number {
  return 2 ** Math.floor(Math.log2(READ_FOR_ONE * span + READ_MORE));
}

function keyOf({ text, values }: Statement): string {
  return `${text}\0${JSON.stringify(values)}`;
}
