import type { CheckBefore, RowStep } from '../database.ts';
import type { Dialect } from '../dialect.ts';
import { and } from '../filter/combine.ts';
import type { Condition } from '../filter/condition.ts';
import type { Column, Table } from '../schema/table.ts';
import type { Value } from '../statement.ts';
import { Bindings } from './bindings.ts';
import { type ReturnedColumns, shownJson, tableEffect } from './change-rows.ts';
import { compileCondition, compileWhere } from './compile-condition.ts';
import { insertText, type NewRow } from './insert-rows.ts';
import { columnOf, ROW } from './names.ts';
import { fromTable } from './order-by.ts';
import { boundColumn, checkPatched, looksInto, showAfter } from './own-lookups.ts';
import { idIs } from './scope.ts';
import { keptWords } from './word-columns.ts';

export interface RowUpsert {
  readonly table: Table;
  readonly row: NewRow;
  /** Columns to overwrite in an existing row; others keep their values, but `updated_at` becomes `now`. */
  readonly sent: readonly Column[];
  /** The columns of a unique index, or only the id. */
  readonly on: readonly Column[];
  readonly createCheck: Condition;
  readonly update: {
    readonly scope: Condition;
    readonly check: Condition;
  };
  readonly shown: ReturnedColumns;
  readonly shownWhen?: Condition | undefined;
  readonly id: string;
  readonly now: string;
}

/**
 * An existing row that the caller may not update fails as a duplicate. A new row is recognised by its id; when the
 * conflict is on the id itself, a read before the change decides.
 */
export function upsertRow(dialect: Dialect, upsert: RowUpsert): RowStep {
  const { table, row, on, shown, shownWhen, id } = upsert;
  const shownAfter = showAfter(dialect, upsert);
  const isCheckedBefore = looksInto(upsert.createCheck, table) || looksInto(upsert.update.check, table);
  const into = new Bindings(dialect);
  const insert = insertText(into, table, [row]);
  const conflict = `ON CONFLICT (${on.map(({ physical }) => `"${physical}"`).join(', ')})`;
  const change = `${insert} ${conflict} DO ${overwriteText(into, upsert)}`;
  const output = (changed: string): string => {
    const ok = isCheckedBefore ? '1' : checkText(into, changed, upsert);
    const json = shownAfter === undefined ? shownJson(into, changed, { shown, shownWhen }) : 'NULL';
    return `${changed}."id" AS "id", ${ok} AS "ok", ${json} AS "json"`;
  };
  return {
    kind: 'rows',
    action: 'upsert',
    table: tableEffect(table),
    ...(isCheckedBefore && { checks: checksBefore(dialect, upsert) }),
    shownAfter,
    statements: [into.statement(dialect.returning(change, table.physical, output, false))],
    newIds: [id],
    ...(on.some(({ name }) => name === 'id') ? { existing: existing(dialect, table, id) } : {}),
    onNoMatch: 'duplicate',
  };
}

/** The check of a new row, unless an existing row would be updated, and the check of that row after the change. */
function checksBefore(dialect: Dialect, { table, row, sent, on, createCheck, update, now }: RowUpsert): CheckBefore[] {
  const isThere = conflictsWith(row, on);
  const into = new Bindings(dialect);
  const values = table.columns.map(
    (column) => `${boundColumn(into, column, row.get(column) ?? null)} AS "${column.physical}"`,
  );
  const found = `SELECT 1${fromTable(dialect, table)}${compileWhere(isThere, into, ROW)}`;
  const passes = compileCondition(createCheck, into, ROW);
  const created = into.statement(
    `SELECT CASE WHEN EXISTS (${found}) THEN 1 WHEN ${passes} THEN 1 ELSE 0 END AS "ok" FROM (SELECT ${values.join(', ')}) AS ${ROW}`,
  );
  const patch = new Map<Column, Value>();
  for (const column of table.columns) {
    if (on.includes(column)) continue;
    if (sent.includes(column)) patch.set(column, row.get(column) ?? null);
    else if (column.name === 'updated_at') patch.set(column, now);
  }
  const updated = checkPatched(dialect, { table, patch, where: and(isThere, update.scope), check: update.check });
  return [created, updated].map((statement) => ({ statement, row: 0 }));
}

/** Matches the existing row, if any: null conflicts with nothing. */
function conflictsWith(row: NewRow, on: readonly Column[]): Condition {
  const terms = on.map((column): Condition => {
    const value = row.get(column);
    if (value === undefined || value === null || typeof value === 'object') return { kind: 'never' };
    return { kind: 'compare', column, op: 'eq', values: [value] };
  });
  return and(...terms);
}

/** Citus refuses a condition here that is never true. */
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
  for (const { column, kept } of keptWords(into.dialect, table)) {
    if (!sent.includes(column) || on.includes(column)) continue;
    for (const { physical } of kept) sets.push(`"${physical}" = excluded."${physical}"`);
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
