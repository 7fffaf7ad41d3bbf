import { ANSWER_BYTES_MAX, HEADER, type ResponseHead } from '../protocol.ts';
import type { Run } from './run.ts';
import { describeThrown } from './thrown.ts';

/** More than clients and proxies take. */
const HEAD_BYTES_MAX = 32_768;

const encoder = new TextEncoder();
/** Taken before any function could put its own in its place: what is called JSON then is JSON. */
const { stringify } = JSON;

/** Hands what a function returned to the service. Throws what cannot be handed over. */
export async function answerOf(value: unknown, run: Run, bytesMax: number): Promise<Response> {
  if (value instanceof Response) return await responseAnswer(value, run, bytesMax);
  if (value === undefined) return answer('nothing', run);
  const json = jsonOf(value);
  if (json === undefined) return answer('nothing', run);
  const bytes = encoder.encode(json);
  return bytes.length > bytesMax ? answer('too_large', run) : answer('value', run, bytes);
}

export function thrownAnswer(error: unknown, run: Run): Response {
  const bytes = encoder.encode(stringify(describeThrown(error)));
  return bytes.length > ANSWER_BYTES_MAX ? answer('too_large', run) : answer('thrown', run, bytes);
}

function jsonOf(value: unknown): string | undefined {
  if (typeof value === 'function' || typeof value === 'symbol')
    throw new TypeError(`The function returned a ${typeof value}, which is not JSON.`);
  try {
    return stringify(value);
  } catch (error) {
    throw new TypeError(`The function returned something that is not JSON: ${describeThrown(error).message}`);
  }
}

async function responseAnswer(response: Response, run: Run, bytesMax: number): Promise<Response> {
  if (response.bodyUsed) throw new TypeError('The function returned a Response whose body was read.');
  if (response.status < 200) throw new TypeError('The function returned a Response that is an error.');
  const head: ResponseHead = { status: response.status, headers: [...response.headers] };
  const headBytes = encoder.encode(JSON.stringify(head));
  if (headBytes.length > HEAD_BYTES_MAX) {
    throw new TypeError(`The headers of the Response are longer than ${HEAD_BYTES_MAX} bytes.`);
  }
  const body = await readAll(response.body, bytesMax);
  if (body === undefined) return answer('too_large', run);
  return answer('response', run, headBytes, body);
}

async function readAll(stream: ReadableStream<Uint8Array> | null, bytesMax: number): Promise<Uint8Array[] | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream ?? []) {
    size += chunk.length;
    if (size > bytesMax) return undefined;
    chunks.push(chunk);
  }
  return chunks;
}

function answer(outcome: string, run: Run, head: Uint8Array = new Uint8Array(), rest: Uint8Array[] = []): Response {
  const body = rest.length === 0 ? head : joined([head, ...rest]);
  return new Response(body as Uint8Array<ArrayBuffer>, {
    headers: {
      [HEADER.outcome]: outcome,
      [HEADER.head]: String(head.length),
      [HEADER.lines]: String(run.linesWritten),
    },
  });
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(chunks.reduce((size, chunk) => size + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}
