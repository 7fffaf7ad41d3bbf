import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { and, bindFilter, type Condition, not, parseFilter } from '../../../src/database/filter/index.ts';
import { compileList, type Place } from '../../../src/database/sql/index.ts';
import { describeAggregates } from './aggregate-statements.ts';
import { describeInserts } from './insert-statements.ts';
import { describePages } from './page-statements.ts';
import { describeReads } from './read-statements.ts';
import { caseRows, casesTable, orderCases, rowCases } from './row-cases.ts';
import { columnNamed } from './sample-people.ts';
import { sampleId } from './sample-table.ts';
import { EVERYTHING, fill, listRows, rowsOf, type StatementRunner } from './statement-runner.ts';
import { describeTexts } from './text-properties.ts';
import { describeUpdates } from './update-statements.ts';
import { describeUpserts } from './upsert-statements.ts';

export function describeRowStatements(name: string, open: () => Promise<StatementRunner>): void {
  describe(`statements on rows, ${name}`, () => {
    const opened: StatementRunner[] = [];
    const runner = (): StatementRunner => {
      const [first] = opened;
      if (first === undefined) throw new Error('no connection is open');
      return first;
    };
    beforeAll(async () => {
      opened.push(await open());
      await fill(runner(), casesTable, caseRows);
    });
    afterAll(async () => {
      await opened.pop()?.[Symbol.asyncDispose]();
    });

    describeFilters(runner);
    describeOrders(runner);
    describePages(runner);
    describeTexts(runner);
    describeAggregates(runner);
    describeInserts(runner);
    describeUpserts(runner);
    describeUpdates(runner);
    describeReads(runner);
  });
}

function describeFilters(runner: () => StatementRunner): void {
  const labels = Array.from(caseRows, ({ label }) => label).join('');

  test.each(rowCases)('$filter finds "$matches", and its negation finds the rest', async ({ filter, matches }) => {
    const condition = bindFilter(parseFilter(filter), casesTable.columnByName);
    expect(await labelsOf(runner(), condition)).toBe(matches);
    const rest = [...labels].filter((label) => !matches.includes(label)).join('');
    expect(await labelsOf(runner(), not(condition))).toBe(rest);
    expect(await labelsOf(runner(), and(condition, { kind: 'not', term: condition }))).toBe('');
  });
}

function describeOrders(runner: () => StatementRunner): void {
  test.each(orderCases)('ordered by $order the rows are $labels', async ({ order, labels }) => {
    const terms = order.map(([name, direction]) => {
      const column = casesTable.columnByName.get(name);
      if (column === undefined) throw new Error(`no column ${name}`);
      return { column, direction };
    });
    const scope = { table: casesTable, columns: casesTable.columns, condition: EVERYTHING };
    const read = compileList(runner().dialect, { scope, order: terms, limit: 100, offset: 0, count: true });
    expect((await listRows(runner(), read)).map(({ label }) => label).join('')).toBe(labels);
    expect(await runner().run(read.count?.statement ?? read.rows)).toEqual([{ count: labels.length }]);
    const page = compileList(runner().dialect, { scope, order: terms, limit: 3, offset: 2, count: false });
    expect((await rowsOf(runner(), page.rows)).map(({ label }) => label).join('')).toBe(labels.slice(2, 5));
  });

  test('a row is returned as JSON with wire names, in the order of the table', async () => {
    const scope = { table: casesTable, columns: casesTable.columns, condition: EVERYTHING };
    const { rows } = compileList(runner().dialect, { scope, order: [], limit: 1, offset: 0, count: false });
    const [row] = await runner().run(rows);
    const { label: _, owner_id: owner, json, ...values } = caseRows[0] ?? {};
    expect(String(row?.['json'])).toBe(
      `{"id":"${sampleId(1)}","created_at":"2026-03-04T05:06:07.089Z","updated_at":"2026-03-04T05:06:07.089Z","owner_id":"${owner}",` +
        `"label":"a","value":"apple","type":1,"order":0.5,"and":true,"at":"${values['at']}","day":"2026-01-31","json":${json},"r":null,"oid":null}`,
    );
  });

  test('selected columns come in the order of the table, for any order in the request', async () => {
    const columns = casesTable.columns.filter(({ name }) => name === 'oid' || name === 'type' || name === 'order');
    const scope = { table: casesTable, columns: casesTable.columns, condition: EVERYTHING };
    const selection = { scope, order: [], limit: 2, offset: 1, count: false, columns: columns.toReversed() };
    const read = compileList(runner().dialect, selection);
    const rows = await runner().run(read.rows);
    expect(rows.map(({ json }) => JSON.parse(String(json)))).toEqual([
      { type: Number.MAX_SAFE_INTEGER, order: 1e21, oid: null },
      { type: -Number.MAX_SAFE_INTEGER, order: -1.5, oid: null },
    ]);
    expect(String(rows[1]?.['json'])).toBe('{"type":-9007199254740991,"order":-1.5,"oid":null}');
  });
}

async function labelsOf(runner: StatementRunner, filter: Condition): Promise<string> {
  const scope = { table: casesTable, columns: casesTable.columns, condition: EVERYTHING };
  const read = compileList(runner.dialect, { scope, filter, order: [], limit: 100, offset: 0, count: true });
  const rows = await listRows(runner, read);
  await expectSameByOrder(runner, filter, rows.length);
  const counted = read.count === undefined ? [] : await runner.run(read.count.statement);
  expect(counted).toEqual([{ count: rows.length }]);
  return rows.map(({ label }) => label).join('');
}

/** Every access path must return the same rows, for any order and any start of the page. */
async function expectSameByOrder(runner: StatementRunner, filter: Condition, count: number): Promise<void> {
  const scope = { table: casesTable, columns: casesTable.columns, condition: EVERYTHING };
  for (const [name, direction] of [
    ['created_at', 'desc'],
    ['type', 'desc'],
    ['day', 'asc'],
  ] as const) {
    const order = [{ column: columnNamed(casesTable, name), direction }];
    const whole = { scope, filter, order, limit: 100, offset: 0, count: false };
    const rows = await listRows(runner, compileList(runner.dialect, whole));
    expect(rows).toHaveLength(count);
    const [first] = rows;
    if (first === undefined) continue;
    const values = [first[name], first['id']] as Place['values'];
    const page = compileList(runner.dialect, { ...whole, place: { side: 'after', values } });
    expect(await listRows(runner, page)).toEqual(rows.slice(1));
  }
}
