import type { RowsPage } from './page-query.ts';
import type { GridRow, RowsApi } from './rows-api.ts';

const PARALLEL = 8;

/** The row with truncated values loaded completely, because an undo must restore them. */
export async function wholeRow(api: RowsApi, page: RowsPage | undefined, row: GridRow): Promise<GridRow> {
  return page?.cut[row.id] === undefined ? row : await api.get(row.id);
}

export async function wholeRows(
  api: RowsApi,
  page: RowsPage | undefined,
  ids: ReadonlySet<string>,
): Promise<readonly GridRow[]> {
  const known = new Map(page?.rows.filter(({ id }) => page.cut[id] === undefined).map((row) => [row.id, row]));
  const wanted = [...ids];
  const rows: GridRow[] = [];
  for (let start = 0; start < wanted.length; start += PARALLEL) {
    const some = wanted.slice(start, start + PARALLEL).map((id) => known.get(id) ?? api.get(id));
    rows.push(...(await Promise.all(some)));
  }
  return rows;
}
