import { connect, type Socket } from 'node:net';
import { readHead } from './read-head.ts';

/** An answer of the shim, or of the runtime around it. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
}

/** An open connection that carries one call after the other. */
export interface CallConnection {
  /** Rejects when the connection ends, or answers what no shim answers, before the answer is whole. */
  send(request: Buffer): Promise<RawAnswer>;
  /** False once it has ended, or has been silent so long that the other side may end it any moment. */
  isFresh(nowMs: number): boolean;
  /** Ends it at once: the runtime cancels the call that it carries. */
  destroy(): void;
}

interface Waiting {
  resolve(answer: RawAnswer): void;
  reject(error: Error): void;
}

/** The runtime ends silent connections after five seconds. */
const SILENT_MS_MAX = 2000;

/**
 * Speaks just the HTTP that is spoken on this socket, in a fifth of the time of a general client. The process at the
 * other end is not trusted: what it sends is bounded and never interpreted further than its length.
 */
export function openCallConnection(path: string, answerBytesMax: number): CallConnection {
  const socket = connect(path);
  let waiting: Waiting | undefined;
  let usedMs = 0;
  let ended = false;

  const settle = (outcome: RawAnswer | Error): void => {
    const settled = waiting;
    waiting = undefined;
    if (outcome instanceof Error) settled?.reject(outcome);
    else settled?.resolve(outcome);
  };
  const reader = createAnswerReader(answerBytesMax);
  socket.on('data', (chunk: Buffer) => {
    if (waiting === undefined) return socket.destroy();
    try {
      const answer = reader.read(chunk);
      if (answer === undefined) return undefined;
      if (answer.headers.get('connection') === 'close') ended = true;
      settle(answer);
    } catch (error) {
      socket.destroy(error instanceof Error ? error : undefined);
    }
    return undefined;
  });
  socket.on('error', settle);
  socket.on('close', () => {
    ended = true;
    settle(new Error('The connection ended.'));
  });

  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        usedMs = Date.now();
        socket.write(request);
      }),
    isFresh: (nowMs) => !ended && nowMs - usedMs < SILENT_MS_MAX && isOpen(socket),
    destroy: () => void socket.destroy(),
  };
}

function isOpen(socket: Socket): boolean {
  return !socket.destroyed && socket.writable && !socket.readableEnded;
}

/** Collects one answer after the other. Gives each when it is whole. */
function createAnswerReader(bytesMax: number): { read(chunk: Buffer): RawAnswer | undefined } {
  let chunks: Buffer[] = [];
  let size = 0;
  let head: ReturnType<typeof readHead>;
  return {
    read: (chunk) => {
      chunks.push(chunk);
      size += chunk.length;
      if (head === undefined) {
        const start = chunks.length === 1 ? chunk : Buffer.concat(chunks);
        chunks = [start];
        head = readHead(start);
        if (head === undefined) return undefined;
        if (head.bodyBytes > bytesMax) throw new Error('The answer is too long.');
      }
      if (size < head.bytes + head.bodyBytes) return undefined;
      if (size > head.bytes + head.bodyBytes) throw new Error('There is more than the answer.');
      const all = chunks.length === 1 ? (chunks[0] ?? chunk) : Buffer.concat(chunks);
      const answer = { status: head.status, headers: head.headers, body: all.subarray(head.bytes) };
      chunks = [];
      size = 0;
      head = undefined;
      return answer;
    },
  };
}
