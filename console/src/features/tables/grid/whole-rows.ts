import type { RowsPage } from './page-query.ts';
import type { GridRow, RowsApi } from './rows-api.ts';

/** The ticked rows of the page, with the values that came cut fetched whole. */
export async function wholeRows(
  api: RowsApi,
  page: RowsPage | undefined,
  ids: ReadonlySet<string>,
): Promise<readonly GridRow[]> {
  const rows = page?.rows.filter(({ id }) => ids.has(id)) ?? [];
  return await Promise.all(rows.map((row) => (page?.cut[row.id] === undefined ? row : api.get(row.id))));
}
