import type { Caller } from '../../callers/index.ts';
import type { Column } from '../../database/schema/index.ts';
import { compileRow } from '../../database/sql/index.ts';
import type { OpenTable } from './on-table.ts';
import { requireScope } from './require-scope.ts';
import type { Values } from './row-body.ts';

/** The foreign key checks references without the caller's rules, and so does this caller. */
const FOREIGN_KEY: Caller = { kind: 'secret', id: 'foreign-key' };

/** Looks references up, because engines do not say which failed. Only secret callers learn hidden names. */
export async function findDanglingColumns(open: OpenTable, row: Values): Promise<string[]> {
  const sent = [...row].filter(([column, value]) => pointsElsewhere(column, open) && typeof value === 'string');
  const dangling: string[] = [];
  for (const [column, id] of sent) {
    if (sent.length > 1 && (await hasTarget(open, column, String(id)))) continue;
    dangling.push(column.name);
  }
  return dangling.length > 0 ? dangling : sent.map(([column]) => column.name);
}

function pointsElsewhere({ type, hidden }: Column, { isSecret }: OpenTable): boolean {
  return (type === 'reference' || type === 'file') && (isSecret || !hidden);
}

async function hasTarget(open: OpenTable, column: Column, id: string): Promise<boolean> {
  const { context, target } = open;
  if (column.type === 'file') {
    const found = await context.files?.findVisible(target.project, FOREIGN_KEY, [id]);
    return found?.has(id) === true;
  }
  const table = column.reference === undefined ? undefined : open.catalogue.tables.get(column.reference.table);
  if (table === undefined) return false;
  const scope = requireScope({ ...open, table, target: { ...target, caller: FOREIGN_KEY } }, 'read');
  const found = await context.database.list(target.project.store, compileRow(context.database.dialect, scope, id));
  return found.returned > 0;
}
