import { HEADER } from '../wire/protocol.ts';
import { refusedError } from './refused-error.ts';
import type { Run } from './run.ts';

const encoder = new TextEncoder();

export async function askForBytes(run: Run, question: object, body?: Uint8Array): Promise<unknown> {
  return await run.asks(async () => {
    const response = await send(run, question, body);
    return isBytes(response) ? new Uint8Array(await response.arrayBuffer()) : await jsonOf(response);
  });
}

export async function* askForLines(run: Run, question: object): AsyncGenerator<unknown> {
  const response = await run.asks(() => send(run, question));
  if (!isBytes(response)) {
    await jsonOf(response);
    return;
  }
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body ?? []) {
    const lines = (text + decoder.decode(chunk, { stream: true })).split('\n');
    text = lines.pop() ?? '';
    for (const line of lines) yield JSON.parse(line);
  }
}

async function send(run: Run, question: object, body?: Uint8Array): Promise<Response> {
  const head = encoder.encode(JSON.stringify(question));
  return await run.bridge.fetch('http://service/', {
    method: 'POST',
    headers: { [HEADER.token]: run.token, [HEADER.head]: String(head.length) },
    body: body === undefined ? head : joined(head, body),
  });
}

function isBytes(response: Response): boolean {
  return response.headers.get(HEADER.reply) === 'bytes';
}

async function jsonOf(response: Response): Promise<unknown> {
  switch (response.headers.get(HEADER.reply)) {
    case 'json':
      return await response.json();
    case 'none':
      return undefined;
    case 'error':
      throw refusedError(await response.text());
    default:
      throw new Error('The service did not answer.');
  }
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}
