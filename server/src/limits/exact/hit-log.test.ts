import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPostgresDatabase } from '../../../test/engines/postgres-database.ts';
import { createTestClock, type TestClock } from '../../../test/test-clock.ts';
import type { Database } from '../../database/database.ts';
import { createDatabase } from '../../database/index.ts';
import { createIds } from '../../platform/ids.ts';
import type { HitLog, Window } from './hit-log.ts';
import { createMemoryHitLog } from './memory-hit-log.ts';
import { createSharedHitLog } from './shared-hit-log.ts';

const TEN: Window = { max: 10, windowMs: 60_000 };
const cleanUp = new AsyncDisposableStack();
const databases = new Map<string, Database>();
let made = 0;

beforeAll(async () => {
  const directory = await mkdtemp(join(tmpdir(), 'service-limits-'));
  cleanUp.defer(() => rm(directory, { recursive: true, force: true }));
  const postgres = cleanUp.use(await createPostgresDatabase());
  const clock = createTestClock();
  for (const [name, url] of [
    ['sqlite', undefined],
    ['postgres', postgres.url],
  ] as const) {
    const database = await createDatabase({ url, directory, clock });
    databases.set(name, database);
    cleanUp.defer(() => database.close());
  }
}, 60_000);

afterAll(() => cleanUp.disposeAsync());

function shared(engine: string, clock: TestClock): HitLog {
  const database = databases.get(engine);
  if (database === undefined) throw new Error('There is no database.');
  const onError = (error: unknown): void => {
    throw error;
  };
  return createSharedHitLog({ database, clock, ids: createIds(clock), onError });
}

describe.each([
  ['in memory', (clock: TestClock) => createMemoryHitLog(clock)],
  ['in SQLite', (clock: TestClock) => shared('sqlite', clock)],
  ['in PostgreSQL', (clock: TestClock) => shared('postgres', clock)],
])('hits counted %s', (_, createLog) => {
  const setUp = () => {
    const clock = createTestClock();
    made += 1;
    return { clock, log: createLog(clock), key: `key-${made}` };
  };

  test('are granted up to the limit, and again after exactly the announced wait', async () => {
    const { clock, log, key } = setUp();
    for (let left = 9; left >= 0; left -= 1) {
      expect(await log.take(key, TEN)).toMatchObject({ isGranted: true, limit: 10, remaining: left });
      clock.advance(1000);
    }
    const refused = await log.take(key, TEN);
    expect(refused).toMatchObject({ isGranted: false, remaining: 0, resetSeconds: 50 });
    clock.advance(49_999);
    expect((await log.take(key, TEN)).isGranted).toBe(false);
    clock.advance(1);
    expect((await log.take(key, TEN)).isGranted).toBe(true);
    expect((await log.take(key, TEN)).isGranted).toBe(false);
  });

  test('that arrive at once are not granted beyond the limit', async () => {
    const { log, key } = setUp();
    const hits = await Promise.all(Array.from({ length: 50 }, () => log.take(key, TEN)));
    expect(hits.filter(({ isGranted }) => isGranted)).toHaveLength(10);
  });

  test('of one key do not count for another', async () => {
    const { log, key } = setUp();
    for (let n = 0; n < 11; n += 1) await log.take(key, TEN);
    expect(await log.take(`${key} `, TEN)).toMatchObject({ isGranted: true, remaining: 9 });
  });

  test('do not count after they are taken back', async () => {
    const { log, key } = setUp();
    for (let n = 0; n < 20; n += 1) {
      const hit = await log.take(key, TEN);
      expect(hit).toMatchObject({ isGranted: true, remaining: 9 });
      await hit.takeBack();
    }
  });

  test('after a clock is set back are neither freed early nor held longer than the window', async () => {
    const { clock, log, key } = setUp();
    for (let n = 0; n < 10; n += 1) await log.take(key, TEN);
    clock.advance(-3_600_000);
    expect(await log.take(key, TEN)).toMatchObject({ isGranted: false, resetSeconds: 60 });
    clock.advance(60_000);
    expect((await log.take(key, TEN)).isGranted).toBe(true);
  });
});

test('at any times, no span of one window grants more than the limit', async () => {
  const waits = fc.array(fc.integer({ min: 0, max: 30_000 }), { maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(waits, async (steps) => {
      const clock = createTestClock();
      const log = createMemoryHitLog(clock);
      const granted: number[] = [];
      for (const wait of steps) {
        clock.advance(wait);
        if ((await log.take('a', { max: 3, windowMs: 60_000 })).isGranted) granted.push(clock.now());
        expect(granted.filter((at) => at > clock.now() - 60_000).length).toBeLessThanOrEqual(3);
      }
    }),
  );
});

test('two processes that share a database count together', async () => {
  const clock = createTestClock();
  const [one, two] = [shared('postgres', clock), shared('postgres', clock)];
  const hits = await Promise.all(Array.from({ length: 30 }, (_, n) => (n % 2 === 0 ? one : two).take('together', TEN)));
  expect(hits.filter(({ isGranted }) => isGranted)).toHaveLength(10);
});

test('hits older than every window are deleted', async () => {
  const clock = createTestClock();
  const database = databases.get('sqlite');
  const log = shared('sqlite', clock);
  for (let n = 0; n < 20; n += 1) await log.take(`swept-${n}`, TEN);
  clock.advance(61_000);
  await log.take('later', TEN);
  const countLeft = async (): Promise<number> => {
    const text = `SELECT count(*) AS n FROM limit_keys WHERE limit_key LIKE 'swept-%'`;
    return Number((await database?.query('control', { text, values: [] }))?.[0]?.['n']);
  };
  await expect.poll(countLeft).toBe(0);
});
