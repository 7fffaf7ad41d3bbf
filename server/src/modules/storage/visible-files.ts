import type { Condition } from '../../database/filter/index.ts';
import { compileList } from '../../database/sql/index.ts';
import { ownScope } from './file-scope.ts';
import { fileColumn } from './files-table.ts';
import type { StorageContext, Target } from './storage-context.ts';

/** The ids, among those given, of files that the caller may put into a row. A linked file must be the caller's own. */
export async function findVisible(
  { database, clock }: Pick<StorageContext, 'database' | 'clock'>,
  target: Target,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const filter: Condition = { kind: 'compare', column: fileColumn('id'), op: 'in', values: ids };
  const read = compileList(database.dialect, {
    scope: ownScope({ clock }, target),
    filter,
    columns: [fileColumn('id')],
    order: [],
    limit: ids.length,
    offset: 0,
    count: false,
  });
  const { json } = await database.list(target.project.store, read);
  return new Set((JSON.parse(`[${json}]`) as readonly { readonly id: string }[]).map(({ id }) => id));
}
