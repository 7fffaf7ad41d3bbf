import { describe, expect, test } from 'vitest';
import type { RowStep } from '../../../src/database/database.ts';
import type { Column, Table } from '../../../src/database/schema/table.ts';
import { type Dialect, deleteRows, updateRows } from '../../../src/database/sql/index.ts';
import type { Value } from '../../../src/database/statement.ts';
import { columnNamed, columns, condition, LATER, samplePeople, shownRows } from './sample-people.ts';
import { SAMPLE_TIME } from './sample-table.ts';
import { EVERYTHING, type StatementRunner } from './statement-runner.ts';

export function describeUpdates(runner: () => StatementRunner): void {
  const { prepare, change, all } = samplePeople(runner);
  const update = (table: Table, where: string, rest?: object): RowStep =>
    updateOf(runner().dialect, table, where, rest);

  describe('updates and deletes', () => {
    test('exactly the matching rows are changed and returned', async () => {
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

    test('above the limit only the count is returned, with or without a rule on the new rows', async () => {
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

    test('a row that may be read but not changed is distinguished from one that may not be read', async () => {
      const table = await prepare('update_hidden');
      const visible = { visible: condition(table, 'excluded:lt:3') };
      await expect(change(update(table, 'excluded:eq:99', { onNoMatch: visible }))).rejects.toMatchObject({
        error: { kind: 'rule_failed' },
      });
      const hidden = { visible: condition(table, 'excluded:gt:99') };
      await expect(change(update(table, 'excluded:eq:99', { onNoMatch: hidden }))).rejects.toMatchObject({
        error: { kind: 'row_hidden' },
      });
    });

    test('a delete returns the rows as they were', async () => {
      const table = await prepare('delete_some');
      const where = condition(table, 'email:in:(one,three)');
      const step = (bulkMax?: number) =>
        deleteRows(runner().dialect, { table, where, shown: columns.slice(0, 2), bulkMax, onNoMatch: 'nothing' });
      expect(shownRows(await change(step()))).toEqual([
        { email: 'one', excluded: 1 },
        { email: 'three', excluded: 3 },
      ]);
      expect((await all(table)).map(({ email }) => email)).toEqual(['two']);
      expect(await change(step(0))).toMatchObject({ rows: [], touched: 0 });
    });
  });
}

function updateOf(dialect: Dialect, table: Table, where: string, rest: object = {}): RowStep {
  return updateRows(dialect, {
    table,
    patch: new Map<Column, Value>([
      [columnNamed(table, 'updated_at'), LATER],
      [columnNamed(table, 'excluded'), 7],
    ]),
    where: condition(table, where),
    check: EVERYTHING,
    shown: columns.slice(0, 2),
    onNoMatch: 'nothing',
    ...rest,
  });
}
