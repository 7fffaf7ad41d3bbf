import { expect, it } from 'vitest';
import { askStream } from './ask-stream.ts';
import type { ProviderCall } from './provider.ts';

const HEADERS = { 'content-type': 'text/event-stream; charset=utf-8' };

it.each([
  ['one event', ['data: {"a":1}\n\n'], [{ a: 1 }]],
  ['all line ends', ['data: 1\r\n\r\ndata: 2\r\rdata: 3\n\n'], [1, 2, 3]],
  ['a line end cut in half', ['data: 1\r', '\n\r\ndata: 2\n\n'], [1, 2]],
  ['a character cut in half', [new Uint8Array([...Buffer.from('data: "'), 0xc3]), '\xa9"\n\n'], ['é']],
  ['data over several lines', ['data: {"a":\ndata:1}\n\n'], [{ a: 1 }]],
  ['names, comments and what is not JSON', ['event: x\n: ping\nid: 1\ndata: 1\n\ndata: [DONE]\n\n\n\n'], [1]],
  ['an event without its end', ['data: 1\n\ndata: 2\n'], [1]],
] as const)('reads %s', async (_name, pieces, events) => {
  const body = ReadableStream.from(
    pieces.map((piece) => (typeof piece === 'string' ? new Uint8Array(Buffer.from(piece, 'latin1')) : piece)),
  );
  const answer = new Response(body as ReadableStream<Uint8Array>, { headers: HEADERS });
  expect(await Array.fromAsync(eventsOf(answer))).toEqual(events);
});

it('takes a page for no events', async () => {
  const answer = new Response('data: 1\n\n', { headers: { 'content-type': 'text/html' } });
  expect(await Array.fromAsync(eventsOf(answer))).toEqual([]);
});

it('throws the refusal in the words of the provider', async () => {
  const answer = Response.json({ error: { message: 'Slow down' } }, { status: 429, headers: { 'retry-after': '7' } });
  await expect(Array.fromAsync(eventsOf(answer))).rejects.toMatchObject({
    status: 429,
    message: 'Slow down',
    retryAfter: '7',
  });
});

function eventsOf(answer: Response): AsyncGenerator<unknown, void> {
  const call: Pick<ProviderCall, 'fetch'> = { fetch: async () => answer };
  return askStream(call, 'https://example.com', { headers: {}, json: {} });
}
