import type { ServerResponse } from 'node:http';
import type { RequestCall } from '../call.ts';
import type { Connections } from '../connections.ts';
import type { Answer } from '../route.ts';
import { discardUnreadBody, endAnswer } from './end-answer.ts';
import { type Failure, failureBody } from './failure.ts';
import { cutIfNotTaken, type SendPace, sendPiece } from './send-pace.ts';

export const JSON_TYPE = 'application/json; charset=utf-8';
/** Answers depend on the caller, so caches must not store them unless a route allows it. */
const PRIVATE = 'private, no-store';
/** Shorter answers usually leave at once; a timer for each would cost more than the few that do not. */
const WATCHED_BYTES_MIN = 65_536;

export interface SendContext {
  readonly call: RequestCall;
  readonly response: ServerResponse;
  /** While the server drains, every answer closes its connection. */
  readonly connections: Pick<Connections, 'isDraining'>;
  readonly pace: SendPace;
}

export function sendText(
  sending: SendContext,
  answer: { status: number; body: string | Uint8Array; headers?: Answer['headers'] },
): void {
  const { call, response, pace } = sending;
  const head = headOf(sending, answer.headers);
  const bytes = Buffer.byteLength(answer.body);
  head.push('Content-Length', String(bytes));
  response.writeHead(answer.status, head);
  endAnswer(call.raw, response, answer.body);
  if (bytes >= WATCHED_BYTES_MIN) cutIfNotTaken(response, bytes, pace);
}

export function sendEmpty(sending: SendContext, answer: { status: number; headers?: Answer['headers'] }): void {
  const head = headOf(sending, answer.headers);
  const at = head.indexOf('Content-Type');
  if (at !== -1) head.splice(at, 2);
  sending.response.writeHead(answer.status, head);
  endAnswer(sending.call.raw, sending.response);
}

export function sendFailure(sending: SendContext, failure: Failure): void {
  const { requestId, failureFields, startedAt } = sending.call;
  const body = failureBody(failure, requestId, failureFields?.(performance.now() - startedAt));
  sendText(sending, { status: failure.status, body, ...(failure.headers && { headers: failure.headers }) });
}

/**
 * Streams no faster than the caller reads. Requesting the next piece gives the previous buffer back, so this waits
 * until that is sent. A failure after the first piece cuts the connection, so that callers cannot mistake it for the
 * end.
 */
export async function sendStream(
  sending: SendContext,
  answer: Answer & { readonly body: AsyncIterable<string | Uint8Array> },
): Promise<void> {
  const { response, pace } = sending;
  const pieces = answer.body[Symbol.asyncIterator]();
  const first = await pieces.next();
  response.writeHead(answer.status, headOf(sending, answer.headers));
  if (sending.call.raw.method === 'HEAD') {
    await pieces.return?.();
    response.end();
    discardUnreadBody(sending.call.raw, response);
    return;
  }
  try {
    for (let piece = first; piece.done !== true; piece = await pieces.next()) {
      if (!response.destroyed) await sendPiece(response, piece.value, pace);
      if (response.destroyed) break;
    }
    if (!response.destroyed) {
      response.end();
      discardUnreadBody(sending.call.raw, response);
      cutIfNotTaken(response, response.writableLength, pace);
    }
  } catch (error) {
    response.destroy();
    throw error;
  } finally {
    if (response.destroyed) await pieces.return?.();
  }
}

/** Names and values in turn, the form that Node writes without copying. */
function headOf({ call, connections }: SendContext, headers: Answer['headers']): string[] {
  const head = ['X-Request-Id', call.requestId, 'X-Content-Type-Options', 'nosniff', 'Vary', 'Origin'];
  if (headers === undefined) head.push('Content-Type', JSON_TYPE, 'Cache-Control', PRIVATE);
  else addHeaders(head, headers);
  if (headers === undefined) head.push(...call.extraHeaders);
  else addOthers(head, call.extraHeaders, headers);
  if (connections.isDraining) head.push('Connection', 'close');
  return head;
}

/** The answer's own headers take precedence: the limit that was exceeded replaces one that was checked earlier. */
function addOthers(head: string[], others: readonly string[], headers: NonNullable<Answer['headers']>): void {
  for (let at = 0; at < others.length; at += 2) {
    const [name = '', value = ''] = [others[at], others[at + 1]];
    if (!Object.hasOwn(headers, name)) head.push(name, value);
  }
}

function addHeaders(head: string[], headers: NonNullable<Answer['headers']>): void {
  let hasType = false;
  let hasCaching = false;
  for (const [name, value] of Object.entries(headers)) {
    const lower = name.toLowerCase();
    if (lower === 'content-type') hasType = true;
    if (lower === 'cache-control') hasCaching = true;
    // Every answer varies by `Origin`, whatever a route adds.
    if (lower === 'vary') head[head.indexOf('Vary') + 1] = `Origin, ${String(value)}`;
    else for (const one of typeof value === 'string' ? [value] : value) head.push(name, one);
  }
  if (!hasType) head.push('Content-Type', JSON_TYPE);
  if (!hasCaching) head.push('Cache-Control', PRIVATE);
}
