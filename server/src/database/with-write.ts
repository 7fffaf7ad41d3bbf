import type { Database } from './database.ts';

/** Lists every method, because a database may be a class, whose methods a spread omits. */
export function withWrite(database: Database, write: Database['write']): Database {
  return {
    dialect: database.dialect,
    query: (...asked) => database.query(...asked),
    list: (...asked) => database.list(...asked),
    pages: (...asked) => database.pages(...asked),
    write,
    bulkRows: (store) => database.bulkRows(store),
    snapshot: (store) => database.snapshot(store),
    load: (...asked) => database.load(...asked),
    indexBuilder: database.indexBuilder,
    setSchemaVersion: (...said) => database.setSchemaVersion(...said),
    drop: (store) => database.drop(store),
    stores: (having) => database.stores(having),
    pools: () => database.pools(),
    ping: () => database.ping(),
    close: () => database.close(),
  };
}
