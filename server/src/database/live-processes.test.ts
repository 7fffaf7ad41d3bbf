import { afterEach, beforeEach, expect, test } from 'vitest';
import { createPostgresDatabase, type PostgresDatabase } from '../../test/engines/postgres-database.ts';
import { systemClock } from '../platform/clock.ts';
import { createIds } from '../platform/ids.ts';
import type { Database } from './database.ts';
import { createLiveProcesses, type LiveProcesses, type ProcessTimes } from './live-processes.ts';
import { openPostgresDatabase } from './postgres/open-postgres-database.ts';

const ids = createIds(systemClock);
const QUICK: ProcessTimes = { beatMs: 50, goneMs: 300 };
const running: LiveProcesses[] = [];
let server: PostgresDatabase;
let database: Database;

beforeEach(async () => {
  server = await createPostgresDatabase();
  database = await openPostgresDatabase({ url: server.url, clock: systemClock });
});
afterEach(async () => {
  for (const processes of running.splice(0)) await processes.stop();
  await database.close();
  await server[Symbol.asyncDispose]();
});

async function start(processTimes?: ProcessTimes): Promise<LiveProcesses> {
  const onError = (error: unknown) => expect.fail(String(error));
  const processes = createLiveProcesses({
    database,
    ids,
    isShared: true,
    onError,
    ...(processTimes && { processTimes }),
  });
  await processes.start();
  running.push(processes);
  return processes;
}

/** Makes all processes look dead to each other. */
async function forgetBeats(ms: number): Promise<void> {
  const text = `UPDATE "{store}".live_processes SET seen_at_ms = seen_at_ms - ${ms}`;
  await database.write('control', [{ kind: 'plain', statement: { text, values: [] } }]);
}

test('processes of one database count each other, without stopped ones and those not seen for 10 s', async () => {
  const first = await start();
  expect(first.count()).toBe(1);
  const second = await start();
  expect(second.count()).toBe(2);
  await first.stop();
  const third = await start();
  expect(third.count()).toBe(2);
  await forgetBeats(11_000);
  const fourth = await start();
  expect(fourth.count()).toBe(1);
});

test('an unknown or dead process is gone, and a live one is not', async () => {
  const [asking, living] = [await start(QUICK), await start(QUICK)];
  const dead = ids();
  await expect.poll(() => asking.gone([dead, living.id, asking.id]), { interval: 20 }).toEqual([dead]);
});

test('a process that was itself not seen recently declares no other process gone', async () => {
  const asking = await start({ beatMs: 3000, goneMs: 10_000 });
  await forgetBeats(60_000);
  expect(await asking.gone([ids()])).toEqual([]);
});

test('a process that is alone on its database knows that all others are gone', async () => {
  const alone = createLiveProcesses({ database, ids, isShared: false, onError: () => undefined });
  await alone.start();
  const other = ids();
  expect(await alone.gone([other, alone.id])).toEqual([other]);
});

test('tells which processes were alive within a time, and always knows itself', async () => {
  const [asking, living] = [await start(), await start()];
  await forgetBeats(4000);
  const late = await start();
  const asked = [ids(), living.id, asking.id, late.id];
  expect(await asking.seen(asked, 2000)).toEqual([asking.id, late.id]);
  expect(await asking.seen(asked, 6000)).toEqual([living.id, asking.id, late.id]);
});
