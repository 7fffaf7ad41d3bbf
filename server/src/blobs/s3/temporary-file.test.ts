import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTemporaryFile, sendTemporaryFile } from './temporary-file.ts';

const BYTES = 300_000;
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'temporary-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

test('a file that cannot be read fails its sending, and ends no process', async () => {
  const file = await openTemporaryFile(directory, 'unreadable');
  await file.writeFile(Buffer.alloc(BYTES));
  await file.close();
  // As the SDK does, this pipes the body and looks at no error of it.
  const sending = sendTemporaryFile(file, { start: 0, end: BYTES }, async (body) => {
    await finished(body.pipe(new Writable({ write: (_piece, _encoding, done) => done() })));
  });
  await expect(sending).rejects.toMatchObject({ name: 'BlobError', kind: 'unavailable' });
});

test('a sending that was given up reads no more of the file', async () => {
  await using file = await openTemporaryFile(directory, 'given-up');
  await file.writeFile(Buffer.alloc(BYTES));
  const sending = sendTemporaryFile(file, { start: 0, end: BYTES }, async (body) => {
    await new Promise((resolve) => body.once('readable', resolve));
    expect(body.destroyed).toBe(false);
    return body;
  });
  expect((await sending).destroyed).toBe(true);
  expect(await readdir(directory)).toEqual([]);
});
