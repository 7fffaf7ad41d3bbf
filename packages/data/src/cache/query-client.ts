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
/** Components that request the same query within this time share one request. */
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

/** The page's only cache, created at first use. Never used on a server, where all visitors would share it. */
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

/** Leaves out the mutations of the library's class, which would add 1.9 KB to every app (docs/decisions). */
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

/** Keeps the objects of unchanged rows. Updates the read time in place, so that it causes no render. */
function shareRows(before: unknown, after: unknown): unknown {
  if (isPage(before) && isPage(after)) before.readAt = after.readAt;
  return replaceEqualDeep(before, after);
}

function isPage(data: unknown): data is Page {
  return typeof data === 'object' && data !== null && 'readAt' in data;
}

export function settleChanges(table: string): void {
  const read = queryCache()
    .getAll()
    .flatMap(({ queryKey, state: { data } }) => (queryKey[4] === table && isPage(data) ? [data.readAt] : []));
  dropRead(table, Math.min(...read));
}

/** Resolves when components have received the latest answers, which are delivered in batches. */
export function shown(): Promise<void> {
  return new Promise((resolve) => notifyManager.schedule(resolve));
}

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
    // An offline or hidden tab reads when it is back; the change does not wait for that.
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
    // Removes what another identity has read.
    for (const query of cache.getAll()) if (epochOf(query.queryKey) !== epoch) cache.remove(query);
  });
}
