import { describe, expect, test } from 'vitest';
import type { RowStep, Statement, StepResult, Value } from '../database.ts';
import { bindFilter, type Condition, parseFilter } from '../filter/index.ts';
import type { Column, Table } from '../schema/table.ts';
import {
  deleteRows,
  exportRows,
  idIs,
  insertRows,
  selectRow,
  testCondition,
  updateRows,
  upsertRow,
} from '../sql/index.ts';
import { runSteps } from '../writes/run-steps.ts';
import { SAMPLE_TIME, sampleColumn, sampleId, sampleRow, sampleTable } from './sample-table.ts';
import { EVERYTHING, fill, rowsOf, type StatementRunner } from './statement-runner.ts';

const LATER = '2027-01-01T00:00:00.000Z';

/** Columns called like what stands around them in the statements. */
const columns: readonly Column[] = [
  sampleColumn('email', 'text', { unique: true }),
  sampleColumn('excluded', 'integer'),
  sampleColumn('value', 'json'),
  sampleColumn('on', 'boolean'),
  sampleColumn('secret', 'text', { hidden: true, default: 'kept' }),
];

export function describeChanges(runner: () => StatementRunner): void {
  const prepare = async (name: string, rows: readonly Readonly<Record<string, unknown>>[] = THREE): Promise<Table> => {
    const table = sampleTable(name, columns);
    await fill(runner(), table, rows);
    return table;
  };
  const change = (step: RowStep): Promise<StepResult> => drive(runner(), step);
  const all = async (table: Table) => {
    const scope = { table, columns: table.columns, condition: EVERYTHING };
    const { whole } = exportRows(runner().dialect, { scope, order: [], format: { kind: 'json' } });
    return rowsOf(runner(), whole);
  };

  describe('inserts', () => {
    test('many rows come back in the order they were sent, and a hidden column is kept but not shown', async () => {
      const table = await prepare('insert_many', []);
      const rows = Array.from({ length: 123 }, (_, index) => sampleRow(table, 500 - index, { excluded: index }));
      const shown = table.columns.filter(({ name }) => name === 'excluded');
      const result = await change(insertRows(runner().dialect, { table, rows, check: EVERYTHING, shown, ids: [] }));
      expect(result).toMatchObject({ kind: 'rows', touched: 123, created: 123 });
      expect(shownRows(result)).toEqual(rows.map((_, index) => ({ excluded: index })));
      expect((await all(table)).every(({ secret }) => secret === 'kept')).toBe(true);
    });

    test('a new row that fails the rule fails the step', async () => {
      const table = await prepare('insert_checked', []);
      const insert = (excluded: number | null) =>
        insertRows(runner().dialect, {
          table,
          rows: [sampleRow(table, 1, { excluded })],
          check: condition(table, 'excluded:lt:5'),
          shown: undefined,
          ids: [sampleId(1)],
        });
      await expect(change(insert(5))).rejects.toMatchObject({ error: { kind: 'rule_failed' } });
      await runner().run({ text: `DELETE FROM ${runner().dialect.table('insert_checked')}`, values: [] });
      // Null is not below 5.
      await expect(change(insert(null))).rejects.toMatchObject({ error: { kind: 'rule_failed' } });
      await runner().run({ text: `DELETE FROM ${runner().dialect.table('insert_checked')}`, values: [] });
      expect(await change(insert(4))).toMatchObject({ rows: [null], touched: 1, created: 1 });
    });
  });

  describe('upserts', () => {
    const upsert = (table: Table, values: Readonly<Record<string, unknown>>, rest: object = {}) => {
      const sent = table.columns.filter(({ name }) => name in values);
      return upsertRow(runner().dialect, {
        table,
        row: sampleRow(table, 9, values),
        sent,
        on: columnNamed(table, 'email'),
        createCheck: EVERYTHING,
        update: { scope: EVERYTHING, check: EVERYTHING },
        shown: table.columns,
        id: sampleId(9),
        now: LATER,
        ...rest,
      });
    };

    test('a new value makes a row; a known one changes what was sent and the time of update, nothing else', async () => {
      const table = await prepare('upsert_plain');
      const made = await change(upsert(table, { email: 'new', excluded: 1 }));
      expect(made).toMatchObject({ touched: 1, created: 1 });
      const kept = await change(upsert(table, { email: 'two', on: false }));
      expect(kept).toMatchObject({ touched: 1, created: 0 });
      expect(shownRows(kept)).toEqual([
        expect.objectContaining({
          id: sampleId(2),
          email: 'two',
          excluded: 2,
          on: false,
          value: ['x'],
          secret: 'hidden',
          created_at: SAMPLE_TIME,
          updated_at: LATER,
        }),
      ]);
      expect(await all(table)).toHaveLength(4);
    });

    test('a row that may not be updated is a duplicate, and the checks of create and update are told apart', async () => {
      const table = await prepare('upsert_checked');
      const scope = condition(table, 'excluded:lt:2');
      await expect(
        change(upsert(table, { email: 'two' }, { update: { scope, check: EVERYTHING } })),
      ).rejects.toMatchObject({ error: { kind: 'unique_violation' } });
      const never: Condition = { kind: 'never' };
      const onlyUpdate = { createCheck: never };
      await expect(change(upsert(table, { email: 'new' }, onlyUpdate))).rejects.toMatchObject({
        error: { kind: 'rule_failed' },
      });
      expect(await change(upsert(table, { email: 'one' }, onlyUpdate))).toMatchObject({ created: 0 });
      const onlyCreate = { update: { scope, check: condition(table, 'on:is:true') } };
      await expect(change(upsert(table, { email: 'one', on: false }, onlyCreate))).rejects.toMatchObject({
        error: { kind: 'rule_failed' },
      });
    });

    test('on the id itself, an update is told from an insert', async () => {
      const table = await prepare('upsert_id');
      const on = columnNamed(table, 'id');
      const values = { id: sampleId(3), email: 'renamed' };
      const known = await change(upsert(table, values, { on, id: sampleId(3), row: sampleRow(table, 3, values) }));
      expect(known).toMatchObject({ touched: 1, created: 0 });
      const fresh = { id: sampleId(4), email: 'fresh' };
      const made = await change(upsert(table, fresh, { on, id: sampleId(4), row: sampleRow(table, 4, fresh) }));
      expect(made).toMatchObject({ touched: 1, created: 1 });
      expect((await all(table)).map(({ email }) => email)).toEqual(['one', 'two', 'renamed', 'fresh']);
    });
  });

  describe('updates and deletes', () => {
    const update = (table: Table, where: string, rest: object = {}) =>
      updateRows(runner().dialect, {
        table,
        patch: new Map<Column, Value>([
          [columnNamed(table, 'updated_at'), LATER],
          [columnNamed(table, 'excluded'), 7],
        ]),
        where: condition(table, where),
        check: EVERYTHING,
        shown: columns.slice(0, 2),
        whenNone: 'nothing',
        ...rest,
      });

    test('exactly the rows that match are changed and shown', async () => {
      const table = await prepare('update_some');
      const result = await change(update(table, 'excluded:gte:2'));
      expect(shownRows(result)).toEqual([
        { email: 'two', excluded: 7 },
        { email: 'three', excluded: 7 },
      ]);
      expect((await all(table)).map(({ excluded, updated_at }) => [excluded, updated_at])).toEqual([
        [1, SAMPLE_TIME],
        [7, LATER],
        [7, LATER],
      ]);
      expect(await change(update(table, 'excluded:eq:99'))).toMatchObject({ rows: [], touched: 0 });
    });

    test('above the limit only the number comes back, with or without a rule on the new rows', async () => {
      const table = await prepare('update_bulk');
      expect(await change(update(table, 'excluded:gte:2', { bulkMax: 2 }))).toMatchObject({
        touched: 2,
        rows: [{}, {}].map(() => expect.any(String)),
      });
      expect(await change(update(table, 'email:is:not_null', { bulkMax: 2 }))).toEqual({
        kind: 'rows',
        rows: undefined,
        touched: 3,
        created: 0,
      });
      const check = condition(table, 'excluded:eq:7');
      expect(await change(update(table, 'email:is:not_null', { bulkMax: 2, check }))).toMatchObject({
        rows: undefined,
        touched: 3,
      });
      const failing = condition(table, 'excluded:eq:8');
      await expect(change(update(table, 'email:is:not_null', { bulkMax: 2, check: failing }))).rejects.toMatchObject({
        error: { kind: 'rule_failed' },
      });
    });

    test('a row that may be seen but not changed is told from one that may not be seen', async () => {
      const table = await prepare('update_hidden');
      const visible = { visible: condition(table, 'excluded:lt:3') };
      await expect(change(update(table, 'excluded:eq:99', { whenNone: visible }))).rejects.toMatchObject({
        error: { kind: 'rule_failed' },
      });
      const hidden = { visible: condition(table, 'excluded:gt:99') };
      await expect(change(update(table, 'excluded:eq:99', { whenNone: hidden }))).rejects.toMatchObject({
        error: { kind: 'row_hidden' },
      });
    });

    test('a delete shows the rows as they were', async () => {
      const table = await prepare('delete_some');
      const where = condition(table, 'email:in:(one,three)');
      const step = (bulkMax?: number) =>
        deleteRows(runner().dialect, { table, where, shown: columns.slice(0, 2), bulkMax, whenNone: 'nothing' });
      expect(shownRows(await change(step()))).toEqual([
        { email: 'one', excluded: 1 },
        { email: 'three', excluded: 3 },
      ]);
      expect((await all(table)).map(({ email }) => email)).toEqual(['two']);
      expect(await change(step(0))).toMatchObject({ rows: [], touched: 0 });
    });
  });

  describe('single rows, pages and tests of conditions', () => {
    test('a row is found by its id within the scope only', async () => {
      const table = await prepare('select_one');
      const scope = { table, columns: columns.slice(0, 1), condition: condition(table, 'excluded:lt:3') };
      const find = (index: number) => rowsOf(runner(), selectRow(runner().dialect, scope, sampleId(index)).rows);
      expect(await find(2)).toEqual([{ email: 'two' }]);
      expect(await find(3)).toEqual([]);
    });

    test('an export pages by id, or by lists of ids in any order', async () => {
      const table = await prepare('export_some');
      const scope = { table, columns: columns.slice(0, 1), condition: condition(table, 'excluded:lt:3') };
      const order = [{ column: columnNamed(table, 'email'), direction: 'desc' as const }];
      const read = exportRows(runner().dialect, { scope, order, format: { kind: 'json' } });
      expect(read.afterId).toBeUndefined();
      expect(await rowsOf(runner(), read.whole)).toEqual([{ email: 'two' }, { email: 'one' }]);
      expect(await runner().run(read.ids)).toEqual([{ id: sampleId(2) }, { id: sampleId(1) }]);
      const ids = [sampleId(1), sampleId(3)];
      const among = { ...read.amongIds, values: [...read.amongIds.values.slice(0, -1), ids] };
      expect(await runner().run(among)).toEqual([{ id: sampleId(1), json: '{"email":"one"}' }]);
      const { afterId } = exportRows(runner().dialect, { scope, order: [], format: { kind: 'json' } });
      if (afterId === undefined) throw new Error('an export in the order of the ids pages by id');
      const after = (id: string): Statement => ({ ...afterId, values: [...afterId.values.slice(0, -2), id, 10] });
      expect(await runner().run(afterId)).toEqual([{ id: sampleId(1), json: '{"email":"one"}' }]);
      expect(await runner().run(after(sampleId(1)))).toEqual([{ id: sampleId(2), json: '{"email":"two"}' }]);
    });

    test('a condition is tested against a row that is nowhere', async () => {
      const table = sampleTable('nowhere', columns);
      const ok = async (filter: string, values: Readonly<Record<string, unknown>>) => {
        const statement = testCondition(runner().dialect, table, condition(table, filter), sampleRow(table, 1, values));
        return (await runner().run(statement))[0]?.['ok'];
      };
      expect(
        await ok('email:gt:a,excluded:eq:5,on:is:true,value:contains:x', {
          email: 'b',
          excluded: 5,
          on: true,
          value: '["x"]',
        }),
      ).toBe(1);
      expect(await ok('email:gt:B', { email: 'a' })).toBe(1);
      expect(await ok('email:gt:b', { email: null })).toBe(0);
      expect(await ok('not(email:gt:b),created_at:lt:2100-01-01T00:00:00Z', { email: null })).toBe(1);
      expect(await ok(`id:eq:${sampleId(1)},email:ilike:*É`, { email: 'née é' })).toBe(1);
    });

    test('an id selects at most its own row, also in conditions made of it', async () => {
      const table = await prepare('by_id');
      const scope = { table, columns: columns.slice(0, 1), condition: idIs(table, sampleId(1)) };
      expect(await rowsOf(runner(), selectRow(runner().dialect, scope, sampleId(2)).rows)).toEqual([]);
    });
  });
}

const THREE = [
  { email: 'one', excluded: 1 },
  { email: 'two', excluded: 2, value: '["x"]', on: true, secret: 'hidden' },
  { email: 'three', excluded: 3, value: '{"__proto__":[1]}' },
];

function condition(table: Table, filter: string): Condition {
  return bindFilter(parseFilter(filter), table.columnByName);
}

function columnNamed(table: Table, name: string): Column {
  const column = table.columnByName.get(name);
  if (column === undefined) throw new Error(`no column ${name}`);
  return column;
}

function shownRows(result: StepResult): unknown[] {
  if (result.kind !== 'rows' || result.rows === undefined) throw new Error('no rows are shown');
  return result.rows.map((json) => JSON.parse(String(json)));
}

/** Runs a step as an engine would, without a transaction around it. */
async function drive(runner: StatementRunner, step: RowStep): Promise<StepResult> {
  const run = runSteps([step]);
  let next = run.next();
  while (!next.done) {
    const { value: command } = next;
    if (command.kind !== 'run') throw new Error(`unexpected ${command.kind}`);
    next = run.next(await runner.change(command.statement));
  }
  const [result] = next.value;
  if (result === undefined) throw new Error('the step has no result');
  return result;
}
