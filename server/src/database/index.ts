/** Other folders import from this file and from the index files of `sql/`, `schema/`, `filter/` and `log-archive/`. */

export { followChangeDepth, withChangeDepth } from './change-depth.ts';
export { announced, type ChangeFeed, createChangeFeed } from './change-feed.ts';
export { createDatabase, openPlaces } from './create-database.ts';
export type {
  Database,
  DatabaseError,
  DatabaseErrorKind,
  ExportPage,
  Idempotency,
  ListResult,
  PlainStep,
  PoolFigures,
  Row,
  RowStep,
  Snapshot,
  Step,
  StepResult,
  StoreName,
  TableEffect,
  WriteOptions,
  WriteResult,
} from './database.ts';
export { dropHiddenColumnStep } from './ddl/added-column.ts';
export {
  alterTableSteps,
  exchangedForeignKeys,
  indexChanges,
  type PreparedParts,
  type TableChange,
} from './ddl/alter-table.ts';
export {
  type CapturedTable,
  capturedTable,
  captureSteps,
  dropCaptureSteps,
  type RowChange,
  recordJson,
  type ServiceTable,
  type TableDdl,
} from './ddl/capture.ts';
export { columnOf } from './ddl/column.ts';
export { countInTheWay, type RowCheck } from './ddl/count-in-the-way.ts';
export type {
  ColumnDefinition,
  IndexDefinition,
  PendingChange,
  SearchDefinition,
  TableDefinition,
} from './ddl/definition.ts';
export { type Index, ownIndexes, SYSTEM_INDEXABLE, wantedIndexes } from './ddl/indexes.ts';
export { createLoadedTableSteps, referenceSteps } from './ddl/loaded-table.ts';
export { indexName, physicalTable } from './ddl/names.ts';
export {
  indexBuildOf,
  limitsOf,
  type Preparation,
  preparationOf,
  preparationSteps,
  validationText,
} from './ddl/prepare-table.ts';
export { losesWords, type RowCondition, rowConditions } from './ddl/row-conditions.ts';
export { wordIndex } from './ddl/search-steps.ts';
export { columnNames, createTableSteps, dropIndexStep, dropTableSteps, type TablesById } from './ddl/table-steps.ts';
export type { Dialect, EntryPlace, IdRange, JsonMember, WordIndex } from './dialect.ts';
export { DatabaseFailure, isDatabaseFailure, isNotApplied } from './errors.ts';
export { csvFrame, type ExportFrame, JSON_FRAME, NDJSON_FRAME, openExport } from './export/export-text.ts';
export { type ChangingTable, findChangingTables } from './find-changing-tables.ts';
export { containsText, createSqlBuilder, fetchCount, fetchRows, pageOf, plainStep, statementOf } from './kysely.ts';
export type { Listing, ListingOrder } from './listing.ts';
export { createLiveProcesses, type LiveProcesses, type ProcessTimes } from './live-processes.ts';
export type { LogArchive, LoggingEngine } from './log-archive/index.ts';
export { createCanaryStore } from './master-key-canary.ts';
export { controlMigrations } from './migrations/control/index.ts';
export { type ReleaseFormats, releaseFormats, type StoreFormat } from './migrations/index.ts';
export { observeRowWrites } from './observe-row-writes.ts';
export {
  type DatabaseRow,
  type MarkProblem,
  type MoveRow,
  type Places,
  PRIMARY,
  problemOfUrl,
  type SeveralDatabases,
  STEPS,
} from './places/index.ts';
export { prepareStep } from './prepare-statement.ts';
export { type SavedInstallation, saveControl } from './save-control.ts';
export { parseSearch, SearchProblem, type SearchTerm } from './search/parse-search.ts';
export { segmentedWords, WORD_RULES } from './search/words.ts';
export type { Statement, Value } from './statement.ts';
