import { isServiceError, type ServiceError } from '@service/client/internal';
import type { QueryObserverResult } from '@tanstack/query-core';

/** What is known of an answer: it is under way for the first time, it is there, or there is none. */
export type Answer<D> =
  | { readonly data: undefined; readonly loading: true; readonly error: undefined }
  /** Data stays while it is read again, also when that fails. */
  | { readonly data: D; readonly loading: false; readonly error: ServiceError | undefined }
  /** The first answer failed, or nothing is read yet. */
  | { readonly data: undefined; readonly loading: false; readonly error: ServiceError | undefined };

/** The result of a hook that reads. */
export type QueryResult<R> = Answer<R[]> & {
  /** Any answer is under way. */
  readonly fetching: boolean;
  /** How many rows match, whatever `limit` and `offset`. */
  readonly count: number | undefined;
  /** Reads again. Rejects with a `ServiceError`; earlier data stays. */
  refetch(): Promise<R[]>;
};

export function isLoading(result: QueryObserverResult<unknown> | undefined, isEnabled: boolean): boolean {
  return result === undefined ? isEnabled : result.isPending && result.fetchStatus !== 'idle';
}

export function errorOf(result: QueryObserverResult<unknown> | undefined): ServiceError | undefined {
  const error = result?.error;
  return isServiceError(error) ? error : undefined;
}
