import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { expect, test } from 'vitest';
import { startFaultyObjectStore } from './faulty-object-store.ts';
import { connectTo } from './object-store.ts';

const nothing = (): void => undefined;

test('the store closes although a client left in the middle of an upload', async () => {
  const server = await startFaultyObjectStore();
  const client = connectTo(server.config);
  client.config.logger = { debug: nothing, info: nothing, warn: nothing, error: nothing };
  const leaving = new AbortController();
  async function* endless(): AsyncGenerator<Uint8Array> {
    yield Buffer.alloc(100_000);
    yield await new Promise(() => undefined);
  }
  const put = client.send(
    new PutObjectCommand({ Bucket: 'files', Key: 'some', Body: Readable.from(endless()), ContentLength: 1_000_000 }),
    { abortSignal: leaving.signal },
  );
  await expect.poll(() => readdir(join(server.directory ?? '', 'files'))).not.toEqual([]);
  leaving.abort();
  await expect(put).rejects.toMatchObject({ name: 'AbortError' });
  client.destroy();
  await expect(server[Symbol.asyncDispose]()).resolves.toBeUndefined();
});
