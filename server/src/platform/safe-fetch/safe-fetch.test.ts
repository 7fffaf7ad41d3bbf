import type { LookupAddress } from 'node:dns';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { describe, expect, it, test } from 'vitest';
import { createSafeFetch, type OutboundErrorClass } from './index.ts';

interface Receiver extends AsyncDisposable {
  readonly port: number;
  /** Connections taken so far. */
  connections(): number;
}

async function receive(server: Server): Promise<Receiver> {
  const sockets = new Set<Socket>();
  let taken = 0;
  server.on('connection', (socket: Socket) => {
    taken += 1;
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => taken,
    [Symbol.asyncDispose]: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function receiveHttp(listener: RequestListener): Promise<Receiver> {
  return receive(createHttpServer(listener));
}

/** Answers every connection with the same bytes, and keeps it open. */
function receiveRaw(bytes: string): Promise<Receiver> {
  return receive(createServer((socket) => socket.once('data', () => socket.write(bytes))));
}

function failsWith(errorClass: OutboundErrorClass) {
  return { name: 'OutboundError', errorClass, message: expect.stringMatching(`^${errorClass}: `) };
}

function v4(...addresses: string[]): readonly LookupAddress[] {
  return addresses.map((address) => ({ address, family: 4 }));
}

describe('safe fetch', () => {
  it('returns the answer of an allowed address unchanged', async () => {
    await using receiver = await receiveHttp((request, response) => {
      const { method, url, headers } = request;
      request.setEncoding('utf8').on('data', (body: string) => {
        response.writeHead(201, { 'x-a': '1', 'content-type': 'application/json' });
        response.end(JSON.stringify({ method, url, host: headers.host, type: headers['content-type'], body }));
      });
    });
    const host = `127.0.0.1:${receiver.port}`;
    const safeFetch = createSafeFetch({ allow: [host] });
    const response = await safeFetch(`http://${host}/a/b?c=d#e`, {
      method: 'POST',
      headers: { 'Content-Type': 'text/plain', Host: 'elsewhere.example' },
      body: 'hello',
    });
    expect(response.status).toBe(201);
    expect(response.headers.get('x-a')).toBe('1');
    expect(await response.json()).toEqual({ method: 'POST', url: '/a/b?c=d', host, type: 'text/plain', body: 'hello' });
  });

  it('opens no connection to a blocked address, and does not reveal what a name resolves to', async () => {
    await using receiver = await receiveHttp((_, response) => response.end('secret'));
    const safeFetch = createSafeFetch({ allow: [], resolve: async () => v4('127.0.0.1') });
    for (const host of ['127.0.0.1', '[::ffff:127.0.0.1]', 'app.example']) {
      const attempt = safeFetch(`http://${host}:${receiver.port}/`);
      await expect(attempt).rejects.toMatchObject(failsWith('blocked_address'));
      await expect(attempt).rejects.toThrow('SERVICE_OUTBOUND_ALLOW');
    }
    await expect(safeFetch(`http://app.example:${receiver.port}/`)).rejects.not.toThrow('127.0.0.1');
    expect(receiver.connections()).toBe(0);
  });

  it('resolves a name once and connects to the checked address, even when the name server changes its answer', async () => {
    await using receiver = await receiveHttp((request, response) => response.end(request.headers.host));
    let asked = 0;
    const safeFetch = createSafeFetch({
      allow: [`127.0.0.1:${receiver.port}`],
      resolve: async () => {
        asked += 1;
        return asked === 1 ? v4('127.0.0.1') : v4('127.0.0.2');
      },
    });
    const response = await safeFetch(`http://app.example:${receiver.port}/`);
    expect(await response.text()).toBe(`app.example:${receiver.port}`);
    expect(asked).toBe(1);
  });

  it('connects only to the allowed ones of several addresses', async () => {
    await using receiver = await receiveHttp((_, response) => response.end('here'));
    const resolve = async () => v4('127.0.0.3', '10.0.0.1', '127.0.0.1');
    const safeFetch = createSafeFetch({ allow: [`127.0.0.1:${receiver.port}`], resolve });
    expect(await (await safeFetch(`http://app.example:${receiver.port}/`)).text()).toBe('here');
  });

  it('allows every address that an allowed name resolves to, under that name and as a literal address', async () => {
    await using receiver = await receiveHttp((_, response) => response.end('here'));
    const resolve = async (name: string) => v4(name === 'db.internal' ? '127.0.0.1' : '127.0.0.2');
    const safeFetch = createSafeFetch({ allow: [`db.internal:${receiver.port}`], resolve });
    expect((await safeFetch(`http://db.internal:${receiver.port}/`)).status).toBe(200);
    expect((await safeFetch(`http://127.0.0.1:${receiver.port}/`)).status).toBe(200);
    await expect(safeFetch(`http://other:${receiver.port}/`)).rejects.toMatchObject(failsWith('blocked_address'));
  });

  it('connects without TLS only to allowed targets when the caller limits it to them', async () => {
    const safeFetch = createSafeFetch({ allow: [], resolve: async () => v4('8.8.8.8') });
    const attempt = safeFetch('http://app.example/', { isPlainOnlyIfOpened: true });
    await expect(attempt).rejects.toMatchObject(failsWith('blocked_address'));
  });

  it('follows no redirect', async () => {
    await using secret = await receiveHttp((_, response) => response.end('secret'));
    await using receiver = await receiveHttp((_, response) =>
      response.writeHead(302, { location: `http://127.0.0.1:${secret.port}/` }).end(),
    );
    const safeFetch = createSafeFetch({ allow: ['127.0.0.0/8'] });
    expect((await safeFetch(`http://127.0.0.1:${receiver.port}/`)).status).toBe(302);
    expect(secret.connections()).toBe(0);
  });

  it('a body past the limit is cut off', async () => {
    await using receiver = await receiveHttp((_, response) => response.end('x'.repeat(11)));
    const safeFetch = createSafeFetch({ allow: ['127.0.0.0/8'] });
    const url = `http://127.0.0.1:${receiver.port}/`;
    expect((await safeFetch(url, { bodyBytesMax: 11 })).status).toBe(200);
    await expect(safeFetch(url, { bodyBytesMax: 10 })).rejects.toMatchObject(failsWith('response_too_large'));
  });

  test.each<[what: string, bytes: string]>([
    ['sends nothing', ''],
    ['stops in the headers', 'HTTP/1.1 200 OK\r\n'],
    ['stops in the body', 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc'],
    ['only ever says that it will go on', 'HTTP/1.1 100 Continue\r\n\r\n'],
  ])('one deadline ends a request to a server that %s', async (_, bytes) => {
    await using receiver = await receiveRaw(bytes);
    const safeFetch = createSafeFetch({ allow: ['127.0.0.0/8'] });
    const attempt = safeFetch(`http://127.0.0.1:${receiver.port}/`, { timeoutMs: 100 });
    await expect(attempt).rejects.toMatchObject(failsWith('timeout'));
  });

  it('the deadline also ends a look-up that never ends', async () => {
    const safeFetch = createSafeFetch({ allow: [], resolve: () => new Promise(() => undefined) });
    const attempt = safeFetch('http://app.example/', { timeoutMs: 50 });
    await expect(attempt).rejects.toMatchObject(failsWith('timeout'));
  });

  test.each<[OutboundErrorClass, string]>([
    ['invalid_response', 'SSH-2.0-server\r\n\r\n'],
    ['invalid_response', 'HTTP/1.1 999 Odd\r\nContent-Length: 0\r\n\r\n'],
  ])('bytes that are not HTTP are %s', async (errorClass, bytes) => {
    await using receiver = await receiveRaw(bytes);
    const safeFetch = createSafeFetch({ allow: ['127.0.0.0/8'] });
    const attempt = safeFetch(`http://127.0.0.1:${receiver.port}/`);
    await expect(attempt).rejects.toMatchObject(failsWith(errorClass));
  });

  it('reports the kind of failure', async () => {
    await using receiver = await receive(createServer((socket) => socket.resetAndDestroy()));
    await using plain = await receiveHttp((_, response) => response.end());
    const safeFetch = createSafeFetch({
      allow: ['127.0.0.0/8'],
      resolve: () => Promise.reject(new Error('queryA ENOTFOUND')),
    });
    const classOf = (url: string): Promise<unknown> =>
      safeFetch(url).then(
        () => 'none',
        (error: { errorClass: string }) => error.errorClass,
      );
    expect(await classOf(`http://127.0.0.1:${receiver.port}/`)).toBe('connection_reset');
    expect(await classOf(`https://127.0.0.1:${plain.port}/`)).toBe('tls_error');
    expect(await classOf('http://127.0.0.1:1/')).toBe('connection_refused');
    expect(await classOf('http://app.example/')).toBe('dns_error');
    expect(await classOf('file:///etc/passwd')).toBe('invalid_url');
    expect(await classOf('http://user:pass@127.0.0.1/')).toBe('invalid_url');
    expect(await classOf('no address')).toBe('invalid_url');
  });

  it('ends when the caller aborts', async () => {
    await using receiver = await receiveRaw('');
    const safeFetch = createSafeFetch({ allow: ['127.0.0.0/8'] });
    const abort = new AbortController();
    const attempt = safeFetch(`http://127.0.0.1:${receiver.port}/`, { signal: abort.signal });
    abort.abort();
    await expect(attempt).rejects.toMatchObject({ name: 'OutboundError' });
  });
});
