import { isServiceError, type ServiceError } from '@service/client/internal';
import type { QueryObserverResult } from '@tanstack/query-core';

export type AnswerState<D> =
  | { readonly data: undefined; readonly loading: true; readonly error: undefined }
  /** Data stays while it is read again, even if that fails. */
  | { readonly data: D; readonly loading: false; readonly error: ServiceError | undefined }
  /** The first read failed, or nothing has been read yet. */
  | { readonly data: undefined; readonly loading: false; readonly error: ServiceError | undefined };

export type QueryResult<R> = AnswerState<R[]> & {
  /** True during every read, including the first. */
  readonly fetching: boolean;
  /** How many rows match, regardless of `limit` and `offset`. */
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
