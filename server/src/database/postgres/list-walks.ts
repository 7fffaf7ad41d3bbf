import type { ListRead, ListWalk } from '../database.ts';
import type { Statement } from '../statement.ts';
import { StoreEntries } from '../store-entries.ts';

const ENTRIES_MAX = 20_000;
const VALUES_CHARS_MAX = 2_000;
/** The rows that a walk may read for each row that it must find. */
const READ_FOR_ONE = 8;
const READ_FOR_ONE_LONG = 200;
const READ_MORE = 100;
/** Rows come and go, so after this time a walk that was too short is tried again. */
const REFUSED_MS = 30_000;

/** Time until which the walk must not be used. */
type RefusedUntilMs = number;
const NEVER: RefusedUntilMs = 0;

/**
 * Lists whose page can be filled by reading a few rows in order and testing each. Such a walk has one plan for all
 * values, whereas the server plans a filtered list for every request. A list is walked once its page was full (no
 * path reads fewer rows than the page has), and is planned again when the budget does not fill the page. A list that
 * looks into other tables is walked from the start.
 */
export class ListWalks {
  readonly #entries = new StoreEntries<RefusedUntilMs>(ENTRIES_MAX);

  find(store: string, { rows, walk }: ListRead): Statement | undefined {
    if (walk === undefined) return undefined;
    const refused = this.#entries.get(store, keyOf(rows));
    const isTried = refused === NEVER || (walk.isFirst && (refused ?? NEVER) <= performance.now());
    return isTried ? walk.rows(budgetOf(walk)) : undefined;
  }

  notePlanned(store: string, { rows, walk }: ListRead, returned: number): void {
    if (walk === undefined || returned < walk.limit) return;
    const key = keyOf(rows);
    // Long lists of values rarely repeat.
    if (key.length > rows.text.length + VALUES_CHARS_MAX) return;
    if ((this.#entries.get(store, key) ?? NEVER) <= performance.now()) this.#entries.set(store, key, NEVER);
  }

  refuse(store: string, { rows }: ListRead): void {
    this.#entries.set(store, keyOf(rows), performance.now() + REFUSED_MS);
  }

  forget(store: string): void {
    this.#entries.forget(store);
  }
}

/** A power of two, so that there are few statement texts. */
function budgetOf({ span, isFirst }: ListWalk): number {
  return 2 ** Math.floor(Math.log2((isFirst ? READ_FOR_ONE_LONG : READ_FOR_ONE) * span + READ_MORE));
}

function keyOf({ text, values }: Statement): string {
  return `${text}\0${JSON.stringify(values)}`;
}
