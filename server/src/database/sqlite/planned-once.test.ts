import { expect, it } from 'vitest';
import { plannedOnce } from './planned-once.ts';

it('hides every bound LIMIT from the planner, numbered or not', () => {
  expect(plannedOnce('SELECT 1 FROM (SELECT 1 FROM t LIMIT ?1) LIMIT ?12 OFFSET ?3')).toBe(
    'SELECT 1 FROM (SELECT 1 FROM t LIMIT ?1 + 0) LIMIT ?12 + 0 OFFSET ?3',
  );
  expect(plannedOnce('select "limit" from "t" limit ? offset ?')).toBe('select "limit" from "t" LIMIT ? + 0 offset ?');
});

it('leaves a statement without a bound LIMIT as it is', () => {
  const text = 'SELECT "limit" FROM t WHERE a = ?1 ORDER BY a LIMIT 1';
  expect(plannedOnce(text)).toBe(text);
});
