import type { AnyRow, ListParameters } from '@service/client/internal';
import type { Change, RowSelector } from './change.ts';
import { inOrder, last, together, untilOthersEnd } from './in-order.ts';
import { fold, isTime, matchesFilter } from './matches-filter.ts';
import type { Page } from './page.ts';
import type { Pending } from './pending-changes.ts';
import { compareRows } from './row-order.ts';

export { inOrder, together, untilOthersEnd };

/** The id under which each row was first shown, by the service's id. */
type FirstIds = ReadonlyMap<string, string>;

const IDS_MAX = 1000;
/** How far the browser's clock may be ahead of the service's. */
const CLOCK_MS = 300_000;

/** Applies changes to a list. A list whose result cannot be predicted stays unchanged. */
export function applyChanges(page: Page, changes: readonly Change[], options: ListParameters, ids: FirstIds): Page {
  const unread = changes.filter(({ confirmedAt }) => confirmedAt === undefined || confirmedAt > page.readAt);
  const updated = new Set<AnyRow>();
  let shown = page;
  for (const change of unread) shown = applyChange(shown, change, { options, updated, ids });
  // A row may leave the list with one change and return with the next, so rows are placed after the last change.
  return updated.size > 0 ? placeUpdated(shown, updated, options) : shown;
}

export function begun(change: Change, userId: string | undefined): Change {
  return change.kind === 'insert' ? { ...change, rows: change.rows.map((row) => optimisticRow(row, userId)) } : change;
}

const inserts = new WeakMap<Change, Promise<unknown>>();

export function lastOfRows<T>(pending: Pending, change: Change, call: Promise<T>): Promise<T> {
  if (change.kind !== 'insert') return call;
  const inserted = keepIds(change.rows, call, pending);
  inserts.set(change, inserted);
  return last(pending, change.rows.map(idOf), inserted);
}

/** Waits for inserts whose row the answer may contain: it would be shown twice, because its id is not known yet. */
export async function untilInserted({ byTable }: Pending, table: string, answer: unknown): Promise<void> {
  const rows = (answer as Partial<Page> | undefined)?.rows ?? [];
  const running = (byTable.get(table) ?? []).filter(
    (change) => change.kind === 'insert' && change.rows.some((inserted) => rows.some((row) => mayBe(row, inserted))),
  );
  await Promise.allSettled(running.map((change) => inserts.get(change)));
}

/** Whether the service may have made `row` from `inserted`. Values that it may normalize, such as times, tell nothing. */
function mayBe(row: AnyRow, inserted: AnyRow): boolean {
  const { created_at, updated_at } = row;
  // Another caller may have changed its values before the insert was answered.
  const isChanged = updated_at && updated_at !== created_at;
  if (isChanged && Date.parse(created_at) > Date.parse(inserted['created_at']) - CLOCK_MS) return true;
  return Object.entries(inserted).every(([column, value]) => {
    const stored = row[column];
    if (column === 'id' || typeof value === 'object' || typeof value !== typeof stored || isTime(stored)) return true;
    return typeof value === 'string' ? fold(value) === fold(stored) : value === stored;
  });
}

/** Records the service's ids before a waiting change of one of the rows is sent. */
async function keepIds<T>(rows: readonly AnyRow[], call: Promise<T>, { ids, firstIds }: Pending): Promise<T> {
  const result = await call;
  [result].flat().forEach((row, index) => {
    const first = rows[index]?.['id'];
    const id = (row as AnyRow)['id'];
    if (id === undefined) return;
    ids.set(first, id);
    firstIds.set(id, first);
    const [oldest] = ids;
    if (oldest && ids.size > IDS_MAX) {
      ids.delete(oldest[0]);
      firstIds.delete(oldest[1]);
    }
  });
  return result;
}

