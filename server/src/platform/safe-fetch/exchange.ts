import type { ClientRequest, IncomingMessage } from 'node:http';
import { OutboundError } from './outbound-error.ts';

export interface Exchange {
  readonly body: string | Uint8Array | undefined;
  readonly bodyBytesMax: number;
  readonly signal: AbortSignal;
}

/** Statuses whose answers have no body. */
const BODILESS = new Set([204, 205, 304]);

/** Sends the request and reads its whole answer, or destroys the connection. */
export async function exchange(request: ClientRequest, { body, bodyBytesMax, signal }: Exchange): Promise<Response> {
  const abort = (): void => void request.destroy(new Error('aborted'));
  signal.addEventListener('abort', abort, { once: true });
  try {
    if (signal.aborted) abort();
    const answer = await answerTo(request, body);
    const bytes = await readAll(answer, bodyBytesMax);
    return responseOf(answer, bytes);
  } finally {
    signal.removeEventListener('abort', abort);
    request.destroy();
  }
}

function answerTo(request: ClientRequest, body: Exchange['body']): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.once('response', resolve);
    // Stays, because a connection may also fail after its answer.
    request.on('error', reject);
    request.end(body);
  });
}

async function readAll(answer: IncomingMessage, bytesMax: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > bytesMax) throw new OutboundError('response_too_large', `The answer is longer than ${bytesMax} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function responseOf(answer: IncomingMessage, bytes: Uint8Array<ArrayBuffer>): Response {
  const status = answer.statusCode ?? 0;
  try {
    const headers = new Headers();
    for (let at = 0; at < answer.rawHeaders.length; at += 2) {
      headers.append(answer.rawHeaders[at] ?? '', answer.rawHeaders[at + 1] ?? '');
    }
    return new Response(BODILESS.has(status) ? null : bytes, { status, headers });
  } catch (error) {
    throw new OutboundError('invalid_response', 'The answer is not valid HTTP.', error);
  }
}
