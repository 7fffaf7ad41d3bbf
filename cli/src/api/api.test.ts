import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { Failure } from '../outcome/failure.ts';
import { Api } from './api.ts';

async function serve(answer: RequestListener, silenceMs = 30_000) {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    api: new Api({ origin, token: 'token', signal: new AbortController().signal, client: 'cli', silenceMs }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function* bytes(...pieces: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) yield Buffer.from(piece);
}

test('a stream arrives unchanged, with its length if that is known', async () => {
  const seen: object[] = [];
  await using server = await serve((req, res) => {
    let text = '';
    req.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
    req.on('end', () => {
      const { authorization, 'content-length': length, 'transfer-encoding': encoding } = req.headers;
      seen.push({ method: req.method, text, authorization, length, encoding });
      res.end('{"data":1}');
    });
  });
  const send = (size?: number) =>
    server.api.call('/', {
      method: 'POST',
      body: { type: 'text/plain', bytes: bytes('one', 'two'), ...(size && { size }) },
    });
  expect([await send(6), await send()]).toEqual([{ data: 1 }, { data: 1 }]);
  const sent = { method: 'POST', text: 'onetwo', authorization: 'Bearer token' };
  expect(seen).toEqual([
    { ...sent, length: '6' },
    { ...sent, encoding: 'chunked' },
  ]);
});

test('a source that fails or is longer than announced is not reported as a fault of the server', async () => {
  await using server = await serve((req, res) => {
    req.resume().on('end', () => res.end('{"data":1}'));
  });
  const broken = async function* (): AsyncGenerator<Uint8Array> {
    yield Buffer.from('one');
    throw new Error('the disk is gone');
  };
  await expect(
    server.api.call('/', { method: 'POST', body: { type: 'text/plain', bytes: broken() } }),
  ).rejects.toMatchObject({ facts: { exit: 1 }, message: expect.stringContaining('the disk is gone') });
  await expect(
    server.api.call('/', { method: 'POST', body: { type: 'text/plain', bytes: bytes('one', 'two'), size: 3 } }),
  ).rejects.toBeInstanceOf(Failure);
});

test.each<[string, RequestListener]>([
  ['nothing', () => undefined],
  ['half an answer', (_req, res) => res.writeHead(200).write('{"da')],
  ['an incomplete error', (_req, res) => res.writeHead(400).write('{"er')],
])('a server that sends %s counts as unreachable: exit 7', async (_what, answer) => {
  await using server = await serve(answer, 50);
  const unreached = { facts: { exit: 7, code: 'unreachable' }, message: expect.stringContaining('said nothing') };
  await expect(server.api.call('/', { method: 'DELETE' })).rejects.toMatchObject(unreached);
  const body = { type: 'text/plain', bytes: bytes('one') };
  await expect(server.api.call('/', { method: 'POST', body })).rejects.toMatchObject(unreached);
});

test('an early answer counts, and ends the upload', async () => {
  await using server = await serve((_req, res) => {
    res.writeHead(409, { 'content-type': 'application/json' }).end('{"error":"No.","code":"not_empty"}');
  });
  let pieces = 0;
  const endless = async function* (): AsyncGenerator<Uint8Array> {
    for (;;) {
      pieces += 1;
      yield Buffer.alloc(1000);
    }
  };
  const sending = server.api.call('/', { method: 'POST', body: { type: 'text/plain', bytes: endless() } });
  await expect(sending).rejects.toMatchObject({ facts: { status: 409, code: 'not_empty' } });
  const sent = pieces;
  await new Promise((resolve) => setImmediate(resolve));
  expect(pieces - sent).toBeLessThanOrEqual(1);
});
