import { expect, test } from 'vitest';
import { physicalTable } from './names.ts';

test.each([
  ['orders', 'orders'],
  ['select', 'select'],
  ['sqlite', 'sqlite'],
  ['sqlite_master', '_t_018f'],
  ['json_each', '_t_018f'],
])('the table %s is named %s in the database', (name, physical) => {
  expect(physicalTable({ id: '01-8f', name })).toBe(physical);
});
