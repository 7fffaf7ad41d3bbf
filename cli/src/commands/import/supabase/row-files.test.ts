import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { RowFiles } from './row-files.ts';

test('rows that cannot be written fail the import, and do not end the program without a message', async () => {
  const files = new RowFiles(join(tmpdir(), 'no-such-folder', 'rows'));
  await files.add('notes', { title: 'a note' });
  await expect(files.finish()).rejects.toThrow('ENOENT');
  await expect(files.add('notes', { title: 'x'.repeat(100_000) })).rejects.toThrow('ENOENT');
});
