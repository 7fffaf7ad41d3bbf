import { once } from 'node:events';
import { connect } from 'node:net';
import { Type } from 'typebox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openRaw, rawRequest } from '../../../test/raw-request.ts';
import { startTestHttp, type TestHttp } from '../../../test/start-test-http.ts';
import { openRoute, type Route } from '../route.ts';

const PROMPT_MS = 10_000;
/** The longest time for a head, with the pause between two checks. */
const HEAD_MS = 25_000;

const routes: readonly Route[] = [
  openRoute({
    method: 'GET',
    path: '/thing',
    id: 'getThing',
    summary: 'x',
    responses: {},
    handle: () => ({ status: 200, body: { data: 1 } }),
  }),
  openRoute({
    method: 'POST',
    path: '/thing',
    id: 'postThing',
    summary: 'x',
    body: Type.Object({ a: Type.Integer() }),
    responses: {},
    handle: ({ body }) => ({ status: 200, body: { data: body } }),
  }),
];

let http: TestHttp;
beforeAll(async () => {
  http = await startTestHttp({ routes });
});
afterAll(() => http.close());

const get = (path: string, ...headers: string[]): string =>
  [`GET ${path} HTTP/1.1`, 'Host: x', ...headers, '', ''].join('\r\n');

const pieces = (bytes: number): string[] => Array.from({ length: bytes / 20_000 }, () => 'a'.repeat(20_000));

const post = (headers: readonly string[], body = ''): string =>
  ['POST /thing HTTP/1.1', 'Host: x', 'Content-Type: application/json', ...headers, '', body].join('\r\n');

