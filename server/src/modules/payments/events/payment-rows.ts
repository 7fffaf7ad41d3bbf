import type { Project } from '../../../callers/index.ts';
import type { RowStep } from '../../../database/database.ts';
import type { Condition } from '../../../database/filter/index.ts';
import type { Column, Table } from '../../../database/schema/index.ts';
import { visibleColumns } from '../../../database/schema/index.ts';
import { deleteRows, idIs, insertRows, selectRows, updateRows } from '../../../database/sql/index.ts';
import type { Value } from '../../../database/statement.ts';
import { isoTime } from '../../../platform/clock.ts';
import type { PaymentsContext } from '../payments-context.ts';
import type { Payment } from './payment-of.ts';

const ALWAYS: Condition = { kind: 'always' };

/** Rows of `payments` as they are, by id. */
export type PaymentRows = ReadonlyMap<string, Readonly<Record<string, unknown>>>;

export async function readPayments(
  { database }: Pick<PaymentsContext, 'database'>,
  { store }: Project,
  table: Table,
  ids: readonly string[],
): Promise<PaymentRows> {
  if (ids.length === 0) return new Map();
  const filter: Condition = { kind: 'compare', column: columnOf(table, 'id'), op: 'in', values: ids };
  const scope = { table, columns: visibleColumns(table, true), condition: ALWAYS };
  const read = selectRows(database.dialect, { scope, filter, order: [], limit: ids.length, offset: 0, count: false });
  const { json } = await database.list(store, read);
  const rows = JSON.parse(`[${json}]`) as Record<string, unknown>[];
  return new Map(rows.map((row) => [String(row['id']), row]));
}

/** Steps that make the row of a payment as it is to be; none when it is so. */
export function paymentSteps(
  { database: { dialect }, clock }: Pick<PaymentsContext, 'database' | 'clock'>,
  table: Table,
  {
    id,
    before,
    after,
  }: { id: string; before: Readonly<Record<string, unknown>> | undefined; after: Payment | undefined },
): readonly RowStep[] {
  if (after === undefined)
    return before === undefined
      ? []
      : [deleteRows(dialect, { table, where: idIs(table, id), shown: undefined, whenNone: 'nothing' })];
  const now = isoTime(clock.now());
  const changed = Object.entries(after).filter(
    ([name, value]) => before === undefined || JSON.stringify(before[name] ?? null) !== JSON.stringify(value),
  );
  if (changed.length === 0) return [];
  const values = new Map(changed.map(([name, value]) => [columnOf(table, name), storedValue(value)] as const));
  values.set(columnOf(table, 'updated_at'), now);
  if (before !== undefined) {
    const where = idIs(table, id);
    return [updateRows(dialect, { table, patch: values, where, check: ALWAYS, shown: undefined, whenNone: 'nothing' })];
  }
  values.set(columnOf(table, 'id'), id).set(columnOf(table, 'created_at'), now);
  return [insertRows(dialect, { table, rows: [values], check: ALWAYS, shown: undefined })];
}

function storedValue(value: Payment[keyof Payment]): Value {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}

function columnOf(table: Table, name: string): Column {
  const column = table.columnByName.get(name);
  if (column === undefined) throw new Error(`payments have no ${name}`);
  return column;
}
