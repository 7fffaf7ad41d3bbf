'use client';
import { filterText, isBrowser, type ListParameters, readEpoch, subscribeToIdentity } from '@service/client/internal';
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from '@service/client/react';
import {
  type DefaultedQueryObserverOptions,
  hashKey,
  notifyManager,
  QueryObserver,
  type QueryObserverOptions,
  type QueryObserverResult,
} from '@tanstack/query-core';
import { abandon, readAbortably } from '../cache/abandon.ts';
import { epochOf, type Kind, keyOf, queryClient, type ServiceKey } from '../cache/query-client.ts';
import { warnOfNewKey } from './warn-of-new-key.ts';

export interface ObservedQuery<D> {
  readonly kind: Kind;
  readonly table: string;
  /** Part of the cache key, so these must be plain values. */
  readonly options: unknown;
  readonly enabled?: boolean | undefined;
  readonly keepPrevious?: boolean | undefined;
  readonly refetchInterval?: number | false | undefined;
  readonly staleTime?: number | undefined;
  readonly refetchOnFocus?: boolean | undefined;
  readonly initialData?: D | undefined;
  readonly read: (signal: AbortSignal, key: ServiceKey) => Promise<D>;
  readonly select?: ((data: D) => D) | undefined;
}

export interface ObservedResult<D> {
  readonly key: ServiceKey;
  /** Its getters record which fields the component reads: it renders again only when those change. */
  readonly result: QueryObserverResult<D>;
}

const subscribeToNothing = () => () => undefined;

/** Undefined on a server and in the first render of a server-rendered page, because both renders must match. */
export function useObserved<D>(asked: ObservedQuery<D>): ObservedResult<D> | undefined {
  const query = refuseUndefined(asked);
  const isServerRender = useSyncExternalStore(
    subscribeToNothing,
    () => false,
    () => true,
  );
  // The key contains the epoch, so a sign-in or sign-out switches to another query.
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
  const shownKey = useRef(key);
  useEffect(() => {
    if (options === undefined || key === undefined) return;
    observer?.setOptions(options);
    const before = shownKey.current;
    shownKey.current = key;
    if (before === undefined || hashKey(before) === options.queryHash) return;
    abandon(before);
    if (process.env['NODE_ENV'] !== 'production') warnOfNewKey(observer, query);
  });
  if (options === undefined || key === undefined || observer === undefined) return undefined;
  return { key, result: observer.trackResult(observer.getOptimisticResult(options)) };
}

/** Rejects a condition on undefined: a cache key omits it, and would equal the key of the list without that condition. */
function refuseUndefined<D>(query: ObservedQuery<D>): ObservedQuery<D> {
  try {
    filterText((query.options as ListParameters | null)?.filter);
    return query;
  } catch (refusal) {
    const { kind, table, enabled } = query;
    const options = { refused: String(refusal) };
    return { kind, table, enabled, options, read: () => Promise.reject(refusal) };
  }
}

type Options<D> = DefaultedQueryObserverOptions<D, Error, D, D>;

function observerOptions<D>(query: ObservedQuery<D>, key: ServiceKey): Options<D> {
  const { enabled, refetchInterval, staleTime, initialData, select, read, keepPrevious } = query;
  const { refetchOnFocus } = query;
  const options: QueryObserverOptions<D, Error, D> = {
    queryKey: key,
    queryFn: () => readAbortably(key, (signal) => read(signal, key)),
    enabled: enabled !== false,
    refetchInterval: refetchInterval ?? false,
    ...(staleTime !== undefined && { staleTime }),
    // Data that changed while the tab was hidden is read on focus anyway.
    ...(refetchOnFocus === false && { refetchOnWindowFocus: ({ state }) => (state.isInvalidated ? 'always' : false) }),
    ...(select && { select }),
    ...(initialData !== undefined && { initialData: () => initialData, initialDataUpdatedAt: 0 }),
    // Never keep another user's rows.
    ...(keepPrevious && {
      placeholderData: (before, from) => (from && epochOf(from.queryKey) === epochOf(key) ? before : undefined),
    }),
  };
  return { ...queryClient().defaultQueryOptions(options), _optimisticResults: 'optimistic' } as Options<D>;
}
