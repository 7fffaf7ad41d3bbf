import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { createPostgresDatabase } from '../../test/engines/postgres-database.ts';
import { createTestClock, ENGINES, type Engine } from '../../test/index.ts';
import type { StoreName } from '../database/database.ts';
import { createDatabase } from '../database/index.ts';
import { createIds } from '../platform/ids.ts';
import { createDueStores } from './due-stores.ts';

const STORE: StoreName = 'p_00000000000000000000000000000001';
const OTHER: StoreName = 'p_00000000000000000000000000000002';
const HOUR_MS = 60 * 60_000;

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function openDueStores(engine: Engine) {
  const clock = createTestClock(Date.now());
  const directory = await mkdtemp(join(tmpdir(), 'due-stores-'));
  closers.push(() => rm(directory, { recursive: true, force: true }));
  const postgres = engine === 'postgres' ? await createPostgresDatabase() : undefined;
  if (postgres !== undefined) closers.push(async () => await postgres[Symbol.asyncDispose]());
  const database = await createDatabase({ url: postgres?.url, directory, clock });
  closers.push(() => database.close());
  const open = () => createDueStores({ database, clock, ids: createIds(clock), table: 'store_work', isShared: true });
  const dueOf = async () => (await one.due(10)).map(({ store }) => store);
  const noteOf = async (store: StoreName) => {
    const note = await one.find(store);
    if (note === undefined) throw new Error('there is no note');
    return note;
  };
  const one = open();
  return { one, other: open(), clock, dueOf, noteOf };
}

describe.each(ENGINES)('stores with work on %s', (engine) => {
  test('are found once they are due, the longest due first, and not before', async () => {
    const { one, clock, dueOf } = await openDueStores(engine);
    await one.note(STORE, clock.now() + HOUR_MS);
    await one.note(OTHER, clock.now());
    expect(await dueOf()).toEqual([OTHER]);
    clock.advance(HOUR_MS);
    expect(await dueOf()).toEqual([OTHER, STORE]);
  });

  test('a recorded due time moves earlier when earlier work is added, and never later with more work', async () => {
    const { one, other, clock, dueOf } = await openDueStores(engine);
    await one.note(STORE, clock.now() + 40 * 24 * HOUR_MS);
    await other.note(STORE, clock.now() + 1000);
    await one.note(STORE, clock.now() + HOUR_MS);
    clock.advance(1000);
    expect(await dueOf()).toEqual([STORE]);
  });

  test('a check that found nothing is repeated while the transaction that recorded the work may still commit', async () => {
    const { one, clock, dueOf, noteOf } = await openDueStores(engine);
    await one.note(STORE, clock.now());
    await one.move(await noteOf(STORE), undefined);
    expect(await dueOf()).toEqual([]);
    clock.advance(5000);
    expect(await dueOf()).toEqual([STORE]);
  });

  test('a check that new work has overtaken changes nothing', async () => {
    const { one, other, clock, dueOf, noteOf } = await openDueStores(engine);
    await one.note(STORE, clock.now());
    const seen = await noteOf(STORE);
    await other.note(STORE, clock.now());
    await one.move(seen, clock.now() + HOUR_MS);
    expect(await dueOf()).toEqual([STORE]);
  });

  test('a record is deleted when no work is left and no transaction can still rely on it', async () => {
    const { one, clock, noteOf } = await openDueStores(engine);
    await one.note(STORE, clock.now());
    await one.move({ ...(await noteOf(STORE)), ageMs: HOUR_MS }, undefined);
    expect(await one.all()).toEqual([]);
  });

  test('work within two seconds of a record needs no new one, unless it is due earlier', async () => {
    const { one, clock } = await openDueStores(engine);
    await one.note(STORE, clock.now() + HOUR_MS);
    expect(one.note(STORE, clock.now() + 2 * HOUR_MS)).toBeUndefined();
    await one.note(STORE, clock.now());
    clock.advance(2000);
    expect(one.note(STORE, clock.now())).toBeInstanceOf(Promise);
  });

  test('a store is expected to have work at its recorded time, or at once while that may be too late', async () => {
    const { one, clock, noteOf } = await openDueStores(engine);
    await one.note(STORE, clock.now() + HOUR_MS);
    expect(await one.expected()).toEqual([{ store: STORE, dueMs: clock.now() + HOUR_MS }]);
    // Work that is added now needs no new note.
    await one.move(await noteOf(STORE), undefined);
    expect(await one.expected()).toEqual([{ store: STORE, dueMs: clock.now() }]);
  });
});
