import type { Clock } from '../../platform/clock.ts';
import { createLimit } from '../../platform/limit.ts';
import { HashThread } from '../../platform/stream-hash/index.ts';
import type { BlobKey, BlobStore } from '../blob-store.ts';
import { UnconfirmedBlobs } from '../unconfirmed.ts';
import { copyObjectTo } from './copy-object-to.ts';
import { deleteObjects } from './delete-objects.ts';
import { listObjects } from './list-objects.ts';
import { groupPrefix, objectName } from './object-names.ts';
import { presignObject } from './presign-object.ts';
import { putObject } from './put-object.ts';
import { readObject } from './read-object.ts';
import { S3_TIMES, type S3Config, S3Connection, type S3Times } from './s3-connection.ts';
import { sweepObjects } from './sweep-objects.ts';

/** Connections that carry parts; each needs some hundred kilobytes. */
const SENDING_AT_ONCE = 8;

export interface S3StoreOptions {
  readonly config: S3Config;
  readonly temporaryDirectory: string;
  readonly clock: Clock;
  readonly times?: S3Times;
}

/** Keeps each blob as an object of a bucket that belongs to this service alone: unknown objects are swept. */
export function createS3BlobStore({ config, temporaryDirectory, clock, times = S3_TIMES }: S3StoreOptions): BlobStore {
  const s3 = new S3Connection(config, times);
  const sending = createLimit(SENDING_AT_ONCE);
  const unconfirmed = new UnconfirmedBlobs();
  const hashThread = new HashThread();

  const remove = async (keys: readonly BlobKey[]): Promise<void> => {
    await deleteObjects(s3, keys.map(objectName));
    for (const { id } of keys) unconfirmed.delete(id);
  };

  return {
    async put(key, bytes, signal) {
      const name = objectName(key);
      unconfirmed.add(key.id);
      try {
        return await putObject({ s3, temporaryDirectory, sending, hashThread }, name, bytes, signal);
      } catch (error) {
        unconfirmed.delete(key.id);
        throw error;
      }
    },
    read: async (key, range) => readObject(s3, objectName(key), range),
    copyTo: (key, path, bytesMax) => copyObjectTo(s3, objectName(key), path, bytesMax),
    delete: remove,
    async deleteGroup(group) {
      for (;;) {
        const page = await listObjects(s3, { prefix: groupPrefix(group), after: '' });
        if (page.length === 0) return;
        await deleteObjects(
          s3,
          page.map(({ name }) => name),
        );
      }
    },
    sweep: (options) => sweepObjects({ ...options, s3, clock, unconfirmed, remove }),
    confirm(key) {
      unconfirmed.delete(key.id);
    },
    presign: (key, options) => presignObject(s3, objectName(key), options),
    async close() {
      await s3.close();
      await hashThread.close();
    },
  };
}
