import { connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { startTestHttp, type TestHttp } from '../../../test/start-test-http.ts';
import { openRoute } from '../route.ts';

/** More than any system's socket buffers hold. */
const LONG_BYTES = 64 * 1024 * 1024;
const PIECE = new Uint8Array(65_536);
const SHORT_PATIENCE = { patienceMs: 150, bytesPerSecondMin: 10_000_000 };

let http: TestHttp | undefined;
const letGo: string[] = [];
let made = 0;

afterEach(async () => {
  letGo.length = 0;
  made = 0;
  await http?.close();
});

async function* pieces(): AsyncGenerator<Uint8Array> {
  try {
    for (let sent = 0; sent < LONG_BYTES; sent += PIECE.length) {
      made += 1;
      yield PIECE;
    }
    letGo.push('at the end');
  } finally {
    letGo.push('let go');
  }
}

async function start(pace?: typeof SHORT_PATIENCE): Promise<TestHttp> {
  const route = { method: 'GET', summary: 'x', responses: {} } as const;
  http = await startTestHttp({
    routes: [
      openRoute({ ...route, path: '/stream', id: 'a', handle: () => ({ status: 200, body: pieces() }) }),
      openRoute({
        ...route,
        path: '/text',
        id: 'b',
        handle: () => ({ status: 200, body: 'x'.repeat(LONG_BYTES / 2) }),
      }),
    ],
    ...(pace && { pace }),
  });
  return http;
}

/** Sends a request and reads nothing until the test resumes it. */
async function ask(port: number, path: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
  socket.pause();
  socket.on('error', () => undefined);
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  return socket;
}

/** Waits until the source makes no more chunks because the client does not read them. */
async function untilNothingIsMade(): Promise<void> {
  let before = -1;
  await expect
    .poll(() => {
      const isWaiting = made > 0 && made === before;
      before = made;
      return isWaiting;
    })
    .toBe(true);
}

/** Everything that was in transit when the other side ended. */
async function readToEnd(socket: Socket): Promise<number> {
  let bytes = 0;
  socket.on('data', (part: Buffer) => {
    bytes += part.length;
  });
  socket.resume();
  await new Promise((resolve) => socket.once('close', resolve));
  return bytes;
}

test('a source may reuse its buffer once it is asked for the next chunk, even a short one for a slow reader', async () => {
  const bytes = new Uint8Array(30_000);
  const rounds = Math.ceil(LONG_BYTES / bytes.length);
  async function* reused(): AsyncGenerator<Uint8Array> {
    for (let round = 0; round < rounds; round += 1) {
      made += 1;
      yield bytes.fill(round);
    }
  }
  const headers = { 'Content-Length': String(rounds * bytes.length) };
  const route = { method: 'GET', path: '/reused', id: 'a', summary: 'x', responses: {} } as const;
  const handle = () => ({ status: 200, headers, body: reused() });
  http = await startTestHttp({ routes: [openRoute({ ...route, handle })] });
  const socket = await ask(http.port, '/reused');
  await untilNothingIsMade();
  const parts: Buffer[] = [];
  socket.on('data', (part: Buffer) => parts.push(part));
  await readToEnd(socket);
  const answer = Buffer.concat(parts);
  const body = answer.subarray(answer.indexOf('\r\n\r\n') + 4);
  const isWhole = Array.from({ length: rounds }, (_, round) => round * bytes.length).every((at, round) =>
    body.subarray(at, at + bytes.length).equals(Buffer.alloc(bytes.length, round)),
  );
  expect([body.length, isWhole]).toEqual([rounds * bytes.length, true]);
});

test('a stream that the client does not read is cut off, and its source is closed', async () => {
  const { port } = await start(SHORT_PATIENCE);
  const socket = await ask(port, '/stream');
  await expect.poll(() => letGo, { timeout: 20_000 }).toEqual(['let go']);
  expect(await readToEnd(socket)).toBeLessThan(LONG_BYTES);
});

test('a long text that the client does not read is cut off too', async () => {
  const { port } = await start(SHORT_PATIENCE);
  const socket = await ask(port, '/text');
  const ended = new Promise((resolve) => socket.once('close', resolve));
  // A client notices a reset only when it reads or writes.
  const knocking = setInterval(() => socket.write('x'), 50);
  await ended;
  clearInterval(knocking);
  expect(socket.bytesRead).toBeLessThan(LONG_BYTES / 2);
});

test('a client that starts reading late gets everything, and nothing is produced ahead of it', async () => {
  const { port } = await start();
  const socket = await ask(port, '/stream');
  await untilNothingIsMade();
  expect(letGo).toEqual([]);
  expect(await readToEnd(socket)).toBeGreaterThan(LONG_BYTES);
  expect(letGo).toEqual(['at the end', 'let go']);
});