describe('malformed and oversized requests', () => {
  test.each<[string, string | Uint8Array, number]>([
    ['nonsense', 'nonsense\r\n\r\n', 400],
    ['bytes of TLS', new Uint8Array([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00]), 400],
    ['an unknown method', 'FROB /thing HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    ['another version', 'GET /thing HTTP/3.7\r\nHost: x\r\n\r\n', 400],
    ['a header without a colon', get('/thing', 'nonsense'), 400],
    ['a header with a NUL', get('/thing', 'X-A: a\u0000b'), 400],
    ['no Host', 'GET /thing HTTP/1.1\r\n\r\n', 400],
    ['two lengths', post(['Content-Length: 7', 'Content-Length: 8'], '{"a":1}'), 400],
    [
      'a length and chunks, as in smuggling',
      post(['Content-Length: 7', 'Transfer-Encoding: chunked'], '0\r\n\r\n'),
      400,
    ],
    ['a length that is not a number', post(['Content-Length: x'], '{"a":1}'), 400],
    ['a negative length', post(['Content-Length: -1'], ''), 400],
    ['chunks of compressed bytes', post(['Transfer-Encoding: gzip, chunked'], '7\r\n{"a":1}\r\n0\r\n\r\n'), 400],
    ['compressed bytes without chunks', post(['Transfer-Encoding: gzip'], '{"a":1}'), 400],
    [
      'a malformed chunk for an unknown address',
      'POST /none HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n',
      404,
    ],
    ['a malformed chunk', post(['Transfer-Encoding: chunked'], 'zz\r\n{}\r\n0\r\n\r\n'), 400],
    ['two slashes', get('//thing'), 404],
    ['an address of 65,537 bytes', get(`/${'a'.repeat(65_536)}`), 414],
    ['an address whose end arrives in the packet that exceeds the limit', get(`/${'a'.repeat(140_000)}`), 414],
    [
      'a header of 140 KB that ends in a packet that exceeds the limit',
      get('/thing', `X: ${'a'.repeat(140_000)}`),
      431,
    ],
    ['an address of 1 MB', get(`/${'a'.repeat(1_000_000)}`), 414],
    ['200 KB of headers', get('/thing', ...Array.from({ length: 20 }, (_, n) => `X-${n}: ${'a b'.repeat(3400)}`)), 431],
    ['a proxy request', 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n', 405],
    ['TRACE', 'TRACE /thing HTTP/1.1\r\nHost: x\r\n\r\n', 405],
    ['no length at all', post([], ''), 400],
    ['an empty chunked body', post(['Transfer-Encoding: chunked'], '0\r\n\r\n'), 400],
  ])('%s gets an error in the standard form', async (_name, bytes, status) => {
    const startedAt = performance.now();
    const reply = await rawRequest(http.port, bytes);
    expect(reply.status).toBe(status);
    expect(reply.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(reply.headers['x-content-type-options']).toBe('nosniff');
    expect(reply.headers['vary']).toBe('Origin');
    const body = JSON.parse(reply.body) as Record<string, unknown>;
    expect(Object.keys(body)).toEqual(['error', 'code', 'request_id']);
    expect(body['request_id']).toBe(reply.headers['x-request-id']);
    expect(performance.now() - startedAt).toBeLessThan(PROMPT_MS);
  });

  test('a proxy request whose caller resets the connection ends only this connection', async () => {
    const request = 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n';
    for (let round = 0; round < 20; round += 1) {
      const { socket } = await openRaw(http.port);
      const closed = once(socket, 'close');
      socket.write(request, () => socket.resetAndDestroy());
      await closed;
    }
    expect((await rawRequest(http.port, get('/thing', 'Connection: close'))).status).toBe(200);
  });

  test('a proxy request whose caller keeps sending and never closes the connection loses it soon', async () => {
    const socket = connect({ port: http.port, host: '127.0.0.1', allowHalfOpen: true });
    socket.on('error', () => undefined).resume();
    socket.write('CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n');
    await once(socket, 'end');
    const isClosed = () => {
      if (!socket.destroyed) socket.write('more');
      return socket.destroyed;
    };
    await expect.poll(isClosed, { timeout: PROMPT_MS }).toBe(true);
  });

  test.each<[string, readonly string[], number]>([
    ['a header of 200 KB', ['GET /thing HTTP/1.1\r\nHost: x\r\nX: ', ...pieces(200_000), '\r\n\r\n'], 431],
    [
      'a header of 200 KB with blanks only at its end',
      ['GET /thing HTTP/1.1\r\nHost: x\r\nX: ', ...pieces(200_000), ' HTTP and more\r\n\r\n'],
      431,
    ],
    [
      'a header of 200 KB with a blank at the end of a packet',
      ['GET /thing HTTP/1.1\r\nHost: x\r\nX: ', ...pieces(200_000), ' ', 'more\r\n\r\n'],
      431,
    ],
    ['the name of a header of 200 KB', ['GET /thing HTTP/1.1\r\nHost: x\r\n', ...pieces(200_000), ': x\r\n\r\n'], 431],
    ['an address of 200 KB', ['GET /', ...pieces(200_000), ' HTTP/1.1\r\nHost: x\r\n\r\n'], 414],
    [
      'an address of 200 KB before a packet with the blank',
      ['GET /', ...pieces(200_000), ' ', 'HTTP/1.1\r\n\r\n'],
      414,
    ],
    ['a header of 2 MB without an end', ['GET /thing HTTP/1.1\r\nHost: x\r\nX: ', ...pieces(2_000_000)], 431],
  ])('%s that arrives in many packets is refused as such', async (_name, packets, status) => {
    const connection = await openRaw(http.port);
    for (const packet of packets) {
      connection.write(packet);
      // The service reads this packet before the next one is sent.
      await http.api('/thing');
    }
    expect((await connection.reply()).status).toBe(status);
    connection.destroy();
  });

  test('a sender who stops within a header that is too long gets 408', { timeout: HEAD_MS * 2 }, async () => {
    const connection = await openRaw(http.port);
    connection.write(`GET /thing HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(200_000)}`);
    await once(connection.socket, 'data');
    expect((await connection.reply()).status).toBe(408);
    await connection.closed();
  });

  test('a URL of 65,536 bytes is accepted', async () => {
    expect((await rawRequest(http.port, get(`/${'a'.repeat(65_535)}`))).status).toBe(404);
  });

  test('the service keeps working after all of them', async () => {
    expect((await http.api('/thing')).status).toBe(200);
  });
});

describe('a connection', () => {
  test('answers requests in turn, even when they arrive at once', async () => {
    const connection = await openRaw(http.port);
    connection.write(get('/thing') + get('/nothing') + get('/thing'));
    expect([(await connection.reply()).status, (await connection.reply()).status]).toEqual([200, 404]);
    expect((await connection.reply()).status).toBe(200);
    connection.destroy();
  });

  test('answers HEAD with a length and no body', async () => {
    const connection = await openRaw(http.port);
    connection.write(get('/thing').replace('GET', 'HEAD') + get('/thing'));
    expect((await connection.reply({ isHead: true })).headers['content-length']).toBe('10');
    expect((await connection.reply()).body).toBe('{"data":1}');
    connection.destroy();
  });

  test('reads a chunked body that is split within a character', async () => {
    const connection = await openRaw(http.port);
    const body = Buffer.from('{"a":1,"ä":2}');
    connection.write(post([`Content-Length: ${body.length}`]));
    for (const byte of body) {
      connection.write(new Uint8Array([byte]));
      await new Promise((resolve) => setImmediate(resolve));
    }
    const reply = await connection.reply();
    expect([reply.status, JSON.parse(reply.body)]).toMatchObject([400, { details: { fields: { ä: 'is not known' } } }]);
    connection.destroy();
  });

  test('answers Expect: 100-continue and reads the body', async () => {
    const reply = await rawRequest(http.port, post(['Expect: 100-continue', 'Content-Length: 7'], '{"a":1}'));
    expect(reply.body).toBe('{"data":{"a":1}}');
    const other = await rawRequest(http.port, post(['Expect: something', 'Content-Length: 7'], '{"a":1}'));
    expect(other.headers['x-request-id']).toBeDefined();
  });

  test('refuses a body with too large a declared length before it arrives, and stops reading it soon', async () => {
    const connection = await openRaw(http.port);
    connection.write(post(['Content-Length: 99999999999']));
    expect((await connection.reply()).status).toBe(413);
    await connection.closed();
  });

  test('drops the rest of a chunked body that grew too large, and answers the next request', async () => {
    const connection = await openRaw(http.port);
    const half = 'a'.repeat(2 ** 20 + 1);
    const piece = `${half.length.toString(16)}\r\n${half}\r\n`;
    connection.write(post(['Transfer-Encoding: chunked'], `${piece}${piece}`));
    expect((await connection.reply()).status).toBe(413);
    connection.write(`0\r\n\r\n${get('/thing')}`);
    expect((await connection.reply()).status).toBe(200);
    connection.destroy();
  });

  test('survives a client that disconnects within a body', async () => {
    const connection = await openRaw(http.port);
    connection.write(post(['Content-Length: 100'], '{"a":'));
    connection.destroy();
    expect((await http.api('/thing')).status).toBe(200);
  });
});
