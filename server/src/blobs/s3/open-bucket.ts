import { createLimit } from '../../platform/limit.ts';
import { HashThread } from '../../platform/stream-hash/index.ts';
import { BlobError, type BlobReading, type ByteRange, type StoredBlob } from '../blob-store.ts';
import { deleteObjects } from './delete-objects.ts';
import { listObjects } from './list-objects.ts';
import { putObject } from './put-object.ts';
import { readObject } from './read-object.ts';
import { S3_TIMES, type S3Config, S3Connection } from './s3-connection.ts';

const SENDING_AT_ONCE = 4;

/** Objects with names chosen by the caller, in a bucket that others may use too. Failures are `BlobError`. */
export interface Bucket {
  put(name: string, bytes: AsyncIterable<Uint8Array>): Promise<StoredBlob>;
  putWhole(name: string, bytes: Uint8Array): Promise<void>;
  read(name: string, range?: ByteRange): Promise<BlobReading | undefined>;
  list(prefix: string): AsyncIterable<{ readonly name: string; readonly size: number }>;
  delete(names: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

export function openBucket(config: S3Config, temporaryDirectory: string): Bucket {
  const s3 = new S3Connection(config, S3_TIMES);
  const sending = createLimit(SENDING_AT_ONCE);
  const hashThread = new HashThread();
  return {
    put: (name, bytes) => putObject({ s3, temporaryDirectory, sending, hashThread }, name, bytes),
    async putWhole(name, bytes) {
      const stored = await s3.call(
        ({ sdk, client, bucket }, abortSignal) =>
          client.send(new sdk.PutObjectCommand({ Bucket: bucket, Key: name, Body: bytes }), { abortSignal }),
        { timeoutMs: s3.times.partMs },
      );
      if (stored === undefined) throw new BlobError('unavailable', 'The object store refuses new objects.');
    },
    read: (name, range) => readObject(s3, name, range),
    async *list(prefix) {
      let after = '';
      for (;;) {
        const page = await listObjects(s3, { prefix, after });
        if (page.length === 0) return;
        yield* page;
        after = page.at(-1)?.name ?? '';
      }
    },
    delete: (names) => deleteObjects(s3, names),
    async close() {
      await s3.close();
      await hashThread.close();
    },
  };
}
