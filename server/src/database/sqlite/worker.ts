import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import type { DatabaseSync } from 'node:sqlite';
import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { requireVersion } from './connection.ts';
import { holdDirectory } from './hold-directory.ts';
import { mapError } from './map-error.ts';
import { encodeReply } from './message-tuples.ts';
import type { Batch, Replies, StartResult, ThreadData } from './protocol.ts';
import { ThreadServer } from './thread-server.ts';

const IDLE_CHECK_MAX_MS = 1_000;
const IDLE_CHECK_MIN_MS = 100;
const SCAN_NICENESS = 10;

if (parentPort !== null) startThread(parentPort, workerData as ThreadData);

function startThread(port: MessagePort, data: ThreadData): void {
  const lock = prepare(port, data);
  if (lock === undefined) return;
  const server = new ThreadServer(data);
  const checkMs = Math.min(IDLE_CHECK_MAX_MS, Math.max(IDLE_CHECK_MIN_MS, data.idleCloseMs));
  const checkLater = (ms: number): void => {
    idle = setTimeout(() => checkLater(server.closeIdle() ? IDLE_CHECK_MIN_MS : checkMs), ms).unref();
  };
  let idle: NodeJS.Timeout | undefined;
  checkLater(checkMs);

  port.on('message', (first: Batch | null) => {
    const { batches, isLast } = drain(port, first);
    const send = (replies: Replies): void => port.postMessage(replies);
    server.serve(batches, (replies) =>
      send({ replies: replies.map(encodeReply), done: 0, committed: server.takeCommitted() }),
    );
    send({ replies: [], done: batches.length, committed: [] });
    if (!isLast) return;
    clearTimeout(idle);
    server.close();
    lock?.close();
    port.close();
  });
  port.postMessage({ ready: true } satisfies StartResult);
}

/** Takes all waiting batches: writes that arrived during a disk sync share the next one. */
function drain(port: MessagePort, first: Batch | null): { batches: Batch[]; isLast: boolean } {
  const batches: Batch[] = [];
  let message: Batch | null | undefined = first;
  while (message !== undefined) {
    if (message === null) return { batches, isLast: true };
    batches.push(message);
    message = receiveMessageOnPort(port)?.message as Batch | null | undefined;
  }
  return { batches, isLast: false };
}

/** Undefined when the thread cannot work; the reason has been reported. */
function prepare(port: MessagePort, data: ThreadData): DatabaseSync | null | undefined {
  try {
    requireVersion();
    if (data.role === 'scan') yieldToOthers();
    return data.holdsDirectory ? holdDirectory(data.directory) : null;
  } catch (error) {
    port.postMessage({ ready: false, error: mapError(error, data.directory).error } satisfies StartResult);
    port.close();
    return undefined;
  }
}

/** Long work must not take CPU time from short work. On Linux, priorities are per thread. */
function yieldToOthers(): void {
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    if (thread > 0) setPriority(thread, SCAN_NICENESS);
  } catch {
    // Other systems have no such file; there, equal priorities do no harm.
  }
}
