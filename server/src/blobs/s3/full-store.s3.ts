import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateMultipartUploadCommand, ListMultipartUploadsCommand, UploadPartCommand } from '@aws-sdk/client-s3';
import { expect, onTestFinished, test } from 'vitest';
import { inPieces, newKey, sampleBytes } from '../../../test/conformance/blobs/sample-bytes.ts';
import { connectTo, startObjectStore } from '../../../test/object-store.ts';
import { systemClock } from '../../platform/clock.ts';
import { createS3BlobStore } from './s3-blob-store.ts';

/** Tests that need a complete object store instead of the small test server; `npm run test:s3` runs them. */
const MIB = 1024 * 1024;

async function open() {
  const server = await startObjectStore();
  const temporaryDirectory = await mkdtemp(join(tmpdir(), 'uploads-'));
  const store = createS3BlobStore({ config: server.config, temporaryDirectory, clock: systemClock });
  const client = connectTo(server.config);
  onTestFinished(async () => {
    await store.close();
    client.destroy();
    await server[Symbol.asyncDispose]();
    await rm(temporaryDirectory, { recursive: true, force: true });
  });
  const Bucket = server.config.bucket;
  const uploads = async () => (await client.send(new ListMultipartUploadsCommand({ Bucket }))).Uploads ?? [];
  return { store, client, Bucket, uploads };
}

test('an interrupted upload leaves no parts', async () => {
  const { store, uploads } = await open();
  const failure = new Error('the client went away');
  async function* failing(): AsyncGenerator<Uint8Array> {
    yield* inPieces(sampleBytes(17 * MIB));
    expect(await uploads()).toHaveLength(1);
    throw failure;
  }
  await expect(store.put(newKey(), failing())).rejects.toBe(failure);
  expect(await uploads()).toEqual([]);
});

test('parts from a dead process are swept once they are old enough', async () => {
  const { store, client, Bucket, uploads } = await open();
  const Key = `blobs/p_dead/${newKey().id}`;
  const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key }));
  await client.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber: 1, Body: sampleBytes(5 * MIB) }));
  const sweep = { isKept: async () => new Set<string>(), scope: 'recent' } as const;
  await store.sweep({ ...sweep, graceMs: 60 * 60 * 1000 });
  expect(await uploads()).toHaveLength(1);
  await store.sweep({ ...sweep, graceMs: 0 });
  expect(await uploads()).toEqual([]);
});

test.each([
  ['another type of content', (url: URL) => url.searchParams.set('response-content-type', 'text/html')],
  ['a longer time', (url: URL) => url.searchParams.set('X-Amz-Expires', '86400')],
  ['another signature', (url: URL) => url.searchParams.set('X-Amz-Signature', '0'.repeat(64))],
  ['no signature', (url: URL) => url.searchParams.delete('X-Amz-Signature')],
])('a presigned URL is refused when it is changed to %s', async (_, change) => {
  const { store } = await open();
  const key = newKey();
  await store.put(key, inPieces(sampleBytes(1000)));
  const address = new URL((await store.presign?.(key, { expiresInSeconds: 60, headers: {} })) ?? '');
  expect((await fetch(address)).status).toBe(200);
  change(address);
  expect((await fetch(address)).status).toBeGreaterThanOrEqual(400);
});

test('a presigned URL expires', async () => {
  const { store } = await open();
  const key = newKey();
  await store.put(key, inPieces(sampleBytes(1000)));
  const address = await store.presign?.(key, { expiresInSeconds: 1, headers: {} });
  await expect.poll(async () => (await fetch(address ?? '')).status, { timeout: 10_000 }).toBe(403);
});
