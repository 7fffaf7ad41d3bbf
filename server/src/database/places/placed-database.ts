import { createBoundedCache } from '../../platform/bounded-cache.ts';
import type { Database, ExportPage, ExportRead, IndexBuilder, StoreName } from '../database.ts';
import { DatabaseFailure, isDatabaseFailure } from '../errors.ts';
import { type PlacesStore, PRIMARY } from './places-store.ts';
import type { RegisteredDatabases } from './registered-databases.ts';

const CACHE_BYTES = 16 * 1024 * 1024;
/** Estimated memory of an entry: the names of a store and a database, and the overhead of the cache. */
const ENTRY_BYTES = 300;
/** How long a request waits for the last step of a move, and how often it checks. */
const SWITCH_MS = { most: 5000, pause: 25 };

export interface PlacedDatabaseOptions {
  readonly primary: Database;
  readonly store: PlacesStore;
  readonly registered: RegisteredDatabases;
  /** Called when a store has left its place but its move has not ended: completes the move if its process has died. */
  readonly settleMove: (store: StoreName) => Promise<void>;
}

export interface PlacedDatabase {
  readonly database: Database;
  forget(store: StoreName): void;
}

export function createPlacedDatabase(options: PlacedDatabaseOptions): PlacedDatabase {
  const { primary, store: placesStore, registered } = options;
  // Only the change feed corrects a remembered place while the old database is down, so it starts before anything reads a place.
  const places = createBoundedCache<StoreName, string>({ bytesMax: CACHE_BYTES, bytesOf: () => ENTRY_BYTES });
  const isHome = (store: StoreName): boolean => store === 'control' || !registered.areSeveral;
  const placeOf = async (store: StoreName): Promise<string> =>
    await places.get(store, () => placesStore.placeOf(store));

  /** The new place of a store that is no longer at `before`; undefined when it has none. */
  const newPlaceOf = async (store: StoreName, before: string): Promise<string | undefined> => {
    const startedAt = performance.now();
    for (;;) {
      // Reads the move before the place, because a move that ends in between has written the place by then.
      const move = await placesStore.runningMoveOf(store);
      places.forget(store);
      const place = await placeOf(store);
      if (place !== before) return place;
      if (move === undefined) return undefined;
      await options.settleMove(store);
      if (performance.now() - startedAt > SWITCH_MS.most) throw beingMoved(store);
      await new Promise((resolve) => setTimeout(resolve, SWITCH_MS.pause));
    }
  };

  const inPlace = async <Result>(
    store: StoreName,
    work: (database: Database, place: string) => Promise<Result>,
  ): Promise<Result> => {
    for (let place = await placeOf(store); ; ) {
      try {
        return await work(await registered.get(place), place);
      } catch (error) {
        // Writes of a store wait while it is copied, and no longer than other writes wait.
        if (hasWaited(error) && (await placesStore.runningMoveOf(store))) throw beingMoved(store);
        if (!isDatabaseFailure(error, 'dropped')) throw error;
        // The old place kept nothing, so the work simply runs again in the new place.
        const found = await newPlaceOf(store, place);
        if (found === undefined) throw error;
        place = found;
      }
    }
  };

  const inStore = <Result>(store: StoreName, work: (one: Database) => Promise<Result>): Promise<Result> =>
    isHome(store) ? work(primary) : inPlace(store, work);

  async function* pagesInPlace(store: StoreName, read: ExportRead): AsyncGenerator<ExportPage, void> {
    const { pages, first } = await inPlace(store, async (database) => {
      const started = database.pages(store, read)[Symbol.asyncIterator]();
      return { pages: started, first: await started.next() };
    });
    try {
      for (let page = first; page.done !== true; page = await pages.next()) yield page.value;
    } finally {
      await pages.return?.();
    }
  }

  const database: Database = {
    dialect: primary.dialect,
    query: (store, statement) => inStore(store, (one) => one.query(store, statement)),
    list: (store, read, version) => inStore(store, (one) => one.list(store, read, version)),
    pages: (store, read) => (isHome(store) ? primary.pages(store, read) : pagesInPlace(store, read)),
    write: (store, steps, writeOptions) => inStore(store, (one) => one.write(store, steps, writeOptions)),
    bulkRows: (store) => inStore(store, (one) => one.bulkRows(store)),
    snapshot: (store) => inStore(store, (one) => one.snapshot(store)),
    load: (store, steps) => inStore(store, (one) => one.load(store, steps)),
    indexBuilder: createPlacedBuilder(inStore),
    // Each database remembers the version only to refuse older ones early.
    setSchemaVersion: (store, version) => {
      for (const [, one] of registered.opened()) one.setSchemaVersion(store, version);
    },
    async drop(store) {
      if (isHome(store)) return await primary.drop(store);
      // Dropping a store that has moved would not fail, so its place is read again.
      places.forget(store);
      await inPlace(store, async (one) => one.drop(store));
      await primary.write('control', [placesStore.forgetPlaceStep(store)]);
      places.forget(store);
    },
    stores: (having) => (registered.areSeveral ? listStores(options, having) : primary.stores(having)),
    pools: () =>
      registered
        .opened()
        .flatMap(([name, one]) =>
          name === PRIMARY ? one.pools() : one.pools().map((pool) => ({ ...pool, database: name })),
        ),
    ping: () => primary.ping(),
    async close() {
      await registered.close();
      await primary.close();
    },
  };
  return { database, forget: (store) => places.forget(store) };
}

