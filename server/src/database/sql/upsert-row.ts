import type { RowStep } from '../database.ts';
import type { Dialect } from '../dialect.ts';
import type { Condition } from '../filter/condition.ts';
import type { Column, Table } from '../schema/table.ts';
import { Bindings } from './bindings.ts';
import { type Shown, shownJson, tableEffect } from './change-rows.ts';
import { compileCondition, compileWhere } from './compile-condition.ts';
import { insertText, type NewRow } from './insert-rows.ts';
import { columnOf, ROW } from './names.ts';
import { fromTable } from './order-by.ts';
import { idIs } from './scope.ts';

export interface RowUpsert {
  readonly table: Table;
  /** The row to insert, complete. */
  readonly row: NewRow;
  /** Columns that overwrite the row that is there; others keep their values, but `updated_at` becomes `now`. */
  readonly sent: readonly Column[];
  /** The columns of a unique index, or the id alone. */
  readonly on: readonly Column[];
  /** On a new row. */
  readonly createCheck: Condition;
  readonly update: {
    /** On the row that is there: it may be read and updated. */
    readonly scope: Condition;
    /** On the row as it becomes. */
    readonly check: Condition;
  };
  readonly shown: Shown;
  /** On the row as it becomes: others are touched but not shown. */
  readonly shownWhen?: Condition | undefined;
  /** Of the row to insert. */
  readonly id: string;
  /** ISO 8601 UTC. */
  readonly now: string;
}

/**
 * Inserts the row, or updates the one that has its value of `on`. A row that is there and may not be updated fails as a
 * duplicate. A new row is known by its id; when the id itself is what conflicts, a look before the change tells.
 */
export function upsertRow(dialect: Dialect, upsert: RowUpsert): RowStep {
  const { table, row, on, shown, shownWhen, id } = upsert;
  const into = new Bindings(dialect);
  const insert = insertText(into, table, [row]);
  const conflict = `ON CONFLICT (${on.map(({ physical }) => `"${physical}"`).join(', ')})`;
  const change = `${insert} ${conflict} DO ${overwriteText(into, upsert)}`;
  const output = (changed: string): string => {
    const ok = checkText(into, changed, upsert);
    return `${changed}."id" AS "id", ${ok} AS "ok", ${shownJson(into, changed, { shown, shownWhen })} AS "json"`;
  };
  return {
    kind: 'rows',
    action: 'upsert',
    table: tableEffect(table),
    statements: [into.statement(dialect.returning(change, table.physical, output, false))],
    newIds: [id],
    ...(on.some(({ name }) => name === 'id') ? { existing: existing(dialect, table, id) } : {}),
    whenNone: 'duplicate',
  };
}

/** Citus takes no condition that is never true here. */
function overwriteText(into: Bindings, upsert: RowUpsert): string {
  const { scope } = upsert.update;
  if (scope.kind === 'never') return 'NOTHING';
  return `UPDATE SET ${setText(into, upsert)}${compileWhere(scope, into, ROW)}`;
}

function setText(into: Bindings, { table, sent, on, now }: RowUpsert): string {
  const sets: string[] = [];
  for (const column of table.columns) {
    if (on.includes(column)) continue;
    if (sent.includes(column)) sets.push(`"${column.physical}" = excluded."${column.physical}"`);
    else if (column.name === 'updated_at') sets.push(`"updated_at" = ${into.bind(now, 'timestamp')}`);
  }
  return sets.join(', ');
}

function checkText(into: Bindings, row: string, { createCheck, update, id }: RowUpsert): string {
  if (createCheck.kind === 'always' && update.check.kind === 'always') return '1';
  const isNew = `${columnOf(row, { physical: 'id' })} = ${into.bind(id, 'uuid')}`;
  const ok = `CASE WHEN ${isNew} THEN ${compileCondition(createCheck, into, row)} ELSE ${compileCondition(update.check, into, row)} END`;
  return `CASE WHEN ${ok} THEN 1 ELSE 0 END`;
}

function existing(dialect: Dialect, table: Table, id: string) {
  const into = new Bindings(dialect);
  const where = compileWhere(idIs(table, id), into, ROW);
  return into.statement(`SELECT 1 AS "found"${fromTable(dialect, table)}${where}`);
}