export function confirmed(change: Change, result: unknown, confirmedAt: number): Change {
  if (change.kind === 'insert') {
    // The service returns no row that the caller may not read.
    const rows = ([result].flat() as AnyRow[]).map((row, index) => ({ ...change.rows[index], ...row }));
    return { ...change, rows, confirmedAt };
  }
  const isRow = change.kind === 'update' && typeof change.which === 'string';
  return { ...change, confirmedAt, ...(isRow && { patch: result as AnyRow }) };
}

let made = 0;

function optimisticRow(row: AnyRow, userId = null as string | null): AnyRow {
  const now = new Date().toISOString();
  made += 1;
  return { id: `pending-${made}`, created_at: now, updated_at: now, owner_id: userId, ...row };
}

interface Lists {
  readonly options: ListParameters;
  readonly updated: Set<AnyRow>;
  readonly ids: FirstIds;
}

function applyChange(page: Page, change: Change, lists: Lists): Page {
  const { updated, ids } = lists;
  if (change.kind === 'insert') {
    let shown = page;
    for (const row of change.rows) shown = addRow(shown, change.confirmedAt ? row : asNewest(row, page), lists);
    return shown;
  }
  const { which } = change;
  if (change.kind === 'remove') return keep(page, (row) => !isMeant(row, which, ids));
  const rows = page.rows.map((row) => {
    if (!isMeant(row, which, ids)) return row;
    const next = { ...row, ...change.patch };
    updated.delete(row);
    updated.add(next);
    return next;
  });
  return { ...page, rows };
}

function placeUpdated(page: Page, updated: ReadonlySet<AnyRow>, { filter, order, search }: ListParameters): Page {
  const fitting = keep(page, (row) => !updated.has(row) || matchesFilter(filter, row) !== false);
  // Only the search engine knows the order by relevance.
  if (search !== undefined && !order?.length) return fitting;
  const rows = fitting.rows.filter((row) => !updated.has(row));
  for (const row of fitting.rows) {
    if (!updated.has(row)) continue;
    const found = rows.findIndex((other) => compareRows(row, other, order) < 0);
    rows.splice(found === -1 ? rows.length : found, 0, row);
  }
  return { ...fitting, rows };
}

function addRow(page: Page, row: AnyRow, { options, ids }: Lists): Page {
  const { filter, order, limit = 100, offset, after, before, search } = options;
  const isThere = page.rows.some((other) => isSame(other, row['id'], ids));
  if (isThere || offset || after || before || search !== undefined || matchesFilter(filter, row) !== true) return page;
  const found = page.rows.findIndex((other) => compareRows(row, other, order) < 0);
  const count = page.count === undefined ? undefined : page.count + 1;
  if (found === -1 && (page.hasMore || page.rows.length >= limit)) return { ...page, count };
  const at = found === -1 ? page.rows.length : found;
  return { ...page, count, rows: page.rows.toSpliced(at, 0, row).slice(0, limit) };
}

/** A row that is being created is newer than all others, even if the local clock is slow. */
function asNewest(row: AnyRow, { rows }: Page): AnyRow {
  const newest = Math.max(...rows.map(({ created_at }) => Date.parse(created_at) || 0), 0);
  return newest < Date.parse(row['created_at']) ? row : { ...row, created_at: new Date(newest + 1).toISOString() };
}

function keep(page: Page, isKept: (row: AnyRow) => boolean): Page {
  const rows = page.rows.filter(isKept);
  const gone = page.rows.length - rows.length;
  return { ...page, rows, count: page.count === undefined ? undefined : page.count - gone };
}

function isMeant(row: AnyRow, which: RowSelector, ids: FirstIds): boolean {
  return typeof which === 'string' ? isSame(row, which, ids) : matchesFilter(which.filter, row) === true;
}

function isSame(row: AnyRow, id: string, ids: FirstIds): boolean {
  const own = idOf(row);
  return (ids.get(own) ?? own) === (ids.get(id) ?? id);
}

function idOf(row: AnyRow): string {
  return row['id'];
}
