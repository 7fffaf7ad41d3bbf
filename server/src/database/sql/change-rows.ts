import { settlingId } from '../counts/settling.ts';
import type { RowStep, TableEffect } from '../database.ts';
import type { Dialect } from '../dialect.ts';
import type { Condition } from '../filter/condition.ts';
import type { Column, Table } from '../schema/table.ts';
import type { Statement, Value } from '../statement.ts';
import { Bindings } from './bindings.ts';
import { compileCheck, compileCondition, compileWhere } from './compile-condition.ts';
import { ROW } from './names.ts';
import { fromTable } from './order-by.ts';
import { checkPatched, looksInto, showAfter } from './own-lookups.ts';
import { rowJson } from './row-json.ts';
import { keptWords, wordSets } from './word-columns.ts';

const ALWAYS: Condition = { kind: 'always' };

/** The columns of changed rows that the caller gets back; undefined when the caller may not see the rows. */
export type ReturnedColumns = readonly Column[] | undefined;

/** When no row was touched: return nothing, or check whether the caller may at least see the row. */
export type OnNoMatch = 'nothing' | { readonly visible: Condition };

export interface RowsUpdate {
  readonly table: Table;
  /** Includes `updated_at`. */
  readonly patch: ReadonlyMap<Column, Value>;
  readonly where: Condition;
  readonly check: Condition;
  readonly shown: ReturnedColumns;
  readonly shownWhen?: Condition | undefined;
  /** When more rows than this are touched, none is returned. */
  readonly bulkMax?: number | undefined;
  readonly onNoMatch: OnNoMatch;
}

export type RowsDelete = Pick<RowsUpdate, 'table' | 'where' | 'shown' | 'shownWhen' | 'bulkMax' | 'onNoMatch'>;

export function updateRows(dialect: Dialect, update: RowsUpdate): RowStep {
  const { table, patch, where, check } = update;
  return changeRows(dialect, update, {
    action: 'update',
    check: looksInto(check, table) ? ALWAYS : check,
    checks: looksInto(check, table) ? [{ statement: checkPatched(dialect, update), row: 0 }] : undefined,
    change: (into) => {
      // In the table's order, so that equal patches share one SQL text.
      const columns = table.columns.filter((column) => patch.has(column));
      const sets = columns.map(
        (column) => `"${column.physical}" = ${into.bind(patch.get(column) ?? null, column.type)}`,
      );
      for (const words of keptWords(dialect, table)) {
        if (patch.has(words.column)) sets.push(...wordSets(into, words, patch.get(words.column) ?? null));
      }
      const target = `UPDATE ${dialect.table(table.physical)} AS ${ROW} SET ${sets.join(', ')}`;
      return target + compileWhere(where, into, ROW);
    },
  });
}

export function deleteRows(dialect: Dialect, rows: RowsDelete): RowStep {
  const { table, where } = rows;
  const change = (into: Bindings): string =>
    `DELETE FROM ${dialect.table(table.physical)} AS ${ROW}${compileWhere(where, into, ROW)}`;
  const step = changeRows(dialect, rows, { action: 'delete', check: ALWAYS, change });
  if (!dialect.cascadesAtOnce || !table.cascadesTo.includes(table.id)) return step;
  const into = new Bindings(dialect);
  return { ...step, statements: [into.statement(change(into))], preImage: selectPreImage(dialect, rows) };
}

function selectPreImage(dialect: Dialect, rows: RowsDelete): NonNullable<RowStep['preImage']> {
  const { table, where, shown, shownWhen } = rows;
  const select = (output: (into: Bindings) => string, order = ''): Statement => {
    const into = new Bindings(dialect);
    const text = `SELECT ${output(into)}${fromTable(dialect, table)}`;
    return into.statement(`${text}${compileWhere(where, into, ROW)}${order}`);
  };
  return {
    rows: select((into) => `${shownJson(into, ROW, { shown, shownWhen })} AS "json"`, ` ORDER BY ${ROW}."id"`),
    count: select(() => 'count(*) AS "count"'),
  };
}

interface Change {
  readonly action: 'update' | 'delete';
  readonly check: Condition;
  readonly checks?: RowStep['checks'];
  readonly change: (into: Bindings) => string;
}

