import type { AnyRow, ListParameters } from '@service/client/internal';
import type { QueryCache } from '@tanstack/query-core';
import type { Change, Which } from './change.ts';
import type { Page } from './page.ts';
import { compareRows, matchesFilter } from './row-order.ts';

/** A list with changes laid over it. A list of which it cannot be told what becomes of it stays as it is. */
export function applyChanges(page: Page, changes: readonly Change[], options: ListParameters): Page {
  let shown = page;
  for (const change of changes) shown = applyChange(shown, change, options);
  return shown;
}

/** The change as it is shown until the service has confirmed it: rows as they will probably be. */
export function begun(change: Change, userId: string | undefined): Change {
  if (change.kind !== 'insert') return change;
  return { kind: 'insert', rows: change.rows.map((row) => provisional(row, userId)), isNew: true };
}

/** The change with what the service made of it. */
export function confirmed(change: Change, result: unknown): Change {
  if (change.kind === 'insert') return { kind: 'insert', rows: [result].flat() as AnyRow[] };
  const isRow = change.kind === 'update' && typeof change.which === 'string';
  return isRow ? { ...change, patch: result as AnyRow } : change;
}

let made = 0;

function provisional(row: AnyRow, userId = null as string | null): AnyRow {
  const now = new Date().toISOString();
  made += 1;
  return { id: `pending-${made}`, created_at: now, updated_at: now, owner_id: userId, ...row };
}

/** Writes a confirmed change into the lists of the cache, for who does not want them read again. */
export function keepChange(cache: QueryCache, table: string, change: Change): void {
  for (const query of cache.getAll()) {
    const [, , , kind, name, options] = query.queryKey;
    const page = query.state.data as Page | undefined;
    if (name !== table || page === undefined || (kind !== 'rows' && kind !== 'pages')) continue;
    query.setData(applyChanges(page, [change], options as ListParameters));
  }
}

function applyChange(page: Page, change: Change, options: ListParameters): Page {
  if (change.kind === 'insert') {
    let shown = page;
    for (const row of change.rows) shown = addRow(shown, change.isNew ? asNewest(row, page) : row, options);
    return shown;
  }
  const { which } = change;
  if (change.kind === 'remove') return keep(page, (row) => !isMeant(row, which));
  const changed = new Set<AnyRow>();
  const rows = page.rows.map((row) => {
    if (!isMeant(row, which)) return row;
    const next = { ...row, ...change.patch };
    changed.add(next);
    return next;
  });
  // A changed row that no longer fits the list leaves it.
  return keep({ ...page, rows }, (row) => !changed.has(row) || matchesFilter(options.filter, row) !== false);
}

function addRow(page: Page, row: AnyRow, { filter, order, limit = 100, offset }: ListParameters): Page {
  const isThere = page.rows.some(({ id }) => id === row['id']);
  if (isThere || offset || matchesFilter(filter, row) !== true) return page;
  const found = page.rows.findIndex((other) => compareRows(row, other, order) < 0);
  const count = page.count === undefined ? undefined : page.count + 1;
  // Its place is behind what is loaded.
  if (found === -1 && (page.hasMore || page.rows.length >= limit)) return { ...page, count };
  const at = found === -1 ? page.rows.length : found;
  return { ...page, count, rows: page.rows.toSpliced(at, 0, row).slice(0, limit) };
}

/** No row is newer than one that is just being made, even where the clock here is slow. */
function asNewest(row: AnyRow, { rows }: Page): AnyRow {
  const newest = Math.max(...rows.map(({ created_at }) => Date.parse(created_at) || 0), 0);
  return newest < Date.parse(row['created_at']) ? row : { ...row, created_at: new Date(newest + 1).toISOString() };
}

function keep(page: Page, isKept: (row: AnyRow) => boolean): Page {
  const rows = page.rows.filter(isKept);
  const gone = page.rows.length - rows.length;
  return { ...page, rows, count: page.count === undefined ? undefined : page.count - gone };
}

function isMeant(row: AnyRow, which: Which): boolean {
  return typeof which === 'string' ? row['id'] === which : matchesFilter(which.filter, row) === true;
}
