import { connect, type Socket } from 'node:net';
import { type BodyReader, createChunkedReader, createLengthReader } from './read-body.ts';
import { type AnswerHead, readHead } from './read-head.ts';

/** An answer of the shim, or of the runtime around it. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
}

/** Hears of the body as it comes; the answer then has none. */
export type OnBody = (bytes: Buffer) => void;

/** An open connection that carries one call after the other. */
export interface CallConnection {
  /** Rejects when the connection ends, or answers what no shim answers, before the answer is whole. */
  send(request: Buffer, onBody?: OnBody): Promise<RawAnswer>;
  /** False once it has ended, or has been silent so long that the other side may end it any moment. */
  isFresh(nowMs: number): boolean;
  /** Ends it at once: the runtime cancels the call that it carries. */
  destroy(): void;
}

interface Waiting {
  readonly reader: AnswerReader;
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
  socket.on('data', (chunk: Buffer) => {
    if (waiting === undefined) return socket.destroy();
    try {
      const answer = waiting.reader.read(chunk);
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
    send: (request, onBody) =>
      new Promise((resolve, reject) => {
        waiting = { reader: createAnswerReader(answerBytesMax, onBody), resolve, reject };
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

interface AnswerReader {
  /** Gives the answer when it is whole. */
  read(chunk: Buffer): RawAnswer | undefined;
}

function createAnswerReader(bytesMax: number, onBody?: OnBody): AnswerReader {
  let start: Buffer | undefined;
  let head: AnswerHead | undefined;
  let body: BodyReader | undefined;
  const chunks: Buffer[] = [];
  const take = onBody ?? ((bytes: Buffer) => void chunks.push(bytes));
  return {
    read: (chunk) => {
      let rest = chunk;
      if (head === undefined || body === undefined) {
        start = start === undefined ? chunk : Buffer.concat([start, chunk]);
        head = readHead(start);
        if (head === undefined) return undefined;
        body = bodyReader(head, onBody === undefined ? bytesMax : Number.POSITIVE_INFINITY, take);
        rest = start.subarray(head.bytes);
      }
      if (!body.read(rest)) return undefined;
      const [only] = chunks;
      const whole = chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks);
      return { status: head.status, headers: head.headers, body: whole };
    },
  };
}

function bodyReader({ bodyBytes }: AnswerHead, bytesMax: number, take: OnBody): BodyReader {
  if (bodyBytes === 'chunked') return createChunkedReader(bytesMax, take);
  if (bodyBytes > bytesMax) throw new Error('The answer is too long.');
  return createLengthReader(bodyBytes, take);
}
