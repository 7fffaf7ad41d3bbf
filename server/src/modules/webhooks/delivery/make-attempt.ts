import type { StoreName } from '../../../database/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import { OutboundError, type RawAnswer, type SafeSend } from '../../../platform/safe-fetch/index.ts';
import type { AttemptTrigger, WebhookRow } from '../webhook-tables.ts';
import { functionOfUrl } from '../webhook-url.ts';
import type { PendingDelivery } from './delivery-store.ts';
import { requestHeaders, timestampOf } from './request-headers.ts';
import { readRetryAfter } from './retry-policy.ts';
import { type SigningKeys, signatureHeaders } from './sign.ts';

const RESPONSE_BYTES_MAX = 16_384;

export interface FunctionDelivery {
  readonly store: StoreName;
  readonly functionName: string;
  readonly webhookId: string;
  readonly deliveryId: string;
  readonly depth: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A function's response. `timeout`: it took too long; `missing`: the project has no such `webhook` function. */
export type FunctionAnswer = Pick<RawAnswer, 'status' | 'rawHeaders' | 'body'> | 'timeout' | 'missing';

export interface AttemptContext {
  readonly callFunction: (delivery: FunctionDelivery) => Promise<FunctionAnswer>;
  readonly send: SafeSend;
  readonly clock: Clock;
  readonly keys: SigningKeys;
  readonly timeoutMs: number;
}

export interface AttemptOrder {
  readonly store: StoreName;
  readonly webhook: WebhookRow;
  readonly delivery: PendingDelivery;
  readonly body: string;
  readonly trigger: AttemptTrigger;
  /** A failing receiver gets a new connection each time, so that one attempt is exactly one request. */
  readonly isKept: boolean;
  readonly signal: AbortSignal;
  readonly onSent: () => void;
}

export interface AttemptOutcome {
  readonly isSuccess: boolean;
  readonly startedAtMs: number;
  readonly durationMs: number;
  readonly url: string;
  /** The headers exclude signatures. */
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly response?: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
    readonly isTruncated: boolean;
  };
  readonly errorClass?: string;
  readonly error?: string;
  readonly retryAfterMs?: number | undefined;
}

/** Sends a delivery once. Failures of the receiver or the network are returned as outcomes, not thrown. */
export async function makeAttempt(context: AttemptContext, order: AttemptOrder): Promise<AttemptOutcome> {
  const { store, webhook, delivery, body, signal } = order;
  const startedAtMs = context.clock.now();
  const startedAt = performance.now();
  const timestamp = timestampOf(startedAtMs);
  const headers = requestHeaders(order, timestamp);
  const signed = signatureHeaders({ id: delivery.id, timestamp, body }, context.keys.of(store, webhook, startedAtMs));
  const made = () => ({
    startedAtMs,
    durationMs: Math.round(performance.now() - startedAt),
    url: webhook.url,
    requestHeaders: headers,
  });
  const functionName = functionOfUrl(webhook.url);
  if (functionName !== undefined) {
    const given = { store, functionName, webhookId: webhook.id, deliveryId: delivery.id, depth: delivery.depth, body };
    const answering = context.callFunction({ ...given, headers: { ...headers, ...signed } });
    order.onSent();
    const answer = await answering;
    return { ...made(), ...outcomeOfFunction(answer, context.clock.now()) };
  }
  try {
    const answer = await context.send(webhook.url, {
      method: 'POST',
      headers: { ...headers, ...signed },
      body,
      timeoutMs: context.timeoutMs,
      bodyBytesMax: RESPONSE_BYTES_MAX,
      signal,
      isKept: order.isKept,
      onSent: order.onSent,
    });
    return { ...made(), ...outcomeOf(answer, context.clock.now()) };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return { ...made(), isSuccess: false, errorClass: error.errorClass, error: error.message };
  }
}

function outcomeOfFunction(answer: FunctionAnswer, nowMs: number) {
  if (answer === 'missing') {
    const error = 'There is no enabled webhook function with this name.';
    return { isSuccess: false, errorClass: 'function_not_found', error };
  }
  if (answer === 'timeout') return { isSuccess: false, errorClass: 'timeout', error: 'The function took too long.' };
  const body = answer.body.subarray(0, RESPONSE_BYTES_MAX);
  return outcomeOf({ ...answer, body, isCut: body.length < answer.body.length }, nowMs);
}

function outcomeOf(
  { status, rawHeaders, body, isCut }: Pick<RawAnswer, 'status' | 'rawHeaders' | 'body' | 'isCut'>,
  nowMs: number,
) {
  const headers = headersOf(rawHeaders);
  const isSuccess = status >= 200 && status < 300;
  const response = { status, headers, body: textOf(body), isTruncated: isCut };
  if (isSuccess) return { isSuccess, response };
  return {
    isSuccess,
    response,
    errorClass: `http_${status}`,
    error: `The receiver answered ${status}.`,
    retryAfterMs: readRetryAfter(headers['retry-after'], nowMs),
  };
}

function headersOf(raw: readonly string[]): Readonly<Record<string, string>> {
  const headers = new Map<string, string>();
  for (let at = 0; at < raw.length; at += 2) {
    const name = (raw[at] ?? '').toLowerCase();
    const value = raw[at + 1] ?? '';
    const known = headers.get(name);
    headers.set(name, known === undefined ? value : `${known}, ${value}`);
  }
  return Object.fromEntries(headers);
}

/** Replaces NUL, which not every database can store. */
function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes).replaceAll('\0', '\ufffd');
}
