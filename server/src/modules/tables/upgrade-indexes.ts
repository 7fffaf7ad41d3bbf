import type { StoreName, TableDdl } from '../../database/index.ts';
import type { Catalogue, StoredTable } from './catalogue.ts';
import type { CatalogueCache } from './catalogue-cache.ts';
import type { CatalogueChanges, Plan } from './change-catalogue.ts';
import { alterPlan } from './table-plans.ts';

/** Work of requests comes first, because a project that was just opened is in use. */
const PAUSE_MS = 2_000;

interface UpgradeContext {
  readonly cache: CatalogueCache;
  readonly changes: CatalogueChanges;
  readonly ddl: TableDdl;
  readonly announce: (store: StoreName) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

export interface IndexUpgrades {
  note(store: StoreName, catalogue: Catalogue): void;
  /** Starts no further table and waits for the one in progress. */
  stop(): Promise<void>;
}

/** Each table is a separate change, so a process that dies leaves whole tables. Writes wait while an index is built. */
export function createIndexUpgrades({ cache, changes, ddl, announce, onError }: UpgradeContext): IndexUpgrades {
  const waiting = new Set<StoreName>();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isClosed = false;

  const upgrade = async (store: StoreName): Promise<void> => {
    while (!isClosed && isOld(await cache.get(store))) {
      await changes.change({ store }, (catalogue) => upgradePlan(ddl, catalogue));
      await announce(store);
    }
  };

  const run = async (): Promise<void> => {
    for (const store of waiting) {
      if (isClosed) return;
      await upgrade(store).catch(onError);
      waiting.delete(store);
    }
  };

  const start = (): void => {
    timer = undefined;
    running = run().finally(() => {
      running = undefined;
    });
  };

  return {
    note(store, catalogue) {
      if (!isOld(catalogue) || isClosed || waiting.has(store)) return;
      waiting.add(store);
      if (running === undefined) timer ??= setTimeout(start, PAUSE_MS).unref();
    },
    async stop() {
      isClosed = true;
      clearTimeout(timer);
      await running;
    },
  };
}

function isOld({ stored }: Catalogue): boolean {
  return findOld(stored) !== undefined;
}

function findOld(stored: Catalogue['stored']): StoredTable | undefined {
  for (const table of stored.values()) if (!table.definition.indexesByTime) return table;
  return undefined;
}

/** Changes nothing when another process was faster. */
function upgradePlan(ddl: TableDdl, catalogue: Catalogue): Plan<string | undefined> {
  const before = findOld(catalogue.stored);
  if (before === undefined) return { steps: [], result: undefined };
  const definition = { ...before.definition, indexesByTime: true };
  return alterPlan(ddl, catalogue, { before, after: { ...before, definition, version: before.version + 1 } });
}
