import type { Database } from '../database/index.ts';
import { DatabaseFailure } from '../database/index.ts';

/** A database that refuses stores that have not been recovered; opening one would create it empty. */
export function withoutStores(database: Database, missing: readonly string[]): Database {
  const stores = new Set(missing);
  const require = (store: string): void => {
    if (!stores.has(store)) return;
    throw new DatabaseFailure({ kind: 'unavailable', message: `${store} has not been recovered yet` });
  };
  return {
    dialect: database.dialect,
    async query(store, statement) {
      require(store);
      return await database.query(store, statement);
    },
    async list(store, read, schemaVersion) {
      require(store);
      return await database.list(store, read, schemaVersion);
    },
    pages(store, read) {
      require(store);
      return database.pages(store, read);
    },
    async write(store, steps, options) {
      require(store);
      return await database.write(store, steps, options);
    },
    bulkRows: (store) => database.bulkRows(store),
    async snapshot(store) {
      require(store);
      return await database.snapshot(store);
    },
    async load(store, steps) {
      require(store);
      await database.load(store, steps);
    },
    indexBuilder: database.indexBuilder,
    setSchemaVersion: (store, version) => database.setSchemaVersion(store, version),
    drop: (store) => database.drop(store),
    stores: (having) => database.stores(having),
    pools: () => database.pools(),
    ping: () => database.ping(),
    close: () => database.close(),
  };
}
