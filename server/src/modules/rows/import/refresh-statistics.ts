import type { Project } from '../../../callers/index.ts';
import { isDatabaseFailure } from '../../../database/index.ts';
import type { Table } from '../../../database/schema/index.ts';
import type { RowsContext } from '../rows-context.ts';
import type { ImportReport } from './import-report.ts';

const ROWS_MIN = 1000;

/** PostgreSQL counts values by itself within a minute, but until then it plans as if the new rows were not there. */
export async function refreshStatistics(
  { database }: Pick<RowsContext, 'database'>,
  { store }: Pick<Project, 'store'>,
  { table: { physical }, report }: { readonly table: Table; readonly report: ImportReport },
): Promise<void> {
  const { dialect } = database;
  if (dialect.refreshStatistics === undefined || report.inserted + report.updated < ROWS_MIN) return;
  const statement = { text: dialect.refreshStatistics(physical), values: [] };
  try {
    await database.write(store, [{ kind: 'plain', statement }]);
  } catch (error) {
    // The rows are written, so the import has succeeded. The table may be deleted by now.
    if (!isDatabaseFailure(error)) throw error;
  }
}
