import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SafeFetch } from '../../../../platform/safe-fetch/index.ts';
import { HEADER } from '../wire/protocol.ts';

/** Limit of each request and response body; bodies are held in the service's memory. */
const OUTGOING_BYTES_MAX = 8 * 1024 * 1024;
const OUTGOING_MS_MAX = 300_000;

/** Headers of one connection, which are not forwarded. */
const OF_THE_CONNECTION = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Returns redirects as they are: the runtime's next hop comes through here again. */
export async function forwardRequest(
  request: IncomingMessage,
  response: ServerResponse,
  safeFetch: SafeFetch,
): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  try {
    const { method = 'GET' } = request;
    const body = await readBody(request);
    const answer = await safeFetch(request.url ?? '', {
      method,
      headers: headersOf(request),
      ...(body.length > 0 && { body }),
      bodyBytesMax: OUTGOING_BYTES_MAX,
      timeoutMs: OUTGOING_MS_MAX,
      signal: gone.signal,
    });
    await sendAnswer(response, answer, method);
  } catch (error) {
    refuse(response, error instanceof Error ? error.message : 'The request failed.');
  }
}

export function refuse(response: ServerResponse, reason: string): void {
  if (response.headersSent || response.destroyed) return;
  response.writeHead(502, { [HEADER.refused]: encodeURIComponent(reason.toWellFormed()), 'content-length': 0 });
  response.end();
}

async function readBody(request: IncomingMessage): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > OUTGOING_BYTES_MAX) throw new Error(`A function may send at most ${OUTGOING_BYTES_MAX} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function headersOf(request: IncomingMessage): Record<string, string> {
  const headers = Object.entries(request.headersDistinct).map(([name, values]): [string, string] => [
    name,
    (values ?? []).join(name === 'cookie' ? '; ' : ', '),
  ]);
  return Object.fromEntries(headers.filter(([name]) => !OF_THE_CONNECTION.has(name)));
}

async function sendAnswer(response: ServerResponse, answer: Response, method: string): Promise<void> {
  const body = new Uint8Array(await answer.arrayBuffer());
  const headers = [...answer.headers].filter(([name]) => !OF_THE_CONNECTION.has(name) && name !== HEADER.refused);
  const length = method === 'HEAD' ? answer.headers.get('content-length') : String(body.length);
  const hasBody = answer.status !== 204 && answer.status !== 304;
  if (hasBody && length !== null) headers.push(['content-length', length]);
  response.writeHead(answer.status, headers.flat());
  response.end(hasBody ? body : undefined);
}
