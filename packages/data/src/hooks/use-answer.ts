'use client';
import { useCallback } from '@service/client/react';
import type { QueryObserverResult } from '@tanstack/query-core';
import { shown } from '../cache/query-client.ts';
import { type AnswerState, errorOf, isLoading } from './query-result.ts';
import { type ObservedQuery, useObserved } from './use-observed.ts';

export type SingleResult<D> = AnswerState<D> & {
  /** True during every read, including the first. */
  readonly fetching: boolean;
  /** Reads again. Rejects with a `ServiceError`; earlier data stays. */
  refetch(): Promise<D | undefined>;
};

interface ShownAnswer<K, D> {
  readonly result: QueryObserverResult<K> | undefined;
  readonly isEnabled: boolean;
  /** Must be the same function in every render, so that `refetch` stays the same too. */
  readonly dataOf: (kept: K) => D | undefined;
  readonly initialData?: K | undefined;
}

/** Uses getters instead of copies, so that a component renders again only for the fields it has read. */
export function useShown<K, D>({ result, isEnabled, dataOf, initialData }: ShownAnswer<K, D>): SingleResult<D> {
  const read = (kept: K | undefined): D | undefined => (kept === undefined ? undefined : dataOf(kept));
  const readAgain = result?.refetch;
  const refetch = useCallback(async () => {
    const answer = await readAgain?.({ throwOnError: true });
    if (answer) await shown();
    return answer?.data === undefined ? undefined : dataOf(answer.data);
  }, [readAgain, dataOf]);
  return {
    get data() {
      return read(result ? result.data : initialData);
    },
    get loading() {
      return initialData === undefined && isLoading(result, isEnabled);
    },
    get fetching() {
      return result ? result.fetchStatus === 'fetching' : isEnabled;
    },
    get error() {
      return errorOf(result);
    },
    refetch,
  } as SingleResult<D>;
}

export function useAnswer<K, D>(query: ObservedQuery<K>, dataOf: (kept: K) => D | undefined): SingleResult<D> {
  return useShown({ result: useObserved<K>(query)?.result, isEnabled: query.enabled !== false, dataOf });
}

export function itself<D>(data: D): D {
  return data;
}
