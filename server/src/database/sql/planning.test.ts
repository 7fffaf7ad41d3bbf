import { describe, expect, test } from 'vitest';
import {
  compareBy,
  holds,
  INDEX_SETS,
  listRowsOf,
  listTable,
  type SampleList,
  type SampleRow,
  sampleLists,
} from '../conformance/list-samples.ts';
import type { Condition } from '../filter/condition.ts';
import type { Table } from '../schema/table.ts';
import { planList, type Way } from './list-plan.ts';
import { totalOrder } from './order-by.ts';
import { type Race, raceWays, type Winner } from './race-ways.ts';

const ROWS = 4000;
const LISTS = 80;
const ALWAYS: Condition = { kind: 'always' };

/** Rows that reading a list by one way visits, by the rows themselves. */
class Visits {
  readonly #rows: readonly SampleRow[];
  readonly #list: SampleList;
  readonly #table: Table;
  total = 0;

  constructor(table: Table, rows: readonly SampleRow[], list: SampleList) {
    this.#table = table;
    this.#rows = rows;
    this.#list = list;
  }

  /** In the order of the list, up to the last row of the page; all that are found when the page is not full. */
  walked(way: Way): { readonly rows: number; readonly met: number } {
    const { limit, offset } = this.#list;
    const order = totalOrder(this.#table, this.#list.order);
    const found = this.#rows.filter((row) => holds(way.found, row)).sort(compareBy(order));
    let met = 0;
    for (const [at, row] of found.entries()) {
      if (holds(way.rest, row)) met += 1;
      if (met === limit + offset) return { rows: this.#tiesAt(way, found, at), met: limit };
    }
    return { rows: found.length, met: Math.max(0, met - offset) };
  }

  found(way: Way): number {
    return this.#rows.filter((row) => holds(way.found, row)).length;
  }

  /** Rows that are the same in the first term are sorted before the first of them leaves. */
  #tiesAt({ order }: Way, found: readonly SampleRow[], at: number): number {
    const [first] = this.#list.order;
    if (order === 'whole' || first === undefined) return at + 1;
    const value = found[at]?.[first.column.name];
    return found.findLastIndex((row) => row[first.column.name] === value) + 1;
  }
}

/** What the list costs with the plan, and with the way that would have been best. */
function measure(table: Table, rows: readonly SampleRow[], list: SampleList, last?: Winner) {
  const condition = list.filter ?? ALWAYS;
  const order = totalOrder(table, list.order);
  const plan = planList(table, condition, order);
  const visits = new Visits(table, rows, list);
  const walk = plan.ordered && visits.walked(plan.ordered);
  const best = Math.min(ROWS, walk?.rows ?? ROWS, ...plan.filters.map((way) => visits.found(way)));
  const [filter, ...others] = plan.filters;
  if (filter === undefined || plan.ordered?.rest.kind === 'always') return { visited: walk?.rows ?? ROWS, best };
  if (plan.ordered === undefined && others.length === 0) return { visited: visits.found(filter), best };
  const one = (text: string) => ({ text, values: [0] });
  const race: Race<string> = {
    walk: plan.ordered && { probe: one('probe walk'), rows: one('walk') },
    filters: plan.filters.map((_, at) => ({ probe: one(`probe ${at}`), rows: one(`rows ${at}`) })),
    limit: list.limit,
    span: list.limit + list.offset,
    last,
  };
  const { winner } = raceWays(race, ({ text, values }) => {
    const budget = Number(values[0]);
    const [kind, at] = text.split(' ');
    const way = at === 'walk' ? plan.ordered : plan.filters[Number(at)];
    if (kind === 'walk') {
      const { rows: passed, met } = walk ?? { rows: 0, met: 0 };
      visits.total += Math.min(budget, passed);
      return passed <= budget ? Array.from({ length: met }, () => [1]) : [];
    }
    const found = way === undefined ? 0 : visits.found(way);
    visits.total += kind === 'probe' ? Math.min(budget, found) : found;
    return kind === 'probe' ? [[Math.min(budget, found)]] : [];
  });
  return { visited: visits.total, best, winner };
}

describe('the ways to generated lists, where the engine has no statistics', () => {
  test.each(INDEX_SETS.map((indexes, at) => [indexes.map((names) => names.join('+')).join(' '), indexes, at] as const))(
    'with indexes on %s none visits more than ten times the best way and 200 rows',
    (_, indexes, at) => {
      const table = listTable('lists', indexes);
      for (const seed of [1, 2, 3]) {
        const rows = listRowsOf(ROWS, seed);
        for (const list of sampleLists(table, LISTS, seed + at * 100)) {
          const { visited, best, winner } = measure(table, rows, list);
          expect(visited, `${list.label}: best ${best}`).toBeLessThanOrEqual(10 * best + 200);
          // The second list of its kind begins where the first one ended.
          const again = measure(table, rows, list, winner);
          expect(again.visited, `again ${list.label}: best ${best}`).toBeLessThanOrEqual(4 * best + 200);
        }
      }
    },
  );

  test('a list that an index serves whole reads its page and no more', () => {
    const table = listTable('lists', [['created_at'], ['owner_id', 'created_at'], ['category', 'created_at']]);
    const rows = listRowsOf(ROWS, 1);
    for (const list of sampleLists(table, LISTS, 5)) {
      const plan = planList(table, list.filter ?? ALWAYS, totalOrder(table, list.order));
      if (plan.isExact) expect(measure(table, rows, list).visited).toBeLessThanOrEqual(list.limit + list.offset);
      else expect(plan.wish === undefined || plan.wish.length > 0).toBe(true);
    }
  });
});
