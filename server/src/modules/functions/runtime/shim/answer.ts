import { ANSWER_BYTES_MAX, HEADER, type ResponseHead } from '../protocol.ts';
import type { Run } from './run.ts';
import { describeThrown } from './thrown.ts';

/** More than clients and proxies take. */
const HEAD_BYTES_MAX = 32_768;

const encoder = new TextEncoder();
/** Taken before any function could put its own in its place: what is called JSON then is JSON. */
const { stringify } = JSON;

/** What came of a call, on its way to the service. */
export interface Answer {
  readonly outcome: string;
  /** Bytes that the body begins with and that are about it. */
  readonly headBytes: number;
  readonly body: readonly Uint8Array[];
}

/** What a function returned. Throws what cannot be handed over. */
export async function answerOf(value: unknown, bytesMax: number): Promise<Answer> {
  if (value instanceof Response) return await responseAnswer(value, bytesMax);
  if (value === undefined) return NOTHING;
  // Judged before it is copied, as long as there may be memory for that.
  if (typeof value === 'string' && value.length > bytesMax) return TOO_LARGE;
  const json = jsonOf(value);
  if (json === undefined) return NOTHING;
  if (json.length > bytesMax) return TOO_LARGE;
  const bytes = encoder.encode(json);
  return bytes.length > bytesMax ? TOO_LARGE : { outcome: 'value', headBytes: 0, body: [bytes] };
}

const NOTHING: Answer = { outcome: 'nothing', headBytes: 0, body: [] };
const TOO_LARGE: Answer = { outcome: 'too_large', headBytes: 0, body: [] };

export function thrownAnswer(error: unknown): Answer {
  const bytes = encoder.encode(stringify(describeThrown(error)));
  return bytes.length > ANSWER_BYTES_MAX ? TOO_LARGE : { outcome: 'thrown', headBytes: 0, body: [bytes] };
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

async function responseAnswer(response: Response, bytesMax: number): Promise<Answer> {
  if (response.bodyUsed) throw new TypeError('The function returned a Response whose body was read.');
  if (response.status < 200) throw new TypeError('The function returned a Response that is an error.');
  const head: ResponseHead = { status: response.status, headers: [...response.headers] };
  const headBytes = encoder.encode(JSON.stringify(head));
  if (headBytes.length > HEAD_BYTES_MAX) {
    throw new TypeError(`The headers of the Response are longer than ${HEAD_BYTES_MAX} bytes.`);
  }
  const body = await readAll(response.body, bytesMax);
  if (body === undefined) return TOO_LARGE;
  return { outcome: 'response', headBytes: headBytes.length, body: [headBytes, ...body] };
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

/** The answer to an exchange that carried one call. */
export function singleResponse({ outcome, headBytes, body }: Answer, run: Run, isSoon = false): Response {
  const [only] = body;
  return new Response((body.length === 1 ? only : joined(body)) as Uint8Array<ArrayBuffer>, {
    headers: {
      [HEADER.outcome]: outcome,
      [HEADER.head]: String(headBytes),
      [HEADER.lines]: String(run.linesWritten),
      [HEADER.soon]: isSoon ? '1' : '0',
    },
  });
}

/** The answer of one of several calls: a line about it, then its bytes. */
export function frameOf(
  { outcome, headBytes, body }: Answer,
  run: Run,
  { at, isSoon }: { at: number; isSoon: boolean },
): readonly Uint8Array[] {
  const bodyBytes = body.reduce((size, chunk) => size + chunk.length, 0);
  const line = encoder.encode(`${at} ${outcome} ${headBytes} ${bodyBytes} ${run.linesWritten} ${isSoon ? 1 : 0}\n`);
  return [line, ...body];
}

export function joined(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(chunks.reduce((size, chunk) => size + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}
