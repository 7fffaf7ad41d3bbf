import { isServiceError, type ServiceError } from '@service/client/internal';
import type { QueryObserverResult } from '@tanstack/query-core';

/** The result of a hook that reads. */
export interface QueryResult<R> {
  /** Undefined until the first answer; stays while it is read again, also when that fails. */
  readonly data: R[] | undefined;
  /** The first answer is under way. */
  readonly loading: boolean;
  /** Any answer is under way. */
  readonly fetching: boolean;
  readonly error: ServiceError | undefined;
  /** How many rows match, whatever `limit` and `offset`. */
  readonly count: number | undefined;
  /** Reads again. Rejects with a `ServiceError`; earlier data stays. */
  refetch(): Promise<R[]>;
}

export function isLoading(result: QueryObserverResult<unknown> | undefined, isEnabled: boolean): boolean {
  return result === undefined ? isEnabled : result.isPending && result.fetchStatus !== 'idle';
}

export function errorOf(result: QueryObserverResult<unknown> | undefined): ServiceError | undefined {
  const error = result?.error;
  return isServiceError(error) ? error : undefined;
}