function changeRows(dialect: Dialect, rows: RowsDelete, { action, check, checks, change }: Change): RowStep {
  const { table, where, shown, shownWhen, bulkMax, onNoMatch } = rows;
  const shownAfter = showAfter(dialect, rows);
  const make = (columns: ReturnedColumns): Statement => {
    const into = new Bindings(dialect);
    return into.statement(returningRows(into, change(into), { table, check, shown: columns, shownWhen, sorted: true }));
  };
  const bulk = (): Statement => {
    if (check.kind !== 'always') return make(undefined);
    // No row needs checking, so the number of rows is enough.
    const into = new Bindings(dialect);
    return into.statement(change(into));
  };
  return {
    kind: 'rows',
    action,
    table: tableEffect(table),
    firstId: idOf(where),
    statements: [make(shownAfter === undefined ? shown : undefined)],
    ...(checks && { checks }),
    ...(shownAfter && { shownAfter }),
    ...(bulkMax === undefined
      ? {}
      : { bulk: { statement: bulk(), probe: probe(dialect, table, where, bulkMax), shownMax: bulkMax } }),
    onNoMatch: onNoMatch === 'nothing' ? 'nothing' : selectVisible(dialect, table, onNoMatch.visible),
  };
}

function idOf(where: Condition): string | undefined {
  if (where.kind === 'and') return where.terms.map(idOf).find((id) => id !== undefined);
  if (where.kind !== 'compare' || where.op !== 'eq' || where.column.name !== 'id') return undefined;
  const [id] = where.values;
  return typeof id === 'string' ? settlingId(id) : undefined;
}

export interface ReturnedRows {
  readonly table: Table;
  readonly check: Condition;
  readonly shown: ReturnedColumns;
  readonly shownWhen: Condition | undefined;
  readonly sorted: boolean;
}

export interface ReturnedNewRows extends Omit<ReturnedRows, 'sorted'> {
  readonly isIdKnown: boolean;
}

export function returningRows(into: Bindings, change: string, returned: ReturnedRows): string {
  const { table, check, shown, shownWhen, sorted } = returned;
  const output = (row: string): string =>
    `${row}."id" AS "id", ${compileCheck(check, into, row)} AS "ok", ${shownJson(into, row, { shown, shownWhen })} AS "json"`;
  return into.dialect.returning(change, table.physical, output, sorted);
}

/** An INSERT that returns only the result columns that are needed: `ok` and `json`, one of them, or none. */
export function insertReturning(into: Bindings, change: string, returned: ReturnedNewRows): string {
  const { table, check, shown, shownWhen, isIdKnown } = returned;
  if (check.kind === 'always' && shown === undefined && isIdKnown) return change;
  const output = (row: string): string => {
    const id = isIdKnown ? '' : `${row}."id" AS "id", `;
    const ok = check.kind === 'always' ? '' : `${compileCheck(check, into, row)} AS "ok", `;
    return `${id}${ok}${shownJson(into, row, { shown, shownWhen })} AS "json"`;
  };
  return into.dialect.returning(change, table.physical, output, false);
}

export function shownJson(
  into: Bindings,
  row: string,
  { shown, shownWhen }: Pick<ReturnedRows, 'shown' | 'shownWhen'>,
): string {
  if (shown === undefined) return 'NULL';
  const json = rowJson(into.dialect, shown, row);
  if (shownWhen === undefined || shownWhen.kind === 'always') return json;
  return `CASE WHEN ${compileCondition(shownWhen, into, row)} THEN ${json} END`;
}

export function tableEffect({ id, physical, cascadesTo }: Table): TableEffect {
  return { id, physical, cascadesTo };
}

function probe(dialect: Dialect, table: Table, where: Condition, max: number): Statement {
  const into = new Bindings(dialect);
  const rows = `SELECT 1${fromTable(dialect, table)}${compileWhere(where, into, ROW)}`;
  return into.statement(`SELECT count(*) AS "count" FROM (${rows} LIMIT ${into.bind(max + 1, 'integer')}) AS _p`);
}

function selectVisible(dialect: Dialect, table: Table, visible: Condition): Statement {
  const into = new Bindings(dialect);
  const where = compileWhere(visible, into, ROW);
  return into.statement(`SELECT 1 AS "found"${fromTable(dialect, table)}${where} LIMIT 1`);
}
