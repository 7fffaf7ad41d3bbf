import { expect, test } from 'vitest';
import { type Again, goAgain, type RaceStatement } from './race-ways.ts';

const LIMIT = 2;
const BUDGET = 8;
const way = { probe: { text: 'probe', values: [0] }, rows: { text: 'rows', values: [0, 'a'] } };

/** Rows that come back, and how many rows the way finds. */
function runOf(rows: number, found: number) {
  const ran: RaceStatement<string>[] = [];
  const run = (statement: RaceStatement<string>) => {
    ran.push(statement);
    return statement.text === 'probe' ? [[Math.min(found, BUDGET)]] : Array.from({ length: rows }, () => ['{}']);
  };
  return { ran, run };
}

function again(isWalk: boolean): Again<string> {
  return { way, isWalk, limit: LIMIT, budget: BUDGET };
}

test('the walk that won before is one statement, cut off at the budget that was enough', () => {
  const { ran, run } = runOf(LIMIT, 100);
  expect(goAgain(again(true), run)).toHaveLength(LIMIT);
  expect(ran).toEqual([{ text: 'rows', values: [BUDGET, 'a'] }]);
});

test('a page that is not full is whole only when nothing is left behind the budget', () => {
  expect(goAgain(again(true), runOf(1, BUDGET - 1).run)).toHaveLength(1);
  expect(goAgain(again(true), runOf(1, BUDGET).run)).toBeUndefined();
});

test('a filter that won before is asked first whether it still finds as few', () => {
  expect(goAgain(again(false), runOf(LIMIT, BUDGET - 1).run)).toHaveLength(LIMIT);
  const { ran, run } = runOf(LIMIT, BUDGET);
  expect(goAgain(again(false), run)).toBeUndefined();
  expect(ran).toEqual([{ text: 'probe', values: [BUDGET] }]);
});
