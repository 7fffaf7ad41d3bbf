import type { FrameKind } from '../wire/frames.ts';
import { ANSWER_BYTES_MAX, type ResponseHead } from '../wire/protocol.ts';
import { describeThrown } from './thrown.ts';

const HEAD_BYTES_MAX = 32_768;

const encoder = new TextEncoder();
/** Captured before any function could replace it, so that the frames contain real JSON. */
const { stringify } = JSON;

export interface ShimAnswer {
  readonly kind: Extract<FrameKind, 'value' | 'nothing' | 'thrown' | 'response' | 'too_large' | 'hung'>;
  readonly texts: readonly string[];
  readonly bytes?: Uint8Array;
}

/** Throws when the value cannot be serialized. */
export async function answerOf(value: unknown, bytesMax: number): Promise<ShimAnswer> {
  if (value instanceof Response) return await responseAnswer(value, bytesMax);
  if (value === undefined) return NOTHING;
  // Checked before the text is copied, while there may still be memory for that.
  if (typeof value === 'string' && value.length > bytesMax) return TOO_LARGE;
  const json = jsonOf(value);
  if (json === undefined) return NOTHING;
  return isLongerThan(bytesMax, json) ? TOO_LARGE : { kind: 'value', texts: [json] };
}

const NOTHING: ShimAnswer = { kind: 'nothing', texts: [] };
const TOO_LARGE: ShimAnswer = { kind: 'too_large', texts: [] };

/** A character takes one to three bytes, so most texts need no byte count. */
function isLongerThan(bytesMax: number, text: string): boolean {
  if (text.length > bytesMax) return true;
  return text.length * 3 > bytesMax && encoder.encode(text).length > bytesMax;
}

export function thrownAnswer(error: unknown): ShimAnswer {
  const json = stringify(describeThrown(error));
  return isLongerThan(ANSWER_BYTES_MAX, json) ? TOO_LARGE : { kind: 'thrown', texts: [json] };
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

async function responseAnswer(response: Response, bytesMax: number): Promise<ShimAnswer> {
  if (response.bodyUsed) throw new TypeError('The function returned a Response whose body was read.');
  if (response.status < 200) throw new TypeError('The function returned a Response that is an error.');
  const head: ResponseHead = { status: response.status, headers: [...response.headers] };
  const text = stringify(head);
  if (isLongerThan(HEAD_BYTES_MAX, text)) {
    throw new TypeError(`The headers of the Response are longer than ${HEAD_BYTES_MAX} bytes.`);
  }
  const bytes = await readAll(response.body, bytesMax);
  return bytes === undefined ? TOO_LARGE : { kind: 'response', texts: [text], bytes };
}

async function readAll(stream: ReadableStream<Uint8Array> | null, bytesMax: number): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream ?? []) {
    size += chunk.length;
    if (size > bytesMax) return undefined;
    chunks.push(chunk);
  }
  return joined(chunks);
}

function joined(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(chunks.reduce((size, chunk) => size + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}
