import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
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
