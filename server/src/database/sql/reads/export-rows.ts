import type { ExportFormat, ExportRead } from '../../database.ts';
import type { Dialect } from '../../dialect.ts';
import type { Condition } from '../../filter/condition.ts';
import type { Column } from '../../schema/table.ts';
import { Bindings } from '../bindings.ts';
import { compileCondition, compileWhere } from '../compile-condition.ts';
import { ROW } from '../names.ts';
import { fromTable, isIdOrder, orderBy, totalOrder } from '../order-by.ts';
import { rowJson, selectRowJson } from '../row-json.ts';
import { inTableOrder, type OrderTerm, type Scope, within } from '../scope.ts';
import { findSearch, rankedText, searchedByRow } from '../search-rows.ts';

export interface RowExport {
  readonly scope: Scope;
  readonly filter?: Condition | undefined;
  readonly order: readonly OrderTerm[];
  readonly columns?: readonly Column[] | undefined;
  readonly format: ExportFormat;
}

export function exportRows(dialect: Dialect, { scope, filter, order, columns, format }: RowExport): ExportRead {
  const { table } = scope;
  const condition = within(scope, filter);
  const shown = columns === undefined ? scope.columns : inTableOrder(table, columns);
  const json = rowJson(dialect, shown, ROW);
  const { before, after } = selectRowJson(dialect, shown);
  const from = fromTable(dialect, table);
  const searched = findSearch(dialect, condition);
  const rows = (into: Bindings): string =>
    searched !== undefined && order.length === 0
      ? rankedText(into, searched, { text: '', span: undefined })
      : from + compileWhere(condition, into, ROW) + orderBy(dialect, totalOrder(table, order));
  const id = `${ROW}."id"`;

  const whole = new Bindings(dialect);
  const ids = new Bindings(dialect);
  const among = new Bindings(dialect);
  const rest = compileCondition(searched === undefined ? condition : searchedByRow(searched), among, ROW);
  return {
    whole: whole.statement(before + rows(whole) + after),
    // A search runs once, not again for every page.
    afterId: isIdOrder(order) && searched === undefined ? afterId(dialect, condition, { json, from }) : undefined,
    ids: ids.statement(`SELECT ${id} AS "id"${rows(ids)}`),
    // Repeats the condition: a row may have changed since its id was read.
    amongIds: among.statement(
      `SELECT ${id} AS "id", ${json} AS "json"${from} WHERE ${rest} AND ${among.bindAmong(id, [], 'uuid')}`,
    ),
    format,
  };
}

function afterId(dialect: Dialect, condition: Condition, { json, from }: { json: string; from: string }) {
  const into = new Bindings(dialect);
  const id = `${ROW}."id"`;
  const where = `${compileCondition(condition, into, ROW)} AND ${id} > ${into.bind(NIL_UUID, 'uuid')}`;
  const limit = into.bind(1, 'integer');
  return into.statement(`SELECT ${id} AS "id", ${json} AS "json"${from} WHERE ${where} ORDER BY ${id} LIMIT ${limit}`);
}

/** Sorts before every other id; the database never generates it. */
const NIL_UUID = '00000000-0000-0000-0000-000000000000';
