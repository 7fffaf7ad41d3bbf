import { describe, expect, test } from 'vitest';
import { insertRows } from '../sql/index.ts';
import { condition, samplePeople, shownRows } from './sample-people.ts';
import { sampleRow } from './sample-table.ts';
import { EVERYTHING, type StatementRunner } from './statement-runner.ts';

export function describeInserts(runner: () => StatementRunner): void {
  const { prepare, change, all } = samplePeople(runner);

  describe('inserts', () => {
    test('many rows come back in the order they were sent, and a hidden column is kept but not shown', async () => {
      const table = await prepare('insert_many', []);
      const rows = Array.from({ length: 123 }, (_, index) => sampleRow(table, 500 - index, { excluded: index }));
      const shown = table.columns.filter(({ name }) => name === 'excluded');
      const result = await change(insertRows(runner().dialect, { table, rows, check: EVERYTHING, shown }));
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
        });
      await expect(change(insert(5))).rejects.toMatchObject({ error: { kind: 'rule_failed' } });
      await runner().run({ text: `DELETE FROM ${runner().dialect.table('insert_checked')}`, values: [] });
      // Null is not below 5.
      await expect(change(insert(null))).rejects.toMatchObject({ error: { kind: 'rule_failed' } });
      await runner().run({ text: `DELETE FROM ${runner().dialect.table('insert_checked')}`, values: [] });
      expect(await change(insert(4))).toMatchObject({ rows: [null], touched: 1, created: 1 });
    });
  });
}
