import { join } from 'node:path';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { openPlace } from '../place/open-place.ts';
import { createStorePaths } from '../store-paths.ts';
import { Archiver } from './archiver.ts';
import type { ArchiverWorkerData, FromArchiver, ToArchiver } from './protocol.ts';
import { isDamagedState, setStateAside } from './state-store.ts';
import { StoreFiles } from './store-files.ts';

const DAMAGED = 'The state of the archive is damaged. It is set aside, and a new generation begins.';

if (parentPort !== null) await startThread(parentPort, workerData as ArchiverWorkerData);

async function startThread(port: MessagePort, { data, openFiles }: ArchiverWorkerData): Promise<void> {
  const send = (message: FromArchiver): void => port.postMessage(message);
  const place = openPlace(data.place, join(data.dataDir, 'cache', 'archives'));
  const files = new StoreFiles(createStorePaths(data.dataDir), {
    openFiles,
    onChange: (store, changed) => send({ op: 'files', store, files: changed }),
  });
  const open = (): Archiver => new Archiver({ data, place, files, send, onLost: () => process.exit(1) });
  const archiver = withoutDamage(open);
  // Handles messages in order; a message that waits for something does not delay the others.
  port.on('message', (message: ToArchiver) => void receive(message));
  // Damage that shows later ends the thread, and the next one begins without the state.
  await archiver.start().catch((error: unknown) => {
    if (isDamagedState(error)) setAside();
    throw error;
  });
  send({ op: 'ready' });

  function withoutDamage<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      if (!isDamagedState(error)) throw error;
      setAside();
      return work();
    }
  }

  function setAside(): void {
    setStateAside(data.dataDir);
    send({ op: 'warning', message: DAMAGED });
  }

  async function receive(message: ToArchiver): Promise<void> {
    try {
      if (message.op === 'commits') archiver.noteCommits(message);
      else if (message.op === 'blobs') await archiver.noteBlobs(message);
      else await perform(message);
    } catch (error) {
      send({ op: 'warning', message: error instanceof Error ? error.message : String(error) });
    }
  }

  async function perform({ id, task }: Extract<ToArchiver, { op: 'task' }>): Promise<void> {
    let error: string | undefined;
    try {
      await archiver.perform(task);
    } catch (failure) {
      error = failure instanceof Error ? failure.message : String(failure);
    }
    send({ op: 'done', id, error });
    if (task.op !== 'finish') return;
    await place.close();
    port.close();
  }
}
