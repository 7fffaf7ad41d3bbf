import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A receiver's response to one request; by default a plain 200. */
export interface ReceiverAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Size of a body that is sent as fast as the client reads it. */
  readonly bodyBytes?: number;
  /** Delay before the first byte of the response. */
  readonly delayMs?: number;
  /** Stops sending at this point until `release()`. */
  readonly hang?: 'before_headers' | 'after_headers';
  /** Resets the connection at this point. */
  readonly reset?: 'before_headers' | 'after_headers';
  /** Sends one byte of the body per this many milliseconds. */
  readonly trickleMs?: number;
  /** Closes the connection after a complete response. */
  readonly isLast?: boolean;
  /** Bytes to send instead of an HTTP response. */
  readonly raw?: string;
}

/** One request as it was received. */
export interface RequestBytes {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly head: Uint8Array;
  readonly body: Uint8Array;
}

export interface ConnectionHooks {
  answerTo(request: RequestBytes): ReceiverAnswer;
  /** Stores a callback that runs when the test calls `release`. */
  hold(resume: () => void): void;
  started(): void;
  ended(): void;
  sent(bodyBytes: number): void;
}

const CHUNK = Buffer.alloc(65_536, 'x');

/** Reads requests from a connection, and answers each before it reads the next. */
export function createReceiverConnection(socket: Socket, hooks: ConnectionHooks): void {
  let received: Uint8Array = new Uint8Array();
  let isBusy = false;
  const next = (): void => {
    const whole = isBusy ? undefined : wholeRequest(received);
    if (whole === undefined) return;
    received = received.subarray(whole.bytes);
    isBusy = true;
    hooks.started();
    void answer(socket, hooks.answerTo(whole.request), hooks).finally(() => {
      isBusy = false;
      hooks.ended();
      next();
    });
  };
  socket.setNoDelay(true);
  socket.on('error', () => undefined);
  socket.on('data', (chunk: Uint8Array) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    next();
  });
}

function wholeRequest(received: Uint8Array): { request: RequestBytes; bytes: number } | undefined {
  const buffer = Buffer.from(received.buffer, received.byteOffset, received.byteLength);
  const end = buffer.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const [line = '', ...lines] = buffer.subarray(0, end).toString('latin1').split('\r\n');
  const [method = '', path = ''] = line.split(' ');
  const headers = Object.fromEntries(
    lines.map((header) => {
      const colon = header.indexOf(':');
      return [header.slice(0, colon).toLowerCase(), header.slice(colon + 1).trim()];
    }),
  );
  const bytes = end + 4 + Number(headers['content-length'] ?? 0);
  if (buffer.length < bytes) return undefined;
  const head = new Uint8Array(buffer.subarray(0, end));
  const body = new Uint8Array(buffer.subarray(end + 4, bytes));
  return { request: { method, path, headers, head, body }, bytes };
}

async function answer(socket: Socket, script: ReceiverAnswer, hooks: ConnectionHooks): Promise<void> {
  if (script.delayMs !== undefined) await sleep(script.delayMs);
  if (script.reset === 'before_headers') return void socket.resetAndDestroy();
  if (script.hang === 'before_headers') await released(socket, hooks);
  if (script.raw !== undefined) {
    await write(socket, script.raw);
    if (script.isLast === true) socket.end();
    return;
  }
  await write(socket, headOf(script));
  if (script.reset === 'after_headers') return void socket.resetAndDestroy();
  if (script.hang === 'after_headers') await released(socket, hooks);
  await writeBody(socket, script, hooks);
  if (script.isLast === true) socket.end();
}

function released(socket: Socket, hooks: ConnectionHooks): Promise<void> {
  return new Promise((resolve) => {
    socket.once('close', resolve);
    hooks.hold(resolve);
  });
}

function headOf({ status = 200, headers = {}, body = '', bodyBytes, isLast = false }: ReceiverAnswer): string {
  const length = bodyBytes ?? Buffer.byteLength(body);
  const all = { 'content-length': String(length), ...(isLast && { connection: 'close' }), ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} Scripted\r\n${lines.join('')}\r\n`;
}

async function writeBody(socket: Socket, script: ReceiverAnswer, hooks: ConnectionHooks): Promise<void> {
  const { body = '', bodyBytes, trickleMs } = script;
  const step = trickleMs === undefined ? CHUNK.length : 1;
  const bytes = bodyBytes === undefined ? Buffer.from(body) : undefined;
  const size = bytes?.length ?? bodyBytes ?? 0;
  for (let at = 0; at < size && !socket.destroyed; at += step) {
    const length = Math.min(step, size - at);
    await write(socket, bytes?.subarray(at, at + length) ?? CHUNK.subarray(0, length));
    hooks.sent(length);
    if (trickleMs !== undefined) await sleep(trickleMs);
  }
}

/** Waits until the network has accepted the bytes, so that a body that is not read stops growing. */
function write(socket: Socket, bytes: string | Uint8Array): Promise<void> {
  if (socket.destroyed || socket.write(bytes)) return Promise.resolve();
  return new Promise((resolve) => {
    socket.once('drain', resolve);
    socket.once('close', () => resolve());
  });
}
