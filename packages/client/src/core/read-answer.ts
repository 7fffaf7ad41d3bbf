import type { ErrorDetails } from './error-codes.ts';
import { ServiceError } from './service-error.ts';

type ReadHeader = (name: string) => string | null;

interface FailureBody {
  readonly error?: unknown;
  readonly code?: unknown;
  readonly details?: ErrorDetails;
  readonly request_id?: string;
}

/** Throws the error that the answer contains, or `invalid_response` when the answer is not from the service. */
export function readAnswer<T>(status: number, text: string, header: ReadHeader): T {
  let body: FailureBody | undefined;
  try {
    body = JSON.parse(text);
  } catch {
    // The body is a proxy's page or a truncated answer.
  }
  const isFailure = status > 299;
  const retryAfter = isFailure ? secondsToWait(header) : undefined;
  const retryable = [408, 425, 429].includes(status) || status > 499;
  if (body === null || typeof body !== 'object' || (isFailure && typeof body.code !== 'string')) {
    throw new ServiceError(`The answer (${status}) is not from the service.`, {
      code: 'invalid_response',
      retryAfter,
      retryable,
    });
  }
  if (!isFailure) return body as T;
  throw new ServiceError(body.error as string, {
    code: body.code as string,
    status,
    details: body.details,
    requestId: body.request_id,
    retryAfter,
    retryable,
    cause: body,
  });
}

/** Counts a date from the sender's `Date` header if there is one: the local clock may be wrong. */
function secondsToWait(header: ReadHeader): number | undefined {
  const text = header('retry-after');
  if (text === null) return undefined;
  const seconds = Number(text);
  if (seconds >= 0) return seconds;
  const until = Date.parse(text) - (Date.parse(header('date') ?? '') || Date.now());
  return until > 0 ? until / 1000 : undefined;
}
