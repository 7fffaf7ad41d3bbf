import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { queryObjects } from 'node:v8';
import { expect, test } from 'vitest';
import { RowFiles } from './row-files.ts';

test('rows that cannot be written fail the import, and do not end the program without a message', async () => {
  const files = new RowFiles(join(tmpdir(), 'no-such-folder', 'rows'));
  await files.add('notes', { title: 'a note' });
  await expect(files.finish()).rejects.toThrow('ENOENT');
  await expect(files.add('notes', { title: 'x'.repeat(100_000) })).rejects.toThrow('ENOENT');
});

test('rows that wait for the disk leave nothing behind in memory, however many there are', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'row-files-'));
  const files = new RowFiles(folder);
  const row = { title: 'x'.repeat(100_000) };
  await files.add('notes', row);
  const before = queryObjects(Promise, { format: 'count' });
  for (let n = 0; n < 200; n += 1) await files.add('notes', row);
  expect(queryObjects(Promise, { format: 'count' }) - before).toBeLessThan(100);
  await files.finish();
  await rm(folder, { recursive: true });
});