/** Includes the stores of a database that does not answer, because callers delete stores that are missing. */
async function listStores(
  { primary, store: placesStore, registered }: PlacedDatabaseOptions,
  having: string | undefined,
): Promise<readonly StoreName[]> {
  const inPrimary = await primary.stores(having);
  const places = await placesStore.places();
  const placed = [...places.keys()] as StoreName[];
  const elsewhere = having === undefined ? placed : await storesHaving(registered, places, having);
  return [...inPrimary.filter((store) => !places.has(store)), ...elsewhere];
}

async function storesHaving(
  registered: RegisteredDatabases,
  places: ReadonlyMap<string, string>,
  having: string,
): Promise<readonly StoreName[]> {
  const byDatabase = Map.groupBy(places, ([, name]) => name);
  const found = [...byDatabase].map(async ([name, entries]) => {
    const stores = entries.map(([store]) => store as StoreName);
    try {
      const existing = new Set(await (await registered.get(name)).stores(having));
      return stores.filter((store) => existing.has(store));
    } catch (error) {
      if (isDatabaseFailure(error, 'unavailable')) return stores;
      throw error;
    }
  });
  return (await Promise.all(found)).flat();
}

type InDatabase = <Result>(store: StoreName, work: (database: Database) => Promise<Result>) => Promise<Result>;

function createPlacedBuilder(inDatabase: InDatabase): IndexBuilder {
  const inBuilder = <Result>(store: StoreName, work: (builder: IndexBuilder) => Promise<Result>): Promise<Result> =>
    inDatabase(store, ({ indexBuilder }) => work(indexBuilder));
  return {
    build: (store, index, signal) => inBuilder(store, (builder) => builder.build(store, index, signal)),
    validate: (store, text, signal) => inBuilder(store, (builder) => builder.validate(store, text, signal)),
    drop: (store, name) => inBuilder(store, (builder) => builder.drop(store, name)),
    abandon: (store, name) => inBuilder(store, (builder) => builder.abandon(store, name)),
    clean: (store, signal) => inBuilder(store, (builder) => builder.clean(store, signal)),
    progress: (store, names) => inBuilder(store, (builder) => builder.progress(store, names)),
  };
}

/**
 * In the database, or behind the writes that wait there. Work that a full queue refuses has not waited: while one store
 * floods its database, each of these failures would otherwise cost the primary a query.
 */
function hasWaited(error: unknown): boolean {
  return isDatabaseFailure(error, 'timeout') || (isDatabaseFailure(error) && error.error.hasWaited === true);
}

function beingMoved(store: StoreName): DatabaseFailure {
  return new DatabaseFailure({ kind: 'unavailable', message: `${store} is being moved to another database` });
}
