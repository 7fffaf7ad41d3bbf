import { join } from 'node:path';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { openPlace } from '../place/open-place.ts';
import { Archiver } from './archiver.ts';
import type { ArchiverData, FromArchiver, ToArchiver } from './protocol.ts';

if (parentPort !== null) await startThread(parentPort, workerData as ArchiverData);

async function startThread(port: MessagePort, data: ArchiverData): Promise<void> {
  const send = (message: FromArchiver): void => port.postMessage(message);
  const place = openPlace(data.place, join(data.dataDir, 'cache', 'archives'));
  const archiver = new Archiver({ data, place, send, onLost: () => process.exit(1) });
  // Handles messages in order; a message that waits for something does not delay the others.
  port.on('message', (message: ToArchiver) => void receive(message));
  await archiver.start();
  send({ op: 'ready' });

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
