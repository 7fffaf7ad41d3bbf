import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { openFilesBelow } from '../../../../test/open-files.ts';
import { createFileTarget } from './file-target.ts';

test('a fault of the bytes that a backup reads is not blamed on the folder of the backups', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'target-'));
  const target = createFileTarget(directory);
  const fault = Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' });
  async function* bytes() {
    yield new Uint8Array(3);
    throw fault;
  }
  await expect(target.put('project', 'file', bytes())).rejects.toBe(fault);
  expect(await readdir(directory, { recursive: true })).toEqual(['.incoming']);
  await rm(directory, { recursive: true });
});

test('a backup that is dropped unread closes its file, which would otherwise end the process', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const directory = await mkdtemp(join(tmpdir(), 'target-'));
  const target = createFileTarget(directory);
  async function* bytes() {
    yield new Uint8Array(3);
  }
  await target.put('project', 'file', bytes());
  expect(await target.read('project', 'file')).toMatchObject({ size: 3 });
  await expect
    .poll(() => {
      collect();
      return openFilesBelow(directory);
    })
    .toEqual([]);
  await rm(directory, { recursive: true });
});
