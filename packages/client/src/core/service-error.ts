import type { ErrorCode, ErrorDetails } from './error-codes.ts';

/** One page may contain two copies of this package, so this brand identifies an error, not its class. */
const BRAND = Symbol.for('@service/client/error');

export interface ServiceErrorInit {
  readonly code: ErrorCode;
  readonly status?: number | undefined;
  readonly details?: ErrorDetails | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfter?: number | undefined;
  readonly retryable?: boolean | undefined;
  readonly cause?: unknown;
}

/**
 * The only error that the packages throw. `message` is a sentence for people, `code` is for programs.
 * @example
 * ```ts
 * import { isServiceError, request } from '@service/client';
 * try {
 *   await request('/data/todos');
 * } catch (error) {
 *   if (isServiceError(error, 'not_authenticated')) location.assign('/sign-in');
 *   else throw error;
 * }
 * ```
 */
export class ServiceError extends Error {
  declare readonly code: ErrorCode;
  /** The HTTP status of the answer; 0 when the request did not reach the service, or the answer did not reach the app. */
  declare readonly status: number;
  /** Further facts about the failure: `details.fields` names every invalid field. */
  declare readonly details?: ErrorDetails | undefined;
  /** Identifies the request in the service's log. */
  declare readonly requestId?: string | undefined;
  /** Seconds to wait before a retry. */
  declare readonly retryAfter?: number | undefined;
  /** Whether the same request may succeed later. */
  declare readonly retryable: boolean;

  constructor(message: string, { cause, ...fields }: ServiceErrorInit) {
    super(message, { cause });
    Object.assign(this, { name: 'ServiceError', status: 0, retryable: false }, fields);
  }

  get [BRAND](): true {
    return true;
  }
}

/**
 * Whether an error came from the packages and, if `code` is given, has that code.
 * @example
 * ```ts
 * import { isServiceError } from '@service/client';
 * const isOffline = (error: unknown) => isServiceError(error, 'network_error');
 * ```
 */
export function isServiceError(error: unknown, code?: ErrorCode): error is ServiceError {
  const known = error as (ServiceError & { [BRAND]?: true }) | null | undefined;
  return !!known?.[BRAND] && (!code || known.code === code);
}
