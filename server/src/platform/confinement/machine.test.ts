import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { silentLogger } from '../logger.ts';
import { openMachine } from './machine.ts';

test('a place that cannot be removed is reported, and does not fail the end of its process', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'machine-'));
  const errors: object[] = [];
  const machine = await openMachine(dataDir, { ...silentLogger, error: (fields) => errors.push(fields) });
  const place = await machine.takePlace();
  await rm(place.folder.parent, { recursive: true });
  await writeFile(place.folder.parent, 'no folder');
  await place.giveBack();
  expect(errors).toMatchObject([{ err: { code: 'ENOTDIR' } }]);
  await machine.close();
  await rm(dataDir, { recursive: true, force: true });
});
