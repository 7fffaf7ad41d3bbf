import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { passGate } from '../../../../test/engines/pass-gate.ts';
import { createPostgresDatabase, type PostgresDatabase } from '../../../../test/engines/postgres-database.ts';
import { closeGate } from '../../../../test/engines/postgres-gate.ts';
import { systemClock } from '../../../platform/clock.ts';
import { silentLogger } from '../../../platform/logger.ts';
import type { PlainStep, StoreName } from '../../database.ts';
import { createPlaces } from '../../places/places.ts';
import type { PostgresLimits } from '../limits.ts';
import { openPostgresDatabase } from '../open-postgres-database.ts';
import { createStoreMover } from './store-mover.ts';

const NOW = '2026-05-01T09:30:00.000Z';

let server: PostgresDatabase;
beforeAll(async () => {
  server = await createPostgresDatabase();
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

const plain = (text: string): PlainStep => ({ kind: 'plain', statement: { text, values: [] } });

const BEING_MOVED = { kind: 'unavailable', message: expect.stringContaining('being moved') };

/** A store with a table `notes`, in an installation with two databases, while another process moves it. */
async function openMoving(limits: Partial<PostgresLimits>) {
  const open = (url: string) => openPostgresDatabase({ url, clock: systemClock, limits });
  const primary = await open(server.url);
  const {
    database,
    store: places,
    several,
  } = createPlaces({
    primary,
    url: server.url,
    open,
    mover: createStoreMover(),
    masterKey: randomBytes(32),
    clock: systemClock,
    logger: silentLogger,
  });
  const name = `d${randomBytes(4).toString('hex')}`;
  await primary.write('control', [
    places.addStep({ name, sealed_url: null, accepts_new: 1, weight: 1, created_at: NOW }),
  ]);
  await several?.registered.reload();
  const store: StoreName = `p_${randomBytes(16).toString('hex')}`;
  await database.write(store, [plain('CREATE TABLE notes (id text)')], { exclusive: true });
  await primary.write('control', [
    plain(`INSERT INTO store_moves (id, store, source, target, state, process, created_at)
      VALUES ('${name}', '${store}', 'primary', '${name}', 'running', 'another', '${NOW}')`),
  ]);
  return { database, store, [Symbol.asyncDispose]: () => database.close() };
}

function failureOf(outcome: PromiseSettledResult<unknown>): unknown {
  return outcome.status === 'rejected' ? outcome.reason.error : 'done';
}

test('writes that wait for a move learn that their store is being moved, also those behind other writes', async () => {
  await using moving = await openMoving({ writeTimeoutMs: 300 });
  const { database, store } = moving;
  const gate = await closeGate(server.url);
  const blocked = database.write(store, [plain(`SELECT ${passGate()}`)]);
  const late = database.write(store, [plain(`INSERT INTO notes VALUES ('a')`)]);
  const outcomes = await Promise.allSettled([blocked, late]);
  await gate.open();
  expect(outcomes.map(failureOf)).toEqual([expect.objectContaining(BEING_MOVED), expect.objectContaining(BEING_MOVED)]);
});

test('a write that is refused at once costs the primary no question about moves', async () => {
  await using moving = await openMoving({ writeTimeoutMs: 60_000, queuedMax: 1 });
  const { database, store } = moving;
  const gate = await closeGate(server.url);
  const writes = [database.write(store, [plain(`SELECT ${passGate()}`)])];
  await gate.untilWaiting(1);
  for (const id of ['a', 'b', 'c']) writes.push(database.write(store, [plain(`INSERT INTO notes VALUES ('${id}')`)]));
  const refused = await Promise.allSettled(writes.slice(2));
  await gate.open();
  await Promise.all(writes.slice(0, 2));
  // The answer would say that the store is being moved if the service had asked.
  expect(refused.map(failureOf)).toEqual([
    expect.objectContaining({ kind: 'overloaded' }),
    expect.objectContaining({ kind: 'overloaded' }),
  ]);
});
