import { ServiceError } from '../../../platform/errors.ts';
import { OutboundError } from '../../../platform/safe-fetch/index.ts';

const MESSAGE_MAX = 500;
const RETRY_AFTER_MAX = 3600;
const CAUSES_MAX = 8;

/** A provider's refusal in its own words. The status is 0 when there was no answer. */
export class ProviderRefusal extends Error {
  readonly status: number;
  readonly retryAfter: string | null | undefined;

  constructor(status: number, message: string, retryAfter?: string | null) {
    super(message);
    this.name = 'ProviderRefusal';
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

/** The error for the caller when a provider call failed: a sentence with the provider's message. */
export function upstreamError(title: string, error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  if (error instanceof ProviderRefusal) return refused(title, error);
  const outbound = outboundErrorIn(error);
  if (outbound?.errorClass === 'timeout') return timedOut(title, error);
  const what = outbound === undefined ? 'did not answer as it should' : `could not be reached: ${outbound.message}`;
  return new ServiceError('upstream_error', sentence(`${title} ${what}`), { cause: error });
}

export function timedOut(title: string, cause?: unknown): ServiceError {
  return new ServiceError('upstream_error', `${title} did not answer in time.`, { cause });
}

function refused(title: string, { status, message, retryAfter }: ProviderRefusal): ServiceError {
  // Some providers and clients start the message with the status.
  const reason = message.startsWith(`${status} `) ? message.slice(`${status} `.length) : message;
  const said = sentence(
    status === 0 ? `${title} could not be reached: ${message}` : `${title} answered ${status}: ${reason}`,
  );
  if (status !== 429) return new ServiceError('upstream_error', said);
  return new ServiceError('rate_limited', said, { retryAfterSeconds: secondsOf(retryAfter) });
}

/** Reads seconds or an HTTP date. */
function secondsOf(retryAfter: string | null | undefined): number {
  const written = retryAfter?.trim() ?? '';
  const seconds = /^\d+(\.\d+)?$/.test(written) ? Number(written) : (Date.parse(written) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.min(Math.max(1, Math.ceil(seconds)), RETRY_AFTER_MAX) : 1;
}

function outboundErrorIn(error: unknown): OutboundError | undefined {
  let cause = error;
  for (let depth = 0; depth < CAUSES_MAX && cause instanceof Error; depth += 1) {
    if (cause instanceof OutboundError) return cause;
    cause = cause.cause ?? ('detail' in cause ? cause.detail : undefined);
  }
  return undefined;
}

/** One line, so that a provider's text cannot imitate other output. */
function sentence(text: string): string {
  const line = text.replace(/\p{Cc}+/gu, ' ').trim();
  const short = line.length > MESSAGE_MAX ? `${line.slice(0, MESSAGE_MAX)}…` : line;
  return /[.!?…]$/.test(short) ? short : `${short}.`;
}
