import { describe, expect, test } from 'vitest';
import type { Column } from '../../../src/database/schema/table.ts';
import { type Aggregate, aggregateRows, type Grouping, type RowAggregation } from '../../../src/database/sql/index.ts';
import { casesTable } from './row-cases.ts';
import { sampleColumn, sampleTable } from './sample-table.ts';
import { fill, rowsOf, type StatementRunner } from './statement-runner.ts';

const salesTable = sampleTable('sales', [
  sampleColumn('region', 'text'),
  sampleColumn('amount', 'integer'),
  sampleColumn('price', 'number'),
  sampleColumn('paid', 'boolean'),
  sampleColumn('at', 'timestamp'),
  sampleColumn('day', 'date'),
]);

const MAX = Number.MAX_SAFE_INTEGER;

/** Includes Sundays, Mondays and the ends of the calendar. */
const sales = [
  { region: 'north', amount: 1, price: 0.5, paid: true, at: '2026-11-22T23:59:59.999Z', day: '2026-11-22' },
  { region: 'north', amount: 2, price: 0.25, paid: false, at: '2026-11-23T00:00:00.000Z', day: '2026-11-23' },
  { region: 'north', amount: 2, paid: true, at: '2026-12-31T12:00:00.000Z', day: '2026-12-31' },
  { region: 'south', amount: MAX, price: 1e308, at: '0001-01-01T00:00:00.000Z', day: '0001-01-01' },
  { region: 'south', amount: MAX, price: 1e308, at: '9999-12-31T23:59:59.999Z', day: '9999-12-31' },
  { amount: -7, price: -3 },
];

export function describeAggregates(runner: () => StatementRunner): void {
  const aggregate = async (
    aggregates: readonly Aggregate[],
    groupBy: readonly Grouping[] = [],
    rest: Partial<RowAggregation> = {},
  ) => {
    const scope = { table: salesTable, columns: salesTable.columns, condition: { kind: 'always' } as const };
    const read = aggregateRows(runner().dialect, { scope, aggregates, groupBy, order: [], limit: 100, ...rest });
    const counted = read.count === undefined ? [] : await runner().run(read.count.statement);
    return { rows: await rowsOf(runner(), read.rows), count: counted[0]?.['count'] };
  };

  describe('aggregates', () => {
    test('sums, averages, extremes and counts of groups, with null as the first group', async () => {
      await fill(runner(), salesTable, sales);
      const all = [count(), of('sum', 'amount'), of('avg', 'amount'), of('min', 'price'), of('max', 'at')];
      expect(await aggregate(all, [by('region')])).toEqual({
        rows: [
          { region: null, count: 1, sum_amount: -7, avg_amount: -7, min_price: -3, max_at: null },
          {
            region: 'north',
            count: 3,
            sum_amount: 5,
            avg_amount: 5 / 3,
            min_price: 0.25,
            max_at: '2026-12-31T12:00:00.000Z',
          },
          {
            region: 'south',
            count: 2,
            sum_amount: 2 * MAX,
            avg_amount: MAX,
            min_price: 1e308,
            max_at: '9999-12-31T23:59:59.999Z',
          },
        ],
        count: 3,
      });
    });

    test('an empty set counts 0 and everything else is null, in one row', async () => {
      const all = [
        count(),
        of('count', 'region'),
        of('sum', 'amount'),
        of('avg', 'price'),
        of('min', 'region'),
        of('max', 'id'),
      ];
      const result = await aggregate(all, [], { filter: { kind: 'never' } });
      const empty = { count: 0, count_region: 0, sum_amount: null, avg_price: null, min_region: null, max_id: null };
      expect(result).toEqual({ rows: [empty], count: 1 });
      expect(await aggregate(all, [by('region')], { filter: { kind: 'never' } })).toEqual({ rows: [], count: 0 });
    });

    test('count of a column skips null, and distinct values count once', async () => {
      const all = [
        of('count', 'region'),
        { ...of('count', 'region'), distinct: true, as: 'regions' },
        { ...of('sum', 'amount'), distinct: true, as: 'sums' },
        { ...of('count', 'paid'), distinct: true, as: 'paids' },
      ];
      expect((await aggregate(all, [], { filter: below(1000) })).rows).toEqual([
        { count_region: 3, regions: 1, sums: -4, paids: 2 },
      ]);
    });

    test('a sum within 2^53 is exact and one beyond is the nearest double, never an overflow', async () => {
      const text = (await aggregate([of('sum', 'amount')], [], { filter: below(1000) })).rows;
      expect(text).toEqual([{ sum_amount: -2 }]);
      expect((await aggregate([of('sum', 'amount'), of('avg', 'amount')])).rows).toEqual([
        { sum_amount: Number(2n * BigInt(MAX) - 2n), avg_amount: Number(2n * BigInt(MAX) - 2n) / 6 },
      ]);
    });

    test.each(['sum', 'avg'] as const)('%s of doubles fails when the result is not finite', async (op) => {
      await expect(aggregate([of(op, 'price')])).rejects.toThrow(/finite|out of range/);
    });

    test('buckets start on the first day, weeks on Monday, to the ends of the calendar', async () => {
      const buckets = async (column: string, bucket: 'day' | 'week' | 'month' | 'year') =>
        (await aggregate([count()], [{ ...by(column), bucket, as: 'b' }])).rows.map(({ b }) => b);
      for (const column of ['at', 'day']) {
        expect(await buckets(column, 'week')).toEqual([
          null,
          '0001-01-01',
          '2026-11-16',
          '2026-11-23',
          '2026-12-28',
          '9999-12-27',
        ]);
        expect(await buckets(column, 'month')).toEqual([null, '0001-01-01', '2026-11-01', '2026-12-01', '9999-12-01']);
        expect(await buckets(column, 'year')).toEqual([null, '0001-01-01', '2026-01-01', '9999-01-01']);
        expect((await buckets(column, 'day')).length).toBe(6);
      }
    });

    test('groups come in the requested order, ties by the group values, and the limit does not change the count', async () => {
      const groups = [by('paid'), by('region')];
      const order = [{ name: 'count', direction: 'desc' as const }];
      expect(await aggregate([count()], groups, { order, limit: 3 })).toEqual({
        rows: [
          { paid: null, region: 'south', count: 2 },
          { paid: true, region: 'north', count: 2 },
          { paid: null, region: null, count: 1 },
        ],
        count: 4,
      });
    });

    test('groups of every type show the value as a row does', async () => {
      const groups = [by('at'), by('day'), by('price'), by('owner_id')];
      const { rows } = await aggregate([count()], groups, { limit: 2, order: [{ name: 'at', direction: 'desc' }] });
      expect(rows).toEqual([
        { at: '9999-12-31T23:59:59.999Z', day: '9999-12-31', price: 1e308, owner_id: null, count: 1 },
        { at: '2026-12-31T12:00:00.000Z', day: '2026-12-31', price: null, owner_id: null, count: 1 },
      ]);
    });
  });
}

function count(): Aggregate {
  return { op: 'count', distinct: false, as: 'count' };
}

function of(op: Aggregate['op'], name: string): Aggregate {
  return { op, column: columnNamed(name), distinct: false, as: `${op}_${name}` };
}

function by(name: string): Grouping {
  return { column: columnNamed(name), as: name };
}

function below(amount: number) {
  return { kind: 'compare', column: columnNamed('amount'), op: 'lt', values: [amount] } as const;
}

function columnNamed(name: string): Column {
  const column = salesTable.columnByName.get(name) ?? casesTable.columnByName.get(name);
  if (column === undefined) throw new Error(`no column ${name}`);
  return column;
}
