import { expect, test } from 'vitest';
import { compositeFloor, median, spreadOf } from './figures.ts';
import { headOf, lineOf } from './report.ts';
import { idOf, newRowOf, rowOf } from './rows.ts';
import { TARGETS } from './targets.ts';

test('the composite floor is the throughput of a server that spends both times on each request', () => {
  expect(compositeFloor(100, 100)).toBe(50);
  expect(compositeFloor(80_000, 200_000)).toBeCloseTo(57_143, 0);
});

test('a median of an even number of rounds lies between the middle two', () => {
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(median([9, 1, 5])).toBe(5);
});

test('the spread of rounds is the distance of the extremes as a part of the median', () => {
  expect(spreadOf([90, 100, 120])).toBeCloseTo(0.3);
  expect(spreadOf([100])).toBeUndefined();
  expect(lineOf({ work: 'reads', figure: '1/s', spread: 0.3 })).toContain('| 30 % |');
});

test('a table names its processor and has a cell for every heading', () => {
  const head = headOf({ cpu: 'AMD EPYC (x64)', cores: 2 });
  expect(head).toContain('2 × AMD EPYC (x64)');
  expect(lineOf({ work: 'reads', figure: '1/s' }).split('|').length).toBe(head.split('|').length);
});

test('a figure with failures never meets its target', () => {
  const figure = { work: 'reads', figure: '1/s', value: 0.9, target: TARGETS.readRatio };
  expect(lineOf(figure)).toMatch(/\| yes \|$/);
  expect(lineOf({ ...figure, value: 0.59 })).toMatch(/\| \*\*no\*\* \|$/);
  expect(lineOf({ ...figure, failures: 1 })).toMatch(/\| \*\*no\*\* \(failures\) \|$/);
});

test('generated rows have growing UUIDv7 ids and about 350 bytes', () => {
  const ids = Array.from({ length: 1_000 }, (_, number) => idOf(number));
  expect(ids.toSorted()).toEqual(ids);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  const sizes = ids.map(
    (_, number) => JSON.stringify({ ...rowOf(number), updated_at: rowOf(number).created_at, owner_id: null }).length,
  );
  expect(Math.min(...sizes)).toBeGreaterThan(300);
  expect(Math.max(...sizes)).toBeLessThan(400);
  expect(newRowOf(1)).not.toHaveProperty('id');
});
