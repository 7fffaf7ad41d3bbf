import { describe, expect, test } from 'vitest';
import type { RowStep } from '../../../src/database/database.ts';
import type { Condition } from '../../../src/database/filter/index.ts';
import type { Table } from '../../../src/database/schema/table.ts';
import { type Dialect, upsertRow } from '../../../src/database/sql/index.ts';
import { columnNamed, condition, LATER, samplePeople, shownRows } from './sample-people.ts';
import { SAMPLE_TIME, sampleId, sampleRow } from './sample-table.ts';
import { EVERYTHING, type StatementRunner } from './statement-runner.ts';

export function describeUpserts(runner: () => StatementRunner): void {
  const { prepare, change, all } = samplePeople(runner);
  const upsert = (table: Table, values: Readonly<Record<string, unknown>>, rest?: object): RowStep =>
    upsertOf(runner().dialect, table, values, rest);

  describe('upserts', () => {
    test('a new value creates a row; an existing one changes only the sent columns and the update time', async () => {
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

    test('a row that may not be updated is a duplicate, and failed create and update checks are distinguished', async () => {
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

    test('with the id as conflict column, an update is distinguished from an insert', async () => {
      const table = await prepare('upsert_id');
      const on = [columnNamed(table, 'id')];
      const values = { id: sampleId(3), email: 'renamed' };
      const known = await change(upsert(table, values, { on, id: sampleId(3), row: sampleRow(table, 3, values) }));
      expect(known).toMatchObject({ touched: 1, created: 0 });
      const fresh = { id: sampleId(4), email: 'fresh' };
      const made = await change(upsert(table, fresh, { on, id: sampleId(4), row: sampleRow(table, 4, fresh) }));
      expect(made).toMatchObject({ touched: 1, created: 1 });
      expect((await all(table)).map(({ email }) => email)).toEqual(['one', 'two', 'renamed', 'fresh']);
    });
  });
}

function upsertOf(
  dialect: Dialect,
  table: Table,
  values: Readonly<Record<string, unknown>>,
  rest: object = {},
): RowStep {
  const sent = table.columns.filter(({ name }) => name in values);
  return upsertRow(dialect, {
    table,
    row: sampleRow(table, 9, values),
    sent,
    on: [columnNamed(table, 'email')],
    createCheck: EVERYTHING,
    update: { scope: EVERYTHING, check: EVERYTHING },
    shown: table.columns,
    id: sampleId(9),
    now: LATER,
    ...rest,
  });
}
