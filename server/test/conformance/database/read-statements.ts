import { describe, expect, test } from 'vitest';
import { compileRow, exportRows, idIs, testCondition } from '../../../src/database/sql/index.ts';
import type { Statement } from '../../../src/database/statement.ts';
import { columnNamed, columns, condition, samplePeople } from './sample-people.ts';
import { sampleId, sampleRow, sampleTable } from './sample-table.ts';
import { rowsOf, type StatementRunner } from './statement-runner.ts';

export function describeReads(runner: () => StatementRunner): void {
  const { prepare } = samplePeople(runner);

  describe('single rows, pages and tests of conditions', () => {
    test('a row is found by its id only within the scope', async () => {
      const table = await prepare('select_one');
      const scope = { table, columns: columns.slice(0, 1), condition: condition(table, 'excluded:lt:3') };
      const find = (index: number) => rowsOf(runner(), compileRow(runner().dialect, scope, sampleId(index)).rows);
      expect(await find(2)).toEqual([{ email: 'two' }]);
      expect(await find(3)).toEqual([]);
    });

    test('an export reads pages by id, or by lists of ids in any order', async () => {
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

    test('a condition can be tested against a row that is not stored', async () => {
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

    test('an id selects at most its own row, even inside combined conditions', async () => {
      const table = await prepare('by_id');
      const scope = { table, columns: columns.slice(0, 1), condition: idIs(table, sampleId(1)) };
      expect(await rowsOf(runner(), compileRow(runner().dialect, scope, sampleId(2)).rows)).toEqual([]);
    });
  });
}
