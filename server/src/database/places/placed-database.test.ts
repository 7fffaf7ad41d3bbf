import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { systemClock } from '../../platform/clock.ts';
import { silentLogger } from '../../platform/logger.ts';
import { createDatabase } from '../create-database.ts';
import type { Database, StoreName } from '../database.ts';
import { DatabaseFailure } from '../errors.ts';
import { createStoreMover } from '../postgres/move/store-mover.ts';
import { withWrite } from '../with-write.ts';
import { createPlaces } from './places.ts';

const ONE = { text: 'SELECT 1 AS one', values: [] };

test('a store is found without the control store, also after its database did not answer for a while', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'placed-database-'));
  const real = await createDatabase({ url: undefined, directory, clock: systemClock });
  let down: 'control' | 'projects' | undefined;
  const primary: Database = {
    ...withWrite(real, (...asked) => real.write(...asked)),
    async query(store, statement) {
      if (down !== (store === 'control' ? 'control' : 'projects')) return await real.query(store, statement);
      throw new DatabaseFailure({ kind: 'unavailable', message: 'stopped by the test' });
    },
  };
  const options = { mover: createStoreMover(), clock: systemClock, logger: silentLogger, masterKey: randomBytes(32) };
  const places = createPlaces({ ...options, primary, url: '', open: async () => real });
  const row = { name: 'other', sealed_url: null, accepts_new: 1, weight: 1, created_at: null };
  await primary.write('control', [places.store.addStep(row)]);
  await places.several?.registered.reload();
  const store: StoreName = `p_${'1'.repeat(32)}`;
  const read = () => places.database.query(store, ONE);
  expect(await read()).toEqual([{ one: 1 }]);
  down = 'projects';
  await expect(read()).rejects.toMatchObject({ kind: 'unavailable' });
  down = 'control';
  expect(await read()).toEqual([{ one: 1 }]);
  await real.close();
  await rm(directory, { recursive: true });
});
