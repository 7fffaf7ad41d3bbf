import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../platform/clock.ts';
import { createDatabase } from '../index.ts';
import { createPlacesStore, PRIMARY } from './places-store.ts';
import { RegisteredDatabases } from './registered-databases.ts';

const MASTER_KEY = randomBytes(32);

async function openRegistered() {
  const directory = await mkdtemp(join(tmpdir(), 'registered-databases-'));
  const database = await createDatabase({ url: undefined, directory, clock: systemClock });
  onTestFinished(async () => {
    await database.close();
    await rm(directory, { recursive: true, force: true });
  });
  const store = createPlacesStore(database);
  let held: { readonly read: PromiseWithResolvers<void>; readonly released: PromiseWithResolvers<void> } | undefined;
  const registered = new RegisteredDatabases({
    primary: { database, url: 'the primary' },
    open: () => Promise.reject(new Error('No test opens one.')),
    store: {
      async databases() {
        const gate = held;
        held = undefined;
        const rows = await store.databases();
        gate?.read.resolve();
        await gate?.released.promise;
        return rows;
      },
    },
    mover: { checkDatabase: async () => 'not_marked' },
    masterKey: MASTER_KEY,
    onError: (error) => {
      throw error;
    },
  });
  return {
    registered,
    add: async (name: string): Promise<void> => {
      const row = { name, sealed_url: registered.seal(name, name), accepts_new: 1, weight: 1, created_at: name };
      await database.write('control', [store.addStep(row)]);
    },
    /** The next load ends when the test releases it after it has read the rows. */
    holdNext() {
      const gate = { read: Promise.withResolvers<void>(), released: Promise.withResolvers<void>() };
      held = gate;
      return { read: gate.read.promise, release: gate.released.resolve };
    },
  };
}

test('a load that read the databases before one was added does not remove it when it ends late', async () => {
  const { registered, add, holdNext } = await openRegistered();
  const gate = holdNext();
  const older = registered.reload();
  await gate.read;
  await add('second');
  await registered.reload();
  gate.release();
  await older;
  expect(registered.rows().map(({ name }) => name)).toEqual([PRIMARY, 'second']);
});
