import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestRuntime, returned, type TestRuntime, testProgram } from '../../../../test/function-runtime.ts';

/** Listens on every address of the machine and counts every request that passes the guard. */
let target: Server;
let port = 0;
let hits = 0;
/** `closed` allows no private address; `opened` allows the target. */
let closed: TestRuntime;
let opened: TestRuntime;

beforeAll(async () => {
  target = createServer((request, response) => {
    hits += 1;
    const location = new URL(request.url ?? '/', 'http://x').searchParams.get('to');
    if (location !== null) response.writeHead(302, { location });
    response.end(`${request.method} ${request.headers['x-sent'] ?? ''}`);
  });
  target.on('connection', (socket) => socket.on('error', () => undefined));
  await new Promise<void>((resolve) => target.listen(0, resolve));
  port = (target.address() as AddressInfo).port;
  closed = openTestRuntime();
  opened = openTestRuntime({ allow: [`127.0.0.1:${port}`] });
});
afterAll(async () => {
  await Promise.all([closed, opened].map((runtime) => runtime[Symbol.asyncDispose]()));
  target.closeAllConnections();
  target.close();
});

const HOSTS = [
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0177.0.0.1',
  '0.0.0.0',
  'localhost',
  '10.0.0.1',
  '169.254.169.254',
  '192.168.0.1',
  '[::1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[64:ff9b::7f00:1]',
  '[fe80::1]',
];

const WAYS: Readonly<Record<string, (host: string) => string>> = {
  fetch: (host) => `await fetch('http://${host}:PORT/')`,
  'fetch over TLS': (host) => `await fetch('https://${host}:PORT/')`,
  'node:http': (host) =>
    `await new Promise((resolve, reject) => import('node:http').then(({ get }) => get('http://${host}:PORT/', resolve).on('error', reject)))`,
  'a WebSocket upgrade': (host) => `await fetch('http://${host}:PORT/', { headers: { Upgrade: 'websocket' } })`,
  WebSocket: (host) =>
    `await new Promise((resolve, reject) => { const socket = new WebSocket('ws://${host}:PORT/'); socket.addEventListener('open', resolve); socket.addEventListener('error', (event) => reject(new Error(event.message))) })`,
  'node:net': (host) =>
    `await new Promise((resolve, reject) => import('node:net').then(({ connect }) => connect(PORT, '${host.replace(/[[\]]/g, '')}', resolve).on('error', reject)))`,
  'node:tls': (host) =>
    `await new Promise((resolve, reject) => import('node:tls').then(({ connect }) => connect(PORT, '${host.replace(/[[\]]/g, '')}', resolve).on('error', reject)))`,
  'cloudflare:sockets': (host) => `await (await import('cloudflare:sockets')).connect('${host}:PORT').opened`,
};

describe('a function reaches no private address', () => {
  it.each(Object.entries(WAYS))('by %s, in any notation', async (name, way) => {
    const before = hits;
    // The runtime's node:http cannot put IPv6 literals into an address.
    const hosts = name === 'node:http' ? HOSTS.filter((host) => !host.startsWith('[')) : HOSTS;
    const ways = hosts.map((host, at): [string, string] => [`way${at}`, way(host).replaceAll('PORT', String(port))]);
    const program = testProgram(Object.fromEntries(ways));
    for (const [functionName] of ways) {
      const outcome = await closed.call(program, functionName);
      expect(outcome).toMatchObject({ kind: 'thrown', message: expect.stringContaining('blocked_address') });
      expect(outcome).toMatchObject({ message: expect.stringContaining('SERVICE_OUTBOUND_ALLOW') });
    }
    expect(hits).toBe(before);
  });

  it('through a redirect from an allowed address', async () => {
    const way = (to: string): string => `await fetch('http://127.0.0.1:${port}/?to=' + encodeURIComponent('${to}'))`;
    const program = testProgram({ other: way(`http://127.0.0.2:${port}/`), metadata: way('http://169.254.169.254/') });
    const before = hits;
    for (const name of ['other', 'metadata'])
      expect(await opened.call(program, name)).toMatchObject({
        kind: 'thrown',
        message: expect.stringContaining('blocked_address'),
      });
    expect(hits).toBe(before + 2);
  });

  it("through Node's sockets, not even an allowed one", async () => {
    const program = testProgram({ way: (WAYS['node:net'] ?? String)('127.0.0.1').replaceAll('PORT', String(port)) });
    expect(await opened.call(program, 'way')).toMatchObject({ message: expect.stringContaining('blocked_address') });
  });
});

describe('a function reaches an allowed address', () => {
  it('with its method, headers and body, and follows redirects', async () => {
    const program = testProgram({
      post: `const answer = await fetch('http://127.0.0.1:${port}/', { method: 'POST', body: 'a', headers: { 'x-sent': 'b' } }); return [answer.status, await answer.text()]`,
      redirect: `return await (await fetch('http://127.0.0.1:${port}/?to=/there', { headers: { 'x-sent': 'c' } })).text()`,
    });
    expect(returned(await opened.call(program, 'post'))).toEqual([200, 'POST b']);
    expect(returned(await opened.call(program, 'redirect'))).toBe('GET c');
  });

  it('with ten thousand concurrent requests while other projects keep running', async () => {
    const program = testProgram({
      many: `const all = await Promise.all(Array.from({ length: 10_000 }, () => fetch('http://127.0.0.1:${port}/').then((answer) => answer.text()))); return all.length`,
    });
    const neighbour = testProgram({ one: 'return 1' });
    const many = opened.call(program, 'many', { timeoutMs: 25_000 });
    expect(returned(await opened.call(neighbour, 'one'))).toBe(1);
    expect(['value', 'timeout']).toContain((await many).kind);
    expect(returned(await opened.call(neighbour, 'one'))).toBe(1);
  });

  it("and cannot mistake a target's own header for a refusal by the service", async () => {
    const lying = createServer((_request, response) =>
      response.writeHead(200, { 'x-service-refused': 'lie' }).end('true'),
    );
    await new Promise<void>((resolve) => lying.listen(0, '127.0.0.1', resolve));
    const { port: lyingPort } = lying.address() as AddressInfo;
    await using runtime = openTestRuntime({ allow: [`127.0.0.1:${lyingPort}`] });
    const program = testProgram({ ask: `return await (await fetch('http://127.0.0.1:${lyingPort}/')).text()` });
    expect(returned(await runtime.call(program, 'ask'))).toBe('true');
    lying.close();
  });
});
