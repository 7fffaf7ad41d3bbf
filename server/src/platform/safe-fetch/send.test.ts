import type { LookupAddress } from 'node:dns';
import { createServer, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Receiver, startReceiver } from '../../../test/index.ts';
import { createSafeSend, type SafeSend } from './index.ts';

async function open(
  options: Parameters<typeof startReceiver>[0] = {},
): Promise<{ receiver: Receiver; send: SafeSend }> {
  const receiver = await startReceiver(options);
  const send = createSafeSend({ allow: [receiver.host] });
  onTestFinished(async () => {
    send.close();
    await receiver.close();
  });
  return { receiver, send };
}

function openSend(): SafeSend {
  const send = createSafeSend({ allow: ['127.0.0.0/8'] });
  onTestFinished(() => send.close());
  return send;
}

/** Starts a server that sends arbitrary bytes; returns its port. */
async function listen(take: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    take(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

/** Waits until a used connection may be reused. */
function rested(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 20));
}

const KEPT = { method: 'POST', body: 'x', isKept: true } as const;

describe('kept connections', () => {
  test('are shared by consecutive requests, unless a request asks for its own', async () => {
    const { receiver, send } = await open();
    for (let count = 0; count < 5; count += 1) {
      await send(receiver.url, KEPT);
      await rested();
    }
    expect(receiver.connections()).toBe(1);
    await send(receiver.url, { method: 'POST', body: 'x' });
    expect(receiver.connections()).toBe(2);
  });

  test('are not shared by names that resolve to different addresses', async () => {
    const receiver = await startReceiver();
    onTestFinished(() => receiver.close());
    const answers: readonly LookupAddress[][] = [
      [{ address: '127.0.0.1', family: 4 }],
      [
        { address: '127.0.0.1', family: 4 },
        { address: '127.0.0.2', family: 4 },
      ],
    ];
    let asked = 0;
    const send = createSafeSend({
      allow: ['127.0.0.0/8'],
      resolve: async () => answers[asked++] ?? [],
    });
    onTestFinished(() => send.close());
    await send(`http://one.example:${receiver.port}/`, KEPT);
    await rested();
    await send(`http://one.example:${receiver.port}/`, KEPT);
    expect([asked, receiver.connections()]).toEqual([1, 1]);
    await send(`http://two.example:${receiver.port}/`, KEPT);
    expect([asked, receiver.connections()]).toEqual([2, 2]);
  });

  test('a name is checked on every request: once it resolves to a blocked address it is refused, even with a pooled connection', async () => {
    const receiver = await startReceiver();
    onTestFinished(() => receiver.close());
    let address = '127.0.0.1';
    const send = createSafeSend({ allow: [receiver.host], resolve: async () => [{ address, family: 4 }] });
    onTestFinished(() => send.close());
    const url = `http://app.example:${receiver.port}/`;
    await send(url, KEPT);
    address = '127.0.0.9';
    // A cached answer of the name server counts for a second at most.
    await expect.poll(() => send(url, KEPT).then(() => '', String), { timeout: 5000 }).toContain('blocked_address');
    const taken = receiver.requests.length;
    await expect(send(url, KEPT)).rejects.toMatchObject({ errorClass: 'blocked_address' });
    expect(receiver.requests).toHaveLength(taken);
  });

  test('of a server that silently closes after its answer are not reused', async () => {
    let taken = 0;
    const port = await listen((socket) => {
      taken += 1;
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'));
    });
    const send = openSend();
    for (let count = 0; count < 20; count += 1) {
      expect((await send(`http://127.0.0.1:${port}/`, KEPT)).status).toBe(200);
    }
    expect(taken).toBe(20);
  });

  test('a connection closed during a request fails it, and the request is not sent again', async () => {
    let taken = 0;
    const port = await listen((socket) => {
      socket.on('data', () => {
        taken += 1;
        if (taken === 1) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
        else socket.end();
      });
    });
    const send = openSend();
    await send(`http://127.0.0.1:${port}/`, KEPT);
    await rested();
    await expect(send(`http://127.0.0.1:${port}/`, KEPT)).rejects.toMatchObject({ errorClass: 'connection_reset' });
    expect(taken).toBe(2);
  });

  test('a reset in the middle of a request is a failure, and the request is not sent again', async () => {
    const { receiver, send } = await open();
    await send(receiver.url, KEPT);
    await rested();
    receiver.script = { reset: 'before_headers' };
    await expect(send(receiver.url, KEPT)).rejects.toMatchObject({ errorClass: 'connection_reset' });
    expect(receiver.requests).toHaveLength(2);
  });
});

describe('reading an answer', () => {
  test('stops at the limit, reports that there is more, and reads no further', async () => {
    const { receiver, send } = await open({ script: { bodyBytes: 100 * 1024 * 1024 } });
    const answer = await send(receiver.url, { ...KEPT, bodyBytesMax: 16_384 });
    expect([answer.status, answer.body.length, answer.isCut]).toEqual([200, 16_384, true]);
    await expect.poll(() => receiver.inFlight()).toBe(0);
    expect(receiver.bodyBytesSent()).toBeLessThan(32 * 1024 * 1024);
  });

  test('a body exactly as long as the limit is complete', async () => {
    const { receiver, send } = await open({ script: { bodyBytes: 100 } });
    const answer = await send(receiver.url, { ...KEPT, bodyBytesMax: 100 });
    expect([answer.body.length, answer.isCut]).toEqual([100, false]);
  });

  test('an unrequested protocol switch is an ordinary answer', async () => {
    const head = 'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n';
    const port = await listen((socket) => socket.once('data', () => socket.write(head)));
    const answer = await openSend()(`http://127.0.0.1:${port}/`, { timeoutMs: 5000 });
    expect([answer.status, answer.body.length]).toEqual([101, 0]);
  });

  test('a trickling answer ends at the deadline, which counts from the start', async () => {
    const { receiver, send } = await open({ script: { bodyBytes: 1000, trickleMs: 20 } });
    const sent = send(receiver.url, { ...KEPT, timeoutMs: 200 });
    await expect(sent).rejects.toMatchObject({ errorClass: 'timeout' });
  });
});
