import { expect, test } from 'vitest';
import { openStoresMax, readMachineLimits } from './open-stores.ts';

const GIB = 1024 ** 3;

test.each([
  { machine: { memoryBytes: 16 * GIB, filesMax: 65_536 }, threads: 1, stores: 5_242 },
  { machine: { memoryBytes: 1 * GIB, filesMax: 65_536 }, threads: 1, stores: 327 },
  { machine: { memoryBytes: 16 * GIB, filesMax: 1_024 }, threads: 1, stores: 128 },
  { machine: { memoryBytes: 16 * GIB, filesMax: 65_536 }, threads: 4, stores: 1_310 },
  { machine: { memoryBytes: 0.2 * GIB, filesMax: 256 }, threads: 4, stores: 100 },
])('$machine with $threads threads keeps $stores stores open per thread', ({ machine, threads, stores }) => {
  expect(openStoresMax(machine, threads)).toBe(stores);
});

test('the limits of this machine are positive', () => {
  const { memoryBytes, filesMax } = readMachineLimits();
  expect(memoryBytes).toBeGreaterThan(0);
  expect(filesMax).toBeGreaterThan(0);
});
