import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openWhole } from './write-whole.ts';

test('a file that cannot be moved to its place leaves nothing behind', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'whole-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const place = join(folder, 'place');
  const file = await openWhole(place);
  await file.write('text');
  await mkdir(place);
  await writeFile(join(place, 'other'), 'text');
  await expect(file.finish()).rejects.toThrow('EISDIR');
  await file.discard();
  expect(await readdir(folder)).toEqual(['place']);
});
