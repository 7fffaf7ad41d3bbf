import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createPostgresDatabase } from '../../../../test/engines/postgres-database.ts';
import { createTestClock, ENGINES } from '../../../../test/index.ts';
import type { StoreName } from '../../../database/database.ts';
import { createDatabase } from '../../../database/index.ts';
import { silentLogger } from '../../../platform/logger.ts';
import { MetricsRecorder, SLOT_MS } from './metrics-recorder.ts';
import { createMetricsStore } from './metrics-store.ts';

const STORE: StoreName = 'p_00000000000000000000000000000001';
const NOON = Date.parse('2027-03-01T12:00:00.000Z');

test.each(ENGINES)('a slot that cannot be saved when it ends is saved later, on %s', async (engine) => {
  await using place = new AsyncDisposableStack();
  const clock = createTestClock(NOON);
  const directory = await mkdtemp(join(tmpdir(), 'metrics-test-'));
  place.defer(() => rm(directory, { recursive: true, force: true }));
  const postgres = engine === 'postgres' ? place.use(await createPostgresDatabase()) : undefined;
  const database = await createDatabase({ url: postgres?.url, directory, clock, logger: silentLogger });
  place.defer(() => database.close());
  const metricsStore = createMetricsStore(database, 'this process');
  const errors: unknown[] = [];
  let isDown = true;
  const recorder = new MetricsRecorder({
    database,
    clock,
    metricsStore,
    onError: (error) => errors.push(error),
    storageBytes: async () => {
      if (!isDown) return 0;
      count(1);
      clock.advance(SLOT_MS);
      count(1);
      throw new Error('the store does not answer');
    },
  });
  const count = (times: number): void => {
    for (let done = 0; done < times; done += 1) recorder.countRequest(STORE, false, 1);
  };

  count(3);
  await recorder.fold();
  isDown = false;
  await recorder.fold();

  expect(errors.map(String)).toEqual(['Error: the store does not answer']);
  const slots = await metricsStore.slots(STORE, NOON, NOON + 2 * SLOT_MS);
  expect(slots.map(({ slotMs, counts }) => [slotMs, counts.requests])).toEqual([
    [NOON, 4],
    [NOON + SLOT_MS, 1],
  ]);
});
