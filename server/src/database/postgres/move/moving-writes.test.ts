import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { passGate } from '../../../../test/engines/pass-gate.ts';
import { createPostgresDatabase, type PostgresDatabase } from '../../../../test/engines/postgres-database.ts';
import { closeGate } from '../../../../test/engines/postgres-gate.ts';
import { systemClock } from '../../../platform/clock.ts';
import { silentLogger } from '../../../platform/logger.ts';
import type { PlainStep } from '../../database.ts';
import { createPlaces } from '../../places/places.ts';
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

test('writes that wait for a move learn that their store is being moved, also those behind other writes', async () => {
  const open = (url: string) => openPostgresDatabase({ url, clock: systemClock, limits: { writeTimeoutMs: 300 } });
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
  const row = { name: 'second', sealed_url: null, accepts_new: 1, weight: 1, created_at: NOW };
  await primary.write('control', [places.addStep(row)]);
  await several?.registered.reload();
  const store = `p_${randomBytes(16).toString('hex')}` as const;
  await database.write(store, [plain('CREATE TABLE notes (id text)')], { exclusive: true });
  await primary.write('control', [
    plain(`INSERT INTO store_moves (id, store, source, target, state, process, created_at)
      VALUES ('1', '${store}', 'primary', 'second', 'running', 'another', '${NOW}')`),
  ]);
  const gate = await closeGate(server.url);
  const blocked = database.write(store, [plain(`SELECT ${passGate()}`)]);
  await gate.untilWaiting(1);
  const late = database.write(store, [plain(`INSERT INTO notes VALUES ('a')`)]);
  const moving = { kind: 'unavailable', message: expect.stringContaining('being moved') };
  const outcomes = await Promise.allSettled([blocked, late]);
  expect(outcomes.map((outcome) => (outcome.status === 'rejected' ? outcome.reason.error : 'done'))).toEqual([
    expect.objectContaining(moving),
    expect.objectContaining(moving),
  ]);
  await gate.open();
  await database.close();
});
