import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { typedValue } from '../../../src/database/schema/index.ts';
import { exportRows, insertRows } from '../../../src/database/sql/index.ts';
import { condition, samplePeople, shownRows } from './sample-people.ts';
import { sampleColumn, sampleRow, sampleTable } from './sample-table.ts';
import { EVERYTHING, fill, rowsOf, type StatementRunner } from './statement-runner.ts';

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

    test('a new row is returned exactly as a list returns it, for any values', async () => {
      const { dialect, run, change: write } = runner();
      const table = sampleTable('insert_shown', anyColumns);
      await fill(runner(), table, []);
      const shown = table.columns.filter(({ name }) => name !== 'title');
      const scope = { table, columns: shown, condition: EVERYTHING };
      const { whole } = exportRows(dialect, { scope, order: [], format: { kind: 'json' } });
      const property = fc.asyncProperty(fc.array(anyValues, { minLength: 40, maxLength: 40 }), async (values) => {
        await run({ text: `DELETE FROM ${dialect.table('insert_shown')}`, values: [] });
        const rows = values.map((each, index) => sampleRow(table, index, each));
        const { statements, knownRows: known = [] } = insertRows(dialect, { table, rows, check: EVERYTHING, shown });
        for (const statement of statements) expect(await write(statement)).toMatchObject({ rows: [] });
        const listed = await rowsOf(runner(), whole);
        const made = known.map((json) => JSON.parse(json));
        expect(made).toEqual(listed);
        expect(made.map((row) => Object.keys(row))).toEqual(listed.map((row) => Object.keys(row)));
      });
      await fc.assert(property, { numRuns: 5 });
    });
  });
}

const text = fc.string({ unit: 'binary', maxLength: 20 }).filter((each) => !each.includes('\0'));
const withoutNul = (value: unknown): boolean => !JSON.stringify(value).includes('\\u0000');

const anyColumns = [
  sampleColumn('title', 'text'),
  sampleColumn('note', 'text'),
  sampleColumn('count', 'integer'),
  sampleColumn('price', 'number'),
  sampleColumn('open', 'boolean'),
  sampleColumn('at', 'timestamp'),
  sampleColumn('day', 'date'),
  sampleColumn('value', 'json'),
  sampleColumn('file', 'file'),
];

const number = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.float({ noNaN: true, noDefaultInfinity: true }),
);
const date = fc.date({
  min: new Date('0001-01-01T00:00:00Z'),
  max: new Date('9999-12-31T23:59:59.999Z'),
  noInvalidDate: true,
});

const anyValues = fc.record({
  title: text,
  note: fc.oneof(text, fc.constantFrom('"', '\\', '\u2028', '\u007f', '\b\f\n\r\t\u001f', '</script>', null)),
  count: fc.maxSafeInteger(),
  price: number.map((each) => typedValue('number', each)),
  open: fc.option(fc.boolean()),
  at: date.map((each) => each.toISOString()),
  day: date.map((each) => each.toISOString().slice(0, 10)),
  value: fc
    .jsonValue({ maxDepth: 3 })
    .filter(withoutNul)
    .map((each) => typedValue('json', each)),
  file: fc.option(fc.uuid()),
  owner_id: fc.option(fc.uuid()),
});
