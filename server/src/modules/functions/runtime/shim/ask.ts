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
  return await run.asks(async () => {
    const head = encoder.encode(JSON.stringify(question));
    const response = await run.bridge.fetch('http://service/', {
      method: 'POST',
      headers: { [HEADER.token]: run.token, [HEADER.head]: String(head.length) },
      body: body === undefined ? head : joined(head, body),
    });
    return await answerOf(response);
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
