import type { AnyRow, ListParameters } from '@service/client/internal';
import type { Change, Which } from './change.ts';
import type { Page } from './page.ts';
import { compareRows, matchesFilter } from './row-order.ts';

/** A list with changes laid over it. A list of which it cannot be told what becomes of it stays as it is. */
export function applyChanges(page: Page, changes: readonly Change[], options: ListParameters): Page {
  let shown = page;
  for (const change of changes) shown = applyChange(shown, change, options);
  return shown;
}

function applyChange(page: Page, change: Change, options: ListParameters): Page {
  if (change.kind === 'insert') {
    let shown = page;
    for (const row of change.rows) shown = addRow(shown, row, options);
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
  // What no longer fits the list leaves it.
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

function keep(page: Page, isKept: (row: AnyRow) => boolean): Page {
  const rows = page.rows.filter(isKept);
  const gone = page.rows.length - rows.length;
  return { ...page, rows, count: page.count === undefined ? undefined : page.count - gone };
}

function isMeant(row: AnyRow, which: Which): boolean {
  return typeof which === 'string' ? row['id'] === which : matchesFilter(which.filter, row) === true;
}
