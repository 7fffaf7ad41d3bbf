import { expect, test } from 'vitest';
import type { ListRead } from '../database.ts';
import type { RaceWinner } from '../sql/reads/race-paths.ts';
import { RaceWinners } from './race-winners.ts';

const READ: ListRead = { rows: { text: 'SELECT 1', values: [20] }, count: undefined, cost: 'open' };
const WALK: RaceWinner = { path: -1, budget: 32, isFull: true, version: 1 };

test('the statements of a path are compiled once per catalogue version, and again when another path wins', () => {
  const winners = new RaceWinners();
  let made = 0;
  const statement = () => {
    made += 1;
    return { text: 'SELECT ?', values: [made] };
  };
  const path = { rows: statement, probe: statement };
  const statementsAt = (version: number) => winners.find('p_1', READ)?.statementsOf(path, version);
  winners.keep('p_1', READ, WALK);
  const first = statementsAt(1);
  expect(statementsAt(1)).toBe(first);
  winners.keep('p_1', READ, { ...WALK, version: 2 });
  expect(statementsAt(1)).toBe(first);
  expect(made).toBe(2);
  expect(statementsAt(2)?.rows.values).toEqual([3]);
  winners.keep('p_1', READ, { ...WALK, path: 0 });
  expect(statementsAt(2)?.rows.values).toEqual([5]);
});
