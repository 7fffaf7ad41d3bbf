import { and, type Condition, not } from '../../database/filter/index.ts';
import type { Column } from '../../database/schema/index.ts';
import { compileList, idColumn } from '../../database/sql/index.ts';
import type { OpenTable } from './on-table.ts';
import type { Values } from './row-body.ts';
import { findForeignFiles, refersToHidden, requireVisibleReferences } from './visible-references.ts';

/** Returns the patch to write. Throws unless the caller may see everything that the patch refers to. */
export async function requireOwnReferences(open: OpenTable, patch: Values, touched: Condition): Promise<Values> {
  if (!refersToHidden(open, [patch])) return patch;
  const left = await withoutUnchangedFiles(open, patch, touched);
  await requireVisibleReferences(open, [left]);
  return left;
}

/** Omits hidden files that all touched rows have already. Writing them again could revive deleted files. */
export async function withoutUnchangedFiles(open: OpenTable, patch: Values, touched: Condition): Promise<Values> {
  const foreign = await findForeignFiles(open, patch);
  if (foreign.length === 0) return patch;
  const left = new Map(patch);
  for (const { column, id } of foreign) {
    if (!(await isOtherwise(open, touched, column, id))) left.delete(column);
  }
  return left;
}

async function isOtherwise(open: OpenTable, touched: Condition, column: Column, id: string): Promise<boolean> {
  const { context, target, catalogue, table } = open;
  const isSame: Condition = { kind: 'compare', column, op: 'eq', values: [id] };
  const read = compileList(context.database.dialect, {
    scope: { table, columns: [idColumn(table)], condition: and(touched, not(isSame)) },
    order: [],
    limit: 1,
    offset: 0,
    count: false,
  });
  return (await context.database.list(target.project.store, read, catalogue.version)).returned > 0;
}
