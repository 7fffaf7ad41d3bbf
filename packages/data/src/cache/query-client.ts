import {
  getConfig,
  isServiceError,
  openChannel,
  reportError,
  state,
  subscribeToIdentity,
} from '@service/client/internal';
import {
  focusManager,
  hashKey,
  notifyManager,
  onlineManager,
  type Query,
  QueryCache,
  type QueryClient,
  type QueryKey,
  type QueryOptions,
  replaceEqualDeep,
} from '@tanstack/query-core';

import type { Page } from './page.ts';
import { dropRead } from './pending-changes.ts';
import { readAgain } from './read-again.ts';

const RETRIES = 3;
const WAIT_S_MAX = 60;
/** Several components that show the same query within this time cause one request. */
const FRESH_MS = 1000;

/** `[service, project, identity epoch, kind, table, options]`. */
export type ServiceKey = readonly ['service', string, number, Kind, string, unknown];
export type Kind = 'rows' | 'pages' | 'row' | 'count' | 'groups' | 'files' | 'file';

export function keyOf(kind: Kind, table: string, options: unknown): ServiceKey {
  return ['service', getConfig().projectId, state().epoch, kind, table, options];
}

export function epochOf(key: QueryKey): unknown {
  return key[2];
}

/** The one cache of the page, made at the first use. Never asked for on a server, where it would be everybody's. */
export function queryClient(): QueryClient {
  const shared = state();
  shared.queries ??= createClient();
  return shared.queries as QueryClient;
}

export function queryCache(): QueryCache {
  return queryClient().getQueryCache();
}

export function findQuery(queryKey: ServiceKey): Query | undefined {
  return queryCache().get(hashKey(queryKey));
}

const DEFAULTS: Partial<QueryOptions> & Readonly<Record<string, unknown>> = {
  staleTime: FRESH_MS,
  structuralSharing: shareRows,
  refetchOnWindowFocus: 'always',
  refetchOnReconnect: 'always',
  retry: (failures: number, error: Error) =>
    isServiceError(error) && error.retryable && failures < RETRIES && (error.retryAfter ?? 0) <= WAIT_S_MAX,
  retryDelay: (failures: number, error: Error) =>
    ((isServiceError(error) && error.retryAfter) || Math.min(2 ** failures, WAIT_S_MAX)) * 1000,
};

/**
 * The part of a QueryClient that queries and their observers ask for. The library's own brings its mutations along, which
 * we have no use for: 1.9 KB in every app (docs/decisions).
 */
function createClient(): Pick<QueryClient, 'getQueryCache' | 'defaultQueryOptions' | 'getQueryDefaults'> {
  const cache = new QueryCache({ onError: reportError });
  openChannel();
  listen(cache);
  return {
    getQueryCache: () => cache,
    getQueryDefaults: () => ({}),
    defaultQueryOptions: ((options: QueryOptions & { _defaulted?: boolean }) =>
      options._defaulted
        ? options
        : {
            ...DEFAULTS,
            ...options,
            queryHash: hashKey(options.queryKey ?? []),
            _defaulted: true,
          }) as QueryClient['defaultQueryOptions'],
  };
}

/** Rows that are as before stay the same objects; a component does not render again for the time of a reading. */
function shareRows(before: unknown, after: unknown): unknown {
  if (isPage(before) && isPage(after)) before.readAt = after.readAt;
  return replaceEqualDeep(before, after);
}

function isPage(data: unknown): data is Page {
  return typeof data === 'object' && data !== null && 'readAt' in data;
}

/** Takes the changes away that every list of the table has read. */
export function settleChanges(table: string): void {
  const read = queryCache()
    .getAll()
    .flatMap(({ queryKey, state: { data } }) => (queryKey[4] === table && isPage(data) ? [data.readAt] : []));
  dropRead(table, Math.min(...read));
}

/** Components hear of answers together, a moment later: resolves when they have. */
export function shown(): Promise<void> {
  return new Promise((resolve) => notifyManager.schedule(resolve));
}

/** When rows are read again, and when they are forgotten. */
function listen(cache: QueryCache): void {
  const shared = state();
  const stops = [
    focusManager.subscribe((isFocused) => isFocused && cache.onFocus()),
    onlineManager.subscribe((isOnline) => isOnline && cache.onOnline()),
    cache.subscribe(
      (event) =>
        event.type === 'updated' && event.action.type === 'success' && settleChanges(String(event.query.queryKey[4])),
    ),
  ];
  shared.closeQueries = () => {
    for (const stop of stops) stop();
    cache.clear();
  };
  shared.tableListeners.add(async (tables) => {
    const concerned = cache.findAll({
      predicate: ({ queryKey }) => tables.length === 0 || tables.includes(String(queryKey[4])),
    });
    for (const query of concerned) query.invalidate();
    // A tab that is offline or hidden reads when it is back, and a change does not wait for that.
    const mayRead = onlineManager.isOnline() && focusManager.isFocused();
    await Promise.allSettled(
      concerned.filter((query) => mayRead && query.isActive()).map((query) => readAgain(cache, query)),
    );
    await shown();
  });
  let { epoch } = shared;
  subscribeToIdentity(() => {
    if (shared.epoch === epoch) return;
    epoch = shared.epoch;
    // Nobody keeps what somebody else has read.
    for (const query of cache.getAll()) if (epochOf(query.queryKey) !== epoch) cache.remove(query);
  });
}
