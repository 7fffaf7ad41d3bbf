import { addressOf, getConfig } from './config.ts';
import { readAnswer } from './read-answer.ts';
import { isServiceError, ServiceError } from './service-error.ts';
import { state } from './shared-state.ts';

export interface RequestOptions extends Omit<RequestInit, 'body' | 'signal'> {
  body?: BodyInit | null | undefined;
  signal?: AbortSignal | null | undefined;
  /** Time limit for the complete answer; default 30 seconds. */
  timeoutMs?: number | undefined;
}

const TIMEOUT_MS = 30_000;

export async function exchange<T>(
  path: string,
  { timeoutMs = TIMEOUT_MS, signal, ...init }: RequestOptions = {},
): Promise<T> {
  const headers = new Headers(init.headers);
  headers.set('authorization', `Bearer ${getConfig().publicKey}`);
  if (typeof init.body === 'string' && !headers.has('content-type')) headers.set('content-type', 'application/json');
  const deadline = AbortSignal.timeout(timeoutMs);
  try {
    const response = await (state().fetch ?? fetch)(addressOf(path), {
      credentials: 'include',
      ...init,
      headers,
      signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
    } as RequestInit);
    const text = await response.text();
    return readAnswer(response.status, text, (name) => response.headers.get(name));
  } catch (cause) {
    if (isServiceError(cause)) throw cause;
    throw unreachable(signal?.aborted ? 'aborted' : deadline.aborted ? 'timeout' : 'network_error', cause);
  }
}

/** Loads a part of a package on demand. A failed load is reported like an unreachable service. */
export function loadPart<T>(part: Promise<T>): Promise<T> {
  return part.catch((cause) => {
    throw unreachable('network_error', cause);
  });
}

const REASONS = {
  network_error: 'The service cannot be reached.',
  timeout: 'The service took too long.',
  aborted: 'The request was cancelled.',
};

export function unreachable(code: keyof typeof REASONS, cause?: unknown): ServiceError {
  return new ServiceError(REASONS[code], { code, retryable: code !== 'aborted', cause });
}
