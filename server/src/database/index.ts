/** Other folders use of the database what this file exports, and what the index of `sql/`, `schema/` and `filter/` exports. */
export { createDatabase, openPlaces } from './create-database.ts';
export type { Database, Row, StoreName } from './database.ts';
export type { LogArchive, LoggingEngine } from './log-archive.ts';
export { type ReleaseFormats, releaseFormats, type StoreFormat } from './migrations/index.ts';
export { saveControl } from './save-control.ts';
