import { expect, test } from 'vitest';
import {
  cheapestScan,
  type KnownRace,
  type RaceStatement,
  type RaceWinner,
  racePaths,
  repeatWinner,
} from './race-paths.ts';

const LIMIT = 2;
const BUDGET = 8;
const paths = { probe: { text: 'probe', values: [0] }, rows: { text: 'rows', values: [0, 'a'] } };

/** The returned rows, and how many rows the path finds. */
function runOf(rows: number, found: number) {
  const ran: RaceStatement<string>[] = [];
  const run = (statement: RaceStatement<string>) => {
    ran.push(statement);
    return statement.text === 'probe' ? [[Math.min(found, BUDGET)]] : Array.from({ length: rows }, () => ['{}']);
  };
  return { ran, run };
}

function again(path: number, isFull = true): KnownRace<string> {
  const { rows, probe } = paths;
  const winner = { path, budget: BUDGET, isFull, version: 1 };
  return {
    winner,
    path: { rows, probe: path < 0 && isFull ? undefined : probe },
    free: { text: 'free', values: ['a'] },
    limit: LIMIT,
  };
}

test.each([-1, 0])('path %s runs without a budget or a probe while the table is unchanged', (path) => {
  const { ran, run } = runOf(LIMIT, 100);
  expect(repeatWinner(again(path), 1, run)).toMatchObject({ rows: [['{}'], ['{}']], winner: undefined });
  expect(ran).toEqual([{ text: 'free', values: ['a'] }]);
});

test('after a table change the walk is one statement, limited to the budget that sufficed before', () => {
  const { ran, run } = runOf(LIMIT, 100);
  const winner = { path: -1, budget: BUDGET, isFull: true, version: 2 };
  expect(repeatWinner(again(-1), 2, run)).toEqual({ rows: [['{}'], ['{}']], winner });
  expect(ran).toEqual([{ text: 'rows', values: [BUDGET, 'a'] }]);
});

test('a partial page is complete only when no rows remain beyond the budget', () => {
  expect(repeatWinner(again(-1, false), 2, runOf(1, BUDGET - 1).run)?.rows).toHaveLength(1);
  expect(repeatWinner(again(-1, false), 2, runOf(1, BUDGET).run)).toBeUndefined();
  expect(repeatWinner(again(-1), 2, runOf(1, BUDGET - 1).run)).toBeUndefined();
});

test('a filter that won before is first probed for whether it still finds as few rows', () => {
  expect(repeatWinner(again(0), 2, runOf(LIMIT, BUDGET - 1).run)?.rows).toHaveLength(LIMIT);
  const { ran, run } = runOf(LIMIT, BUDGET);
  expect(repeatWinner(again(0), 2, run)).toBeUndefined();
  expect(ran).toEqual([{ text: 'probe', values: [BUDGET] }]);
});

/** The path that a list without a walk takes, and how many index entries the probes read before. */
function raceBesideScan(found: number, { tableRows, limit }: { tableRows: number; limit: number }, last?: RaceWinner) {
  let probed = 0;
  const scan = { probe: undefined, rows: { text: 'scan', values: [] } };
  const race = { walk: undefined, filters: [paths], scan, limit, span: limit, tableRows, version: 1, last };
  const { winner } = racePaths(race, ({ text, values: [budget] }) => {
    if (text !== 'probe') return [];
    const read = Math.min(found, Number(budget));
    probed += read;
    return [[read]];
  });
  return { path: winner?.path, probed, winner };
}

test.each([
  { found: 10, tableRows: 100_000, limit: 20, path: 0 },
  { found: 3_000, tableRows: 100_000, limit: 20, path: 0 },
  { found: 9_000, tableRows: 100_000, limit: 20, path: 1 },
  { found: 100_000, tableRows: 100_000, limit: 20, path: 1 },
  { found: 3, tableRows: 16_000, limit: 1_000, path: 0 },
  { found: 900, tableRows: 16_000, limit: 1_000, path: 0 },
  { found: 1_100, tableRows: 16_000, limit: 1_000, path: 1 },
  { found: 3, tableRows: 500, limit: 20, path: 0 },
  { found: 0, tableRows: 2, limit: 20, path: 0 },
  { found: 2, tableRows: 2, limit: 20, path: 1 },
])('of $tableRows rows, with $found that the filter finds, a page of $limit takes path $path', (list) => {
  const { found, path, tableRows } = list;
  const taken = raceBesideScan(found, list);
  expect(taken.path).toBe(path);
  expect(taken.probed).toBeLessThanOrEqual(Math.min(3 * found + 52, tableRows / 8 + 1));
});

test('a scan that won before runs again without a probe', () => {
  const list = { tableRows: 60_000, limit: 20 };
  const { winner } = raceBesideScan(60_000, list);
  expect(raceBesideScan(60_000, list, winner)).toMatchObject({ path: 1, probed: 0 });
});

test('a scan that won before is repeated after a table change, because it ends whatever the filters find', () => {
  const { ran, run } = runOf(LIMIT, 100);
  const winner = { path: 1, budget: BUDGET, isFull: true, version: 1 };
  const { rows } = paths;
  const known = { winner, path: { rows, probe: undefined }, free: rows, limit: LIMIT };
  expect(repeatWinner(known, 2, run)).toMatchObject({ winner: { ...winner, version: 2 } });
  expect(ran).toEqual([rows]);
});

/** `found`: how many rows each filter finds. Adds up the index entries that the probes read. */
function scanOf(found: readonly number[], cost: number) {
  let probed = 0;
  const filters = found.map((_, at) => ({ rowCost: 16, probe: { text: `${at}`, values: [0] }, rows: paths.rows }));
  const path = cheapestScan({ filters, cost }, ({ text, values: [budget] }) => {
    const read = Math.min(found[Number(text)] ?? 0, Number(budget));
    probed += read;
    return [[read]];
  });
  return { path, probed };
}

test.each([
  [[10], 0],
  [[50_000], 0],
  [[70_000], -1],
  [[900_000], -1],
  [[900_000, 3_000], 1],
  [[900_000, 800_000, 0], 2],
])(
  'of filters that find %j rows of a million, %i is chosen, and choosing costs less than a tenth of reading it',
  (found, taken) => {
    const cost = 1_000_000;
    const { path, probed } = scanOf(found, cost);
    expect(path).toBe(taken);
    // Reading an index entry costs a fifth of testing a row.
    expect(probed / 5).toBeLessThan(100 + (path < 0 ? cost : 16 * (found[path] ?? 0)) / 10);
  },
);

test('an empty table is read directly', () => {
  expect(scanOf([0], 0).path).toBe(-1);
});
