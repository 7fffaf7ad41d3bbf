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

type RefusedUntilMs = number;
const NEVER: RefusedUntilMs = 0;

/** Fills pages by reading a few rows in order, with one plan (docs/decisions/0026-walks-that-are-planned-once.md). */
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
