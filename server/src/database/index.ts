/** What the rest of the service uses of the database; `sql/`, `schema/` and `filter/` have an index of their own. */
export { createDatabase, openPlaces } from './create-database.ts';
export type { Database, Row, StoreName } from './database.ts';
export type { LogArchive, LoggingEngine } from './log-archive.ts';
export { type ReleaseFormats, releaseFormats, type StoreFormat } from './migrations/index.ts';
export { saveControl } from './save-control.ts';
