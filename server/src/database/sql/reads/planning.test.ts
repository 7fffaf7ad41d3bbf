import { describe, expect, test } from 'vitest';
import {
  INDEX_SETS,
  listRowsOf,
  listTable,
  type SampleList,
  type SampleRow,
  sampleLists,
} from '../../../../test/conformance/database/list-samples.ts';
import { VisitCounter } from '../../../../test/conformance/database/list-visits.ts';
import type { Condition } from '../../filter/condition.ts';
import type { Table } from '../../schema/table.ts';
import { totalOrder } from '../order-by.ts';
import { planList } from './list-plan.ts';
import { planMerge } from './merge-plan.ts';
import { FETCHED_COST, type Race, type RaceWinner, racePaths } from './race-paths.ts';

const ROWS = 4000;
const LISTS = 80;
const ALWAYS: Condition = { kind: 'always' };

/** Cost of the list with the plan, and cost of the best path. */
function measure(table: Table, rows: readonly SampleRow[], list: SampleList, last?: RaceWinner) {
  const condition = list.filter ?? ALWAYS;
  const order = totalOrder(table, list.order);
  const plan = planList(table, condition, order);
  const visits = new VisitCounter(table, rows, list);
  const merge = plan.isExact ? undefined : planMerge(table, condition, plan.order);
  const merged = merge === undefined ? undefined : visits.merged(merge);
  const walk = plan.ordered && visits.walked(plan.ordered);
  // Rows that a scan tests are cheaper than rows that an index finds.
  const scanned = ROWS / FETCHED_COST;
  const best = Math.min(visits.best(plan), merged ?? ROWS, plan.ordered === undefined ? scanned : ROWS);
  if (plan.filters.length === 0 || plan.ordered?.rest.kind === 'always')
    return { visited: walk?.rows ?? scanned, best };
  const paths = [...(merged === undefined ? [] : ['merge']), ...plan.filters.keys()].map(String);
  const one = (text: string) => ({ text, values: [0] });
  const race: Race<string> = {
    walk: plan.ordered && {
      probe: plan.ordered.found.kind === 'always' ? undefined : one('probe walk'),
      rows: one('walk'),
    },
    filters: paths.map((name) => ({ probe: one(`probe ${name}`), rows: one(`rows ${name}`) })),
    scan: plan.ordered === undefined ? { probe: undefined, rows: one('scan') } : undefined,
    tableRows: ROWS,
    limit: list.limit,
    span: list.limit + list.offset,
    last,
    version: 1,
  };
  const { winner } = racePaths(race, ({ text, values }) => {
    const budget = Number(values[0]);
    const [kind, at] = text.split(' ');
    const path = at === 'walk' ? plan.ordered : plan.filters[Number(at)];
    if (kind === 'scan') {
      visits.total += scanned;
      return [];
    }
    if (kind === 'walk') {
      const { rows: passed, met } = walk ?? { rows: 0, met: 0 };
      visits.total += Math.min(budget, passed);
      return passed <= budget ? Array.from({ length: met }, () => [1]) : [];
    }
    const found = at === 'merge' ? (merged ?? 0) : path === undefined ? 0 : visits.found(path);
    visits.total += kind === 'probe' ? Math.min(budget, found) : found;
    return kind === 'probe' ? [[Math.min(budget, found)]] : [];
  });
  return { visited: visits.total, best, winner };
}

describe('the plans of generated lists without engine statistics', () => {
  test.each(INDEX_SETS.map((indexes, at) => [indexes.map((names) => names.join('+')).join(' '), indexes, at] as const))(
    'with indexes on %s none visits more than ten times the rows of the best path plus 200',
    (_, indexes, at) => {
      const table = listTable('lists', indexes);
      for (const seed of [1, 2, 3]) {
        const rows = listRowsOf(ROWS, seed);
        for (const list of sampleLists(table, LISTS, seed + at * 100)) {
          const { visited, best, winner } = measure(table, rows, list);
          expect(visited, `${list.label}: best ${best}`).toBeLessThanOrEqual(10 * best + 200);
          // The second list of the same kind begins where the first one ended.
          const again = measure(table, rows, list, winner);
          expect(again.visited, `again ${list.label}: best ${best}`).toBeLessThanOrEqual(4 * best + 200);
        }
      }
    },
  );

  test('a list fully served by an index reads only its page', () => {
    const table = listTable('lists', [['created_at'], ['owner_id', 'created_at'], ['category', 'created_at']]);
    const rows = listRowsOf(ROWS, 1);
    for (const list of sampleLists(table, LISTS, 5)) {
      const plan = planList(table, list.filter ?? ALWAYS, totalOrder(table, list.order));
      if (plan.isExact) expect(measure(table, rows, list).visited).toBeLessThanOrEqual(list.limit + list.offset);
      else expect(plan.suggestedIndex === undefined || plan.suggestedIndex.length > 0).toBe(true);
    }
  });
});
