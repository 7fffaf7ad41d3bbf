import type { Table } from '../../../database/schema/index.ts';
import { listRows } from '../list-rows.ts';
import type { Target } from '../on-table.ts';
import type { RowsContext } from '../rows-context.ts';

export type KeptRow = Readonly<Record<string, unknown>> & { readonly id: string };

export interface KeptContent {
  /** The rows before the change, with those that were deleted by cascade. */
  readonly tables: readonly { readonly table: string; readonly rows: readonly KeptRow[] }[];
  readonly references?: readonly {
    readonly table: string;
    readonly column: string;
    readonly rows: readonly KeptRow[];
  }[];
  /** After an update: the `updated_at` of each row by its id. */
  readonly after?: Readonly<Record<string, string>>;
}

/** Rows of all tables that one change keeps; a change of more rows is not kept. */
export const KEPT_ROWS_MAX = 1000;
/** Values of one `in`, well below the limit of a filter. */
const IDS_AT_ONCE = 200;

export class TooManyRows extends Error {}

/** Reads rows with all columns, as a secret caller sees them. Throws `TooManyRows`. */
export async function readKept(
  context: RowsContext,
  target: Target,
  filters: readonly unknown[],
): Promise<readonly KeptRow[]> {
  const input = { filters, limit: KEPT_ROWS_MAX, count: 'exact' as const };
  const { json, count = 0 } = await listRows(context, target, () => input);
  if (count > KEPT_ROWS_MAX) throw new TooManyRows();
  return JSON.parse(`[${json}]`) as KeptRow[];
}

export async function readByIds(
  context: RowsContext,
  target: Target,
  column: string,
  ids: readonly string[],
): Promise<readonly KeptRow[]> {
  const rows: KeptRow[] = [];
  for (let at = 0; at < ids.length; at += IDS_AT_ONCE) {
    const some = ids.slice(at, at + IDS_AT_ONCE);
    rows.push(...(await readKept(context, target, [{ [column]: { in: some } }])));
    if (rows.length > KEPT_ROWS_MAX) throw new TooManyRows();
  }
  return rows;
}

/** Reads the rows, those deleted along with them, and references set to null. Throws `TooManyRows`. */
export async function readDeletion(
  context: RowsContext,
  target: Target,
  rows: readonly KeptRow[],
): Promise<KeptContent> {
  const tables: { table: string; rows: KeptRow[] }[] = [];
  const references: { table: string; column: string; rows: readonly KeptRow[] }[] = [];
  const seen = new Set<string>();
  const { tables: known } = await context.tables.catalogue(target.project);
  const open: { table: Table | undefined; rows: readonly KeptRow[] }[] = [{ table: known.get(target.table), rows }];
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    const { table } = next;
    if (table === undefined) continue;
    const found = next.rows.filter(({ id }) => !seen.has(`${table.name} ${id}`));
    if (found.length === 0) continue;
    for (const { id } of found) seen.add(`${table.name} ${id}`);
    if (seen.size > KEPT_ROWS_MAX) throw new TooManyRows();
    tables.push({ table: table.name, rows: [...found] });
    for (const { table: other, column, onDelete } of table.referrers ?? []) {
      if (onDelete === 'restrict') continue;
      const from = { ...target, table: other };
      const referring = await readByIds(
        context,
        from,
        column,
        found.map(({ id }) => id),
      );
      if (referring.length === 0) continue;
      if (onDelete === 'cascade') open.push({ table: known.get(other), rows: referring });
      else
        references.push({
          table: other,
          column,
          rows: referring.map((row) => ({ id: row.id, [column]: row[column] })),
        });
    }
  }
  return { tables, ...(references.length > 0 && { references }) };
}
