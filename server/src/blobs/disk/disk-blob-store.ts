import { mkdir, open, readdir, rm, rmdir, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createLimit } from '../../platform/limit.ts';
import { HashThread } from '../../platform/stream-hash/index.ts';
import type { BlobKey, BlobStore } from '../blob-store.ts';
import { UnconfirmedBlobs } from '../unconfirmed.ts';
import { copyFileTo } from './copy-file-to.ts';
import { ifThere, onDisk } from './disk-failure.ts';
import { Folders } from './folders.ts';
import { createPaths, type Paths } from './paths.ts';
import { readFile } from './read-file.ts';
import { sweepDisk } from './sweep-disk.ts';
import { writeStream } from './write-stream.ts';

/** A sync blocks one of the four threads that all file work of the process shares, so one thread stays free. */
const SYNCS_AT_ONCE = 3;
const DELETES_AT_ONCE = 8;

/** Keeps each blob as a file below `root`, which must be on a single file system with hard links. */
export function createDiskBlobStore(root: string): BlobStore {
  const paths = createPaths(root);
  const folders = new Folders(paths);
  const hashThread = new HashThread();
  const syncing = createLimit(SYNCS_AT_ONCE);
  const deleting = createLimit(DELETES_AT_ONCE);
  const unconfirmed = new UnconfirmedBlobs();
  const confirming = new Set<Promise<void>>();

  const forget = (key: BlobKey, isPlaced: boolean): Promise<void> => {
    unconfirmed.delete(key.id);
    return deleting(() => removeFiles(paths, key, isPlaced));
  };
  const forgetAll = async (keys: readonly BlobKey[]): Promise<void> => {
    await Promise.all(keys.map((key) => forget(key, true)));
  };

  return {
    async put(key, bytes, signal) {
      const marker = paths.marker(key);
      const file = await openNew(paths, marker);
      let isPlaced = false;
      unconfirmed.add(key.id);
      try {
        const stored = await writeStream(file, bytes, { hashThread, signal });
        signal?.throwIfAborted();
        // Naming precedes the sync, so that one commit covers both. A crash may truncate the blob before it is used.
        await onDisk(folders.place(key));
        isPlaced = true;
        await onDisk(syncing(() => file.sync()));
        await onDisk(folders.sync(paths.folder(key)));
        signal?.throwIfAborted();
        return stored;
      } catch (error) {
        await forget(key, isPlaced).catch(() => undefined);
        throw error;
      } finally {
        await file.close().catch(() => undefined);
      }
    },

    read: async (key, range) => readFile(paths.file(key), range),

    copyTo: (key, path, bytesMax) => copyFileTo(paths.file(key), path, bytesMax),

    delete: forgetAll,

    async deleteGroup(group) {
      await onDisk(rm(paths.group(group), { recursive: true, force: true }));
      const names = (await ifThere(readdir(paths.incoming))) ?? [];
      const keys = names.map((name) => paths.parseMarker(name)).filter((key) => key !== undefined);
      await forgetAll(keys.filter((key) => key.group === group));
    },

    sweep: (options) => sweepDisk({ ...options, paths, unconfirmed, remove: forgetAll }),

    confirm(key) {
      // Until the second name is gone, sweeps of recent blobs check this blob needlessly, which is harmless.
      const work = unlink(paths.marker(key)).catch(() => undefined);
      unconfirmed.delete(key.id);
      confirming.add(work);
      void work.finally(() => confirming.delete(work));
    },

    async close() {
      await Promise.all(confirming);
      await hashThread.close();
    },
  };
}

async function openNew(paths: Paths, marker: string) {
  const file = await ifThere(open(marker, 'wx', 0o600));
  if (file !== undefined) return file;
  await onDisk(mkdir(paths.incoming, { recursive: true, mode: 0o700 }));
  return onDisk(open(marker, 'wx', 0o600));
}

/** Removes the marker last, so that sweeps find what a kill in between leaves. */
async function removeFiles(paths: Paths, key: BlobKey, isPlaced: boolean): Promise<void> {
  if (isPlaced) await ifThere(unlink(paths.file(key)));
  await ifThere(unlink(paths.marker(key)));
  if (!isPlaced) return;
  const folder = paths.folder(key);
  await rmdir(folder)
    .then(() => rmdir(dirname(folder)))
    .catch(() => undefined);
}
