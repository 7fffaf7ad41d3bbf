import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { nothingLeft } from '../../../test/conformance/blobs/nothing-left.ts';
import type { OpenedStore } from '../../../test/conformance/blobs/opened-store.ts';
import { putsAndReads } from '../../../test/conformance/blobs/puts-and-reads.ts';
import { inPieces, newKey, sampleBytes } from '../../../test/conformance/blobs/sample-bytes.ts';
import { sweeps } from '../../../test/conformance/blobs/sweeps.ts';
import { startObjectStore } from '../../../test/object-store.ts';
import { systemClock } from '../../platform/clock.ts';
import { listObjects } from './list-objects.ts';
import { createS3BlobStore } from './s3-blob-store.ts';
import { S3_TIMES, S3Connection } from './s3-connection.ts';

putsAndReads(openStore);
nothingLeft(openStore);
sweeps(openStore);

test('a presigned URL needs no key and answers with the requested headers', async () => {
  await using opened = await openStore();
  const key = newKey();
  await opened.store.put(key, inPieces(sampleBytes(1000)));
  const headers = { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="a.png"' };
  const address = await opened.store.presign?.(key, { expiresInSeconds: 60, headers });
  const answer = await fetch(address ?? '');
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toMatchObject(headers);
  expect(await answer.arrayBuffer()).toHaveProperty('byteLength', 1000);
});

test('invalid names never become an object', async () => {
  await using opened = await openStore();
  const { id } = newKey();
  for (const key of [
    { group: '..', id },
    { group: 'p_a/b', id },
    { group: 'p_a', id: '../x' },
  ]) {
    await expect(opened.store.put(key, inPieces(sampleBytes(1)))).rejects.toThrow(TypeError);
    await expect(opened.store.read(key)).rejects.toThrow(TypeError);
    await expect(opened.store.delete([key])).rejects.toThrow(TypeError);
  }
});

async function openStore(): Promise<OpenedStore> {
  const server = await startObjectStore();
  const temporaryDirectory = await mkdtemp(join(tmpdir(), 'uploads-'));
  const open = () => createS3BlobStore({ config: server.config, temporaryDirectory, clock: systemClock });
  const stores = [open()];
  const s3 = new S3Connection(server.config, S3_TIMES);
  return {
    store: stores[0] ?? open(),
    reopen() {
      const store = open();
      stores.push(store);
      return store;
    },
    leftovers: async () => [
      ...(await listObjects(s3, { prefix: '', after: '' })).map(({ name }) => name),
      ...(await readdir(temporaryDirectory)),
    ],
    async [Symbol.asyncDispose]() {
      await Promise.all([...stores, s3].map((each) => each.close()));
      await server[Symbol.asyncDispose]();
      await rm(temporaryDirectory, { recursive: true, force: true });
    },
  };
}
