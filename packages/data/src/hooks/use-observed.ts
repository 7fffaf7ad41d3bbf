'use client';
import { isBrowser, readEpoch, subscribeToIdentity } from '@service/client/internal';
import {
  type DefaultedQueryObserverOptions,
  notifyManager,
  QueryObserver,
  type QueryObserverOptions,
  type QueryObserverResult,
} from '@tanstack/query-core';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { epochOf, type Kind, keyOf, queryClient, type ServiceKey } from '../cache/query-client.ts';

export interface ObservedQuery<D> {
  readonly kind: Kind;
  readonly table: string;
  /** Part of the key, so they must be plain values. */
  readonly options: unknown;
  readonly enabled?: boolean | undefined;
  readonly keepPrevious?: boolean | undefined;
  readonly refetchInterval?: number | false | undefined;
  readonly staleTime?: number | undefined;
  readonly initialData?: D | undefined;
  readonly read: (key: ServiceKey) => Promise<D>;
  readonly select?: ((data: D) => D) | undefined;
}

export interface Observed<D> {
  readonly key: ServiceKey;
  /** Its getters tell the observer what the component looks at: it renders again for that alone. */
  readonly result: QueryObserverResult<D>;
}

const subscribeToNothing = () => () => undefined;

/**
 * One query of a component. On a server, and in the first render of a page that came from one, undefined: there nothing
 * is fetched, and both show the same.
 */
export function useObserved<D>(query: ObservedQuery<D>): Observed<D> | undefined {
  const isServerRender = useSyncExternalStore(
    subscribeToNothing,
    () => false,
    () => true,
  );
  // A key has the epoch in it, so who signs in or out gets another query.
  useSyncExternalStore(subscribeToIdentity, readEpoch, readEpoch);
  const isReady = isBrowser() && !isServerRender;
  const key = isReady ? keyOf(query.kind, query.table, query.options) : undefined;
  const options = key && observerOptions(query, key);
  const [kept, setKept] = useState<QueryObserver<D, Error, D>>();
  let observer = kept;
  if (options !== undefined && observer === undefined) {
    observer = new QueryObserver(queryClient(), options);
    setKept(observer);
  }
  useSyncExternalStore(
    useCallback(
      (onChange) => observer?.subscribe(notifyManager.batchCalls(onChange)) ?? subscribeToNothing(),
      [observer],
    ),
    () => observer?.getCurrentResult(),
    () => undefined,
  );
  useEffect(() => {
    if (options !== undefined) observer?.setOptions(options);
  });
  if (options === undefined || key === undefined || observer === undefined) return undefined;
  return { key, result: observer.trackResult(observer.getOptimisticResult(options)) };
}

type Options<D> = DefaultedQueryObserverOptions<D, Error, D, D>;

function observerOptions<D>(query: ObservedQuery<D>, key: ServiceKey): Options<D> {
  const { enabled, refetchInterval, staleTime, initialData, select, read, keepPrevious } = query;
  const options: QueryObserverOptions<D, Error, D> = {
    queryKey: key,
    queryFn: () => read(key),
    enabled: enabled !== false,
    refetchInterval: refetchInterval ?? false,
    ...(staleTime !== undefined && { staleTime }),
    ...(select && { select }),
    // Shown at once and read again at once.
    ...(initialData !== undefined && { initialData: () => initialData, initialDataUpdatedAt: 0 }),
    // Of another user's rows nothing is kept.
    ...(keepPrevious && {
      placeholderData: (before, from) => (from && epochOf(from.queryKey) === epochOf(key) ? before : undefined),
    }),
  };
  return { ...queryClient().defaultQueryOptions(options), _optimisticResults: 'optimistic' } as Options<D>;
}
