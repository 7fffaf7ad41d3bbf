import type { ChangeFeed } from '../../database/change-feed.ts';
import type { StoreName } from '../../database/database.ts';
import { createBoundedCache } from '../../platform/bounded-cache.ts';
import type { ConnectionsStore } from './connections-store.ts';
import { storeOfIntegrations } from './integrations-subject.ts';
import type { Connection, IntegrationKind } from './providers/connection.ts';

const BYTES_MAX = 16 * 1024 * 1024;
/** Of a project with three connections, about. */
const PROJECT_BYTES = 4096;

/** Connections as they are in force, in memory: a call neither reads nor opens them. */
export interface CurrentConnections {
  find(store: StoreName, kind: IntegrationKind): Promise<Connection | undefined>;
}

/** Forgotten when the change feed names the project: here before the change is answered, elsewhere within a second. */
export function createCurrentConnections(
  connections: Pick<ConnectionsStore, 'all'>,
  feed: Pick<ChangeFeed, 'subscribe'>,
): CurrentConnections {
  const cache = createBoundedCache<StoreName, readonly Connection[]>({
    bytesMax: BYTES_MAX,
    bytesOf: () => PROJECT_BYTES,
  });
  feed.subscribe((subject) => {
    const store = storeOfIntegrations(subject);
    if (store !== undefined) cache.forget(store);
  });
  return {
    async find(store, kind) {
      const all = await cache.get(store, () => connections.all(store));
      return all.find((connection) => connection.kind === kind);
    },
  };
}
