import { and, type Condition } from '../../database/filter/index.ts';
import type { WriteOptions } from '../../database/index.ts';
import { compileList, idColumn } from '../../database/sql/index.ts';
import type { OpenTable } from './on-table.ts';

/** A change of more rows finds them itself, while other writers of the project wait. */
const FOUND_MAX = 20_000;
/** So few rows can be written together with the rows of other callers. */
const FEW_MAX = 200;

export interface TouchedRows {
  readonly where: Condition;
  readonly options: WriteOptions;
}

/** Searches before the change, so that other writers wait only while rows are written. The change tests again. */
export async function findTouched(open: OpenTable, where: Condition): Promise<TouchedRows> {
  const { context, target, catalogue, table } = open;
  const schemaVersion = catalogue.version;
  if (isPinned(where)) return { where, options: { schemaVersion } };
  const id = idColumn(table);
  const scope = { table, columns: [id], condition: where };
  const read = compileList(context.database.dialect, {
    scope,
    order: [],
    limit: FOUND_MAX + 1,
    offset: 0,
    count: false,
  });
  const { json, returned } = await context.database.list(target.project.store, read, schemaVersion);
  if (returned > FOUND_MAX) return { where, options: { schemaVersion, exclusive: true } };
  const rows = JSON.parse(`[${json}]`) as readonly { readonly id: string }[];
  const values = rows.map((row) => row.id).sort();
  const found: Condition =
    returned === 0 ? { kind: 'never' } : and({ kind: 'compare', column: id, op: 'in', values }, where);
  const isLarge = returned > FEW_MAX;
  return { where: found, options: { schemaVersion, exclusive: isLarge, isBulk: isLarge } };
}

/** Whether a unique index finds the rows, so that the change costs as little as one by id. */
function isPinned(condition: Condition): boolean {
  if (condition.kind === 'never') return true;
  if (condition.kind === 'and') return condition.terms.some(isPinned);
  return condition.kind === 'compare' && condition.column.unique && (condition.op === 'eq' || condition.op === 'in');
}
