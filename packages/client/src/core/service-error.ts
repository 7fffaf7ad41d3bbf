import type { ErrorCode, ErrorDetails } from './error-codes.ts';

/** Two copies of this package may meet in one page, so an error is known by this mark and not by its class. */
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
 * The one error that the packages throw. `message` is a sentence for people, `code` a word for programs.
 *
 * @example
 * ```ts
 * import { isServiceError, request } from '@service/client';
 *
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
  /** The status of the answer; 0 when the request never reached the service, or its answer never the app. */
  declare readonly status: number;
  /** Further facts about the failure: `details.fields` names every field that does not fit. */
  declare readonly details?: ErrorDetails | undefined;
  /** Names the request in the service's log. */
  declare readonly requestId?: string | undefined;
  /** Seconds to wait before the next try. */
  declare readonly retryAfter?: number | undefined;
  /** Whether the same request may succeed later. */
  declare readonly retryable: boolean;

  constructor(message: string, { cause, ...fields }: ServiceErrorInit) {
    super(message, { cause });
    Object.assign(this, { name: 'ServiceError', status: 0, retryable: false }, fields);
    Object.defineProperty(this, BRAND, { value: true });
  }
}

/**
 * Whether an error came from the packages, and has this code.
 *
 * @example
 * ```ts
 * import { isServiceError } from '@service/client';
 *
 * const isOffline = (error: unknown) => isServiceError(error, 'network_error');
 * ```
 */
export function isServiceError(error: unknown, code?: ErrorCode): error is ServiceError {
  const known = error as (ServiceError & { [BRAND]?: true }) | null | undefined;
  return known?.[BRAND] === true && (code === undefined || known.code === code);
}
