import { describe, expect, test } from 'vitest';
import type { OrderTerm, Place } from '../../../src/database/sql/index.ts';
import { compileList, totalOrder } from '../../../src/database/sql/index.ts';
import { casesTable, orderCases } from './row-cases.ts';
import { columnNamed } from './sample-people.ts';
import { EVERYTHING, listRows, type StatementRunner } from './statement-runner.ts';

type Terms = readonly (readonly [string, 'asc' | 'desc'])[];

/** More terms than the statement splits into parts, with columns in which most values are equal or null. */
const LONG: Terms = [
  ['r', 'desc'],
  ['oid', 'asc'],
  ['and', 'desc'],
  ['day', 'asc'],
  ['type', 'desc'],
];
const ORDERS: readonly Terms[] = [...orderCases.map(({ order }) => order), LONG, LONG.slice(0, 3)];
const ID_MAX = 'ffffffff-ffff-7fff-bfff-ffffffffffff';

/** Pages by key must be the slices of the whole list after and before each position. */
export function describePages(runner: () => StatementRunner): void {
  describe('pages by key', () => {
    test.each(ORDERS.map((order) => [order.map((term) => term.join(':')).join() || 'creation', order] as const))(
      'by %s each page is the slice of the full list after or before its cursor',
      async (_, terms) => {
        const order = orderOf(terms);
        const whole = await rowsBy(runner(), order, undefined, 100);
        for (const [index, row] of whole.entries()) {
          const values = valuesOf(order, row);
          for (const limit of [0, 1, 3, 100]) {
            const after = await rowsBy(runner(), order, { side: 'after', values }, limit);
            const before = await rowsBy(runner(), order, { side: 'before', values }, limit);
            expect(after, `after ${values} limit ${limit}`).toEqual(whole.slice(index + 1, index + 1 + limit));
            expect(before, `before ${values} limit ${limit}`).toEqual(
              whole.slice(Math.max(0, index - limit), limit === 0 ? 0 : index),
            );
          }
        }
      },
    );

    test('a cursor without a row lies where that row would be', async () => {
      const order = orderOf([['and', 'desc']]);
      const whole = await rowsBy(runner(), order, undefined, 100);
      for (const value of [true, false, null]) {
        const place = [value, ID_MAX];
        const last = whole.findLastIndex((row) => row['and'] === value);
        expect(await rowsBy(runner(), order, { side: 'after', values: place }, 100)).toEqual(whole.slice(last + 1));
        expect(await rowsBy(runner(), order, { side: 'before', values: place }, 100)).toEqual(whole.slice(0, last + 1));
      }
    });
  });
}

function orderOf(terms: Terms): readonly OrderTerm[] {
  return terms.map(([name, direction]) => ({ column: columnNamed(casesTable, name), direction }));
}

type RowValues = Readonly<Record<string, unknown>>;

function valuesOf(order: readonly OrderTerm[], row: RowValues): Place['values'] {
  return totalOrder(casesTable, order).map(({ column }) => row[column.name] as Place['values'][number]);
}

async function rowsBy(
  runner: StatementRunner,
  order: readonly OrderTerm[],
  place: Place | undefined,
  limit: number,
): Promise<readonly RowValues[]> {
  const scope = { table: casesTable, columns: casesTable.columns, condition: EVERYTHING };
  const read = compileList(runner.dialect, { scope, order, limit, offset: 0, count: false, place });
  return await listRows(runner, read);
}
