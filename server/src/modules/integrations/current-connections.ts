import type { ChangeFeed, StoreName } from '../../database/index.ts';
import { createBoundedCache } from '../../platform/bounded-cache.ts';
import type { ConnectionsStore } from './connections-store.ts';
import { storeOfIntegrations } from './integrations-subject.ts';
import { type Connection, INTEGRATION_KINDS, type IntegrationKind } from './providers/connection.ts';

const BYTES_MAX = 16 * 1024 * 1024;
/** Fixed cost of an entry, so that the number of entries without a connection is bounded too. */
const ENTRY_BYTES = 512;
const CHARACTER_BYTES = 2;
const KEPT_MS = 60_000;

export interface CurrentConnections {
  find(store: StoreName, kind: IntegrationKind): Promise<Connection | undefined>;
  forget(store: StoreName): void;
}

/** The feed invalidates entries. If the changing process died before announcing, they expire within a minute. */
export function createCurrentConnections(
  connections: Pick<ConnectionsStore, 'find'>,
  feed: Pick<ChangeFeed, 'subscribe'>,
): CurrentConnections {
  const cache = createBoundedCache<string, Connection | undefined>({
    bytesMax: BYTES_MAX,
    bytesOf,
    keptMs: KEPT_MS,
  });
  const forget = (store: StoreName): void => {
    for (const kind of INTEGRATION_KINDS) cache.forget(keyOf(store, kind));
  };
  feed.subscribe((subject) => {
    const store = storeOfIntegrations(subject);
    if (store !== undefined) forget(store);
  });
  return {
    find: async (store, kind) => await cache.get(keyOf(store, kind), () => connections.find(store, kind)),
    forget,
  };
}

function keyOf(store: StoreName, kind: IntegrationKind): string {
  return `${store} ${kind}`;
}

function bytesOf(connection: Connection | undefined): number {
  return ENTRY_BYTES + CHARACTER_BYTES * JSON.stringify(connection ?? null).length;
}
