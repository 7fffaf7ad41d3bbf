import type { Project } from '../../../callers/index.ts';
import type { Condition } from '../../../database/filter/index.ts';
import type { RowStep, Value } from '../../../database/index.ts';
import type { Column, Table } from '../../../database/schema/index.ts';
import { visibleColumns } from '../../../database/schema/index.ts';
import { compileList, deleteRows, idIs, insertRows, updateRows } from '../../../database/sql/index.ts';
import { isoTime } from '../../../platform/clock.ts';
import type { PaymentsContext } from '../payments-context.ts';

const ALWAYS: Condition = { kind: 'always' };

export type ProviderRow = Readonly<Record<string, unknown>>;

export async function readRows(
  { database }: Pick<PaymentsContext, 'database'>,
  { store }: Project,
  table: Table,
  { filter, limit }: { readonly filter: Condition; readonly limit: number },
): Promise<readonly ProviderRow[]> {
  const scope = { table, columns: visibleColumns(table, true), condition: ALWAYS };
  const read = compileList(database.dialect, { scope, filter, order: [], limit, offset: 0, count: false });
  const { json } = await database.list(store, read);
  return JSON.parse(`[${json}]`) as ProviderRow[];
}

export async function readRowsById(
  context: Pick<PaymentsContext, 'database'>,
  project: Project,
  table: Table,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ProviderRow>> {
  if (ids.length === 0) return new Map();
  const filter: Condition = { kind: 'compare', column: columnOf(table, 'id'), op: 'in', values: ids };
  const rows = await readRows(context, project, table, { filter, limit: ids.length });
  return new Map(rows.map((row) => [String(row['id']), row]));
}

export interface RowChange {
  readonly id: string;
  readonly kind: 'added' | 'changed' | 'removed';
  readonly step: RowStep;
}

interface Versions {
  readonly id: string;
  readonly before: ProviderRow | undefined;
  readonly after: object | undefined;
}

export function changeRow(
  { database: { dialect }, clock }: Pick<PaymentsContext, 'database' | 'clock'>,
  table: Table,
  { id, before, after }: Versions,
): RowChange | undefined {
  const where = idIs(table, id);
  if (after === undefined) {
    if (before === undefined) return undefined;
    return { id, kind: 'removed', step: deleteRows(dialect, { table, where, shown: undefined, onNoMatch: 'nothing' }) };
  }
  const now = isoTime(clock.now());
  const entries: [string, unknown][] = Object.entries(after);
  const changed = entries.filter(
    ([name, value]) => before === undefined || JSON.stringify(before[name] ?? null) !== JSON.stringify(value),
  );
  if (changed.length === 0) return undefined;
  const values = new Map(changed.map(([name, value]) => [columnOf(table, name), storedValue(value)] as const));
  values.set(columnOf(table, 'updated_at'), now);
  if (before !== undefined) {
    const step = updateRows(dialect, {
      table,
      patch: values,
      where,
      check: ALWAYS,
      shown: undefined,
      onNoMatch: 'nothing',
    });
    return { id, kind: 'changed', step };
  }
  values.set(columnOf(table, 'id'), id).set(columnOf(table, 'created_at'), now);
  return { id, kind: 'added', step: insertRows(dialect, { table, rows: [values], check: ALWAYS, shown: undefined }) };
}

function storedValue(value: unknown): Value {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : (value as Value);
}

export function columnOf(table: Table, name: string): Column {
  const column = table.columnByName.get(name);
  if (column === undefined) throw new Error(`${table.name} has no column ${name}.`);
  return column;
}
