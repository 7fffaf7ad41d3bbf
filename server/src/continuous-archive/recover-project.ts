import { Worker } from 'node:worker_threads';
import { type BlobStore, createBlobStore } from '../blobs/index.ts';
import { createDatabase, type Database } from '../database/index.ts';
import { builtFile } from '../platform/built-file.ts';
import { systemClock } from '../platform/clock.ts';
import type { RecoverOrder, RecoverOutcome } from './recover/worker.ts';
import { UnusableArchive } from './recover/wrong-use.ts';

export interface RecoveredProjectData {
  /** The control store and the store of the project. */
  readonly database: Database;
  readonly blobs: BlobStore;
  close(): Promise<void>;
}

export class NotInArchive extends Error {}

/** Recovers in a separate thread. Throws `NotInArchive`, `UnusableArchive`. */
export async function recoverProjectData(order: RecoverOrder): Promise<RecoveredProjectData> {
  const outcome = await runWorker(order);
  if (outcome.kind === 'not_there') throw new NotInArchive(outcome.message);
  if (outcome.kind === 'failed') throw new UnusableArchive(outcome.message);
  if (outcome.missing.length > 0) throw new UnusableArchive(outcome.missing.join(' '));
  const database = await createDatabase({ url: undefined, directory: order.dataDir, clock: systemClock });
  const blobs = createBlobStore({ config: { kind: 'disk' }, dataDir: order.dataDir });
  return {
    database,
    blobs,
    async close() {
      await blobs.close();
      await database.close();
    },
  };
}

function runWorker(order: RecoverOrder): Promise<RecoverOutcome> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(workerFile(), { name: 'recovery', workerData: order });
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => reject(new UnusableArchive('The thread of the recovery has ended.')));
  });
}

function workerFile(): URL {
  return builtFile('recover-worker.mjs') ?? new URL('recover/worker.ts', import.meta.url);
}
