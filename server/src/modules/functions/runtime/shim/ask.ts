import { HEADER } from '../protocol.ts';
import type { Run } from './run.ts';

const encoder = new TextEncoder();

/** What the service refused, with the code and status of its HTTP API. */
export interface RefusedError extends Error {
  readonly code: string;
  readonly status: number;
  readonly details?: unknown;
}

/** Asks the service for something, as this run. Gives what it answers: a JSON value, bytes, or undefined. */
export async function ask(run: Run, question: object, body?: Uint8Array): Promise<unknown> {
  return await run.asks(async () => answerOf(await send(run, question, body)));
}

/** Asks for something that is answered in lines of JSON, which are given as they come. */
export async function* askForLines(run: Run, question: object): AsyncGenerator<unknown> {
  const response = await run.asks(() => send(run, question));
  if (response.headers.get(HEADER.reply) !== 'bytes') {
    await answerOf(response);
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

async function answerOf(response: Response): Promise<unknown> {
  switch (response.headers.get(HEADER.reply)) {
    case 'json':
      return await response.json();
    case 'bytes':
      return new Uint8Array(await response.arrayBuffer());
    case 'none':
      return undefined;
    case 'error':
      throw refusedError(await response.json());
    default:
      throw new Error('The service did not answer.');
  }
}

function refusedError(reply: unknown): Error {
  const { message, code, status, details } = reply as RefusedError;
  return Object.assign(new Error(message), { code, status }, details === undefined ? {} : { details });
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}
