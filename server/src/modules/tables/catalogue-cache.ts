import type { StoreName } from '../../database/index.ts';
import type { Catalogue } from './catalogue.ts';

/** Memory is bounded by columns, not projects: one project may have as many columns as a thousand others. */
const COLUMNS_MAX = 300_000;
/** Fixed cost of each project, so that the number of cached projects is bounded too. */
const PROJECT_COLUMNS = 30;

interface Entry {
  catalogue: Catalogue | undefined;
  loading: Promise<Catalogue> | undefined;
  size: number;
}

export interface CatalogueCache {
  /** Synchronous when the catalogue is in memory. */
  get(store: StoreName): Catalogue | Promise<Catalogue>;
  peek(store: StoreName): Catalogue | undefined;
  /** Reloads unless the one in memory is newer than `staleVersion`. Concurrent callers share one load. */
  reload(store: StoreName, staleVersion?: number): Promise<Catalogue>;
  /** Reloads a cached catalogue in the background, after another process changed it. */
  refresh(store: StoreName): void;
  forget(store: StoreName): void;
}

export function createCatalogueCache(
  load: (store: StoreName) => Promise<Catalogue>,
  onInstall: (store: StoreName, catalogue: Catalogue) => void,
): CatalogueCache {
  // In order of last use, least recent first.
  const entries = new Map<StoreName, Entry>();
  let columns = 0;
  let latest: StoreName | undefined;

  const start = (store: StoreName, entry: Entry): Promise<Catalogue> => {
    const loading = load(store).then(
      (catalogue) => install(store, entry, catalogue),
      (error: unknown) => {
        entry.loading = undefined;
        throw error;
      },
    );
    entry.loading = loading;
    return loading;
  };

  const install = (store: StoreName, entry: Entry, loaded: Catalogue): Catalogue => {
    entry.loading = undefined;
    // A read that began earlier may end later, so the newer catalogue stays.
    if (entry.catalogue !== undefined && entry.catalogue.version > loaded.version) return entry.catalogue;
    entry.catalogue = loaded;
    onInstall(store, loaded);
    if (entries.get(store) !== entry) return loaded;
    columns -= entry.size;
    entry.size = sizeOf(loaded);
    columns += entry.size;
    evict(store);
    return loaded;
  };

  const evict = (keep: StoreName): void => {
    for (const [store, entry] of entries) {
      if (columns <= COLUMNS_MAX) return;
      if (store === keep || entry.loading !== undefined) continue;
      entries.delete(store);
      columns -= entry.size;
    }
  };

  const touch = (store: StoreName): Entry => {
    const known = entries.get(store);
    if (known !== undefined && latest === store) return known;
    const entry = known ?? { catalogue: undefined, loading: undefined, size: 0 };
    entries.delete(store);
    entries.set(store, entry);
    latest = store;
    return entry;
  };

  const forget = (store: StoreName): void => {
    const entry = entries.get(store);
    if (entry === undefined) return;
    entries.delete(store);
    columns -= entry.size;
  };

  const reload = async (store: StoreName, staleVersion = Number.POSITIVE_INFINITY): Promise<Catalogue> => {
    const entry = touch(store);
    if (entry.catalogue !== undefined && entry.catalogue.version > staleVersion) return entry.catalogue;
    // A load already running may have begun before the change, so its result counts only when it is newer.
    const underWay = await entry.loading?.catch(() => undefined);
    if (underWay !== undefined && underWay.version > staleVersion) return underWay;
    return entry.loading ?? start(store, entry);
  };

  return {
    get: (store) => {
      const entry = touch(store);
      return entry.catalogue ?? entry.loading ?? start(store, entry);
    },
    peek: (store) => entries.get(store)?.catalogue,
    reload,
    refresh: (store) => {
      if (entries.has(store)) reload(store).catch(() => forget(store));
    },
    forget,
  };
}

function sizeOf(catalogue: Catalogue): number {
  let columns = PROJECT_COLUMNS;
  for (const table of catalogue.tables.values()) columns += table.columns.length;
  return columns;
}
