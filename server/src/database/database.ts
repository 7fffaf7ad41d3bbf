import type { Dialect } from './dialect.ts';
import type { Statement } from './statement.ts';

/** `control` is the service's, `p_<32 hex digits>` a project's: a file on SQLite, a schema on PostgreSQL. */
export type StoreName = 'control' | `p_${string}`;

export type Row = Readonly<Record<string, string | number | null>>;

/** One page of rows as JSON text made by the database, and the total count, both from one snapshot. */
export interface ListRead {
  /** Returns one text column: a row as JSON. */
  readonly rows: Statement;
  /** Alternative statements for the same rows, for an engine that cannot tell beforehand which one is fastest. */
  readonly race?: ListRace | undefined;
  /** An alternative for an engine that would otherwise plan the list on every request. */
  readonly walk?: ListWalk | undefined;
  /** Alternatives for lists that must read all matching rows. */
  readonly paths?: ScanPaths | undefined;
  readonly count: CountRead | undefined;
  /** `key` costs a few look-ups at most; `open` may walk the table. */
  readonly cost: 'key' | 'open';
  /** The columns of an index that would let the list read no more than its page; undefined when it already does. */
  readonly suggestedIndex?: readonly string[] | undefined;
}

export interface RacePath {
  readonly rows: () => Statement;
  /** Counts the rows that this path finds, up to the budget: one row with one number. Absent when it finds all. */
  readonly probe?: (() => Statement) | undefined;
  /** How many rows of the budget a row costs; 1 when absent. */
  readonly rowCost?: number;
}

/**
 * Each path is tried with a budget of rows that doubles until one finishes
 * (docs/decisions/0004-lists-choose-their-way.md). In a statement that has a budget, the budget is its first value.
 */
export interface ListRace {
  readonly walk: RacePath | undefined;
  readonly filters: readonly RacePath[];
  /** Reads all rows, for a list without a walk. It wins when every filter finds a large part of them. */
  readonly scan?: RacePath | undefined;
  readonly limit: number;
  /** How many matching rows must be found: limit plus offset. */
  readonly span: number;
  readonly firstBudget?: number;
  readonly tableId: string;
}

export interface ListWalk {
  /** The budget is part of the SQL text, so use few distinct budgets. */
  readonly rows: (budget: number) => Statement;
  readonly limit: number;
  readonly span: number;
  /** The other statement sorts all rows that it finds, so a long walk is tried before it. */
  readonly isFirst: boolean;
}

/** Alternatives that read the rows an index finds: one is cheaper when its probe counts few rows, else none is. */
export interface ScanPaths {
  readonly tableId: string;
  readonly rowCost: number;
  readonly filters: readonly RacePath[];
}

export interface CountRead {
  readonly statement: Statement;
  readonly paths?: ScanPaths | undefined;
  /** Counts rows with ids after the first value, and how many of them have ids up to the second. */
  readonly tail?: (() => Statement) | undefined;
  readonly tableId: string;
  /** Ids of the other tables that the rules read. A cached count stays valid while none of them changes. */
  readonly lookedInto: readonly string[];
  /** There is no condition, so this is the table's total count. */
  readonly whole: boolean;
}

export interface ListResult {
  readonly json: string;
  readonly returned: number;
  readonly count: number | undefined;
  readonly tookMs?: number | undefined;
  /** Includes the time for the rows if the engine reads both in one statement; undefined when not measured. */
  readonly countMs?: number | undefined;
}

/** A stream of every matching row in order. Each engine uses the statements that fit how it pages. */
export interface ExportRead {
  /** All rows in order, one text column of JSON: for an engine with cursors. */
  readonly whole: Statement;
  /** For an order by id: `id > ?` and `LIMIT ?`, the last two values, are replaced for each page. Returns id, json. */
  readonly afterId: Statement | undefined;
  readonly ids: Statement;
  /** The rows for a list of ids (the last value), in any order. Returns id, json. */
  readonly amongIds: Statement;
  readonly format: ExportFormat;
}

export type ExportFormat =
  | { readonly kind: 'json' }
  | { readonly kind: 'ndjson' }
  | { readonly kind: 'csv'; readonly columns: readonly ExportColumn[]; readonly raw: boolean };

export interface ExportColumn {
  readonly name: string;
  readonly json: boolean;
}

/** JSON objects joined by commas or one per line, or CSV lines that end with CRLF. */
export interface ExportPage {
  readonly text: string;
  readonly rows: number;
}

export type Step = PlainStep | RowStep | AttemptStep;

export interface PlainStep {
  readonly kind: 'plain';
  readonly statement: Statement;
  /** Fails the transaction with `NotApplied` when fewer (`atMost`: more) rows were touched or returned. */
  readonly atLeast?: number;
  readonly atMost?: number;
  /** Becomes `NotApplied.name`, so that the caller knows which condition failed. */
  readonly name?: string;
  /** Id of the table whose rows it changes, when a webhook may watch them. */
  readonly changes?: string;
  /**
   * Runs in this process when the transaction has ended, before its writer continues. It also runs after a failure,
   * which may hide a commit whose answer was lost, so it must be harmless then. Must not throw.
   */
  readonly afterWrite?: () => void;
}

export interface RowStep {
  readonly kind: 'rows';
  readonly action: 'insert' | 'update' | 'delete' | 'upsert';
  readonly table: TableEffect;
  /**
   * Run in order. Each returns the rows it touched as `id`, `ok` (0: the new row violates the rule, which fails the
   * transaction with `RuleFailed`) and `json` (null when the caller may not see it). An insert may omit columns.
   */
  readonly statements: readonly Statement[];
  /**
   * Run first, for rules that look into the table that the step changes: they see the rows as they were. Each returns
   * `ok` for a row as it would become; 0 fails the transaction with `RuleFailed`.
   */
  readonly checks?: readonly CheckBefore[] | undefined;
  /**
   * Runs last, for a rule that looks into the table that the step changes: for a list of ids (its last value) it
   * returns `id` and `json` of the visible rows. The statements then return `id` and no `json`.
   */
  readonly shownAfter?: Statement | undefined;
  /** The rows as text, in order, when they are known before they are written; the statements then return no `json`. */
  readonly knownRows?: readonly string[] | undefined;
  readonly batching?: InsertBatching | undefined;
  /** When the step fails, its caller writes its rows again one by one. */
  readonly isRetried?: boolean;
  /** The statement without `json`, used when `probe` finds more rows than `shownMax`. */
  readonly bulk?: { readonly statement: Statement; readonly probe: Statement; readonly shownMax: number };
  /** Runs first, where foreign keys change rows before the statements do; replaces the rows that those return. */
  readonly preImage?: { readonly rows: Statement; readonly count: Statement };
  /** The smallest id among the rows that the step may touch; absent when it is unknown, or one of them settles at once. */
  readonly firstId?: string | undefined;
  readonly newIds?: readonly string[];
  /** Runs first where the upsert conflicts on the id: a returned row means an update. */
  readonly existing?: Statement;
  /**
   * `duplicate` fails with `UniqueViolation`: an upsert met a row that the caller may not update. A statement looks for
   * the row: it fails with `RowHidden` when it returns none, otherwise with `RuleFailed`.
   */
  readonly onNoMatch: 'nothing' | 'duplicate' | Statement;
}

export interface CheckBefore {
  readonly statement: Statement;
  /** Index of the checked row within the step, from 0. */
  readonly row: number;
}

/** How to write new rows of one table in one statement. Rows may share a statement when they share this object. */
export interface InsertBatching {
  /** Rows per statement, largest first; the last is 1. */
  readonly sizes: readonly number[];
  /** Text of the statement for `size` rows; its values are those of the rows, one after the other. */
  readonly textOf: (size: number) => string;
}

/** A step that may fail alone: its failure is a value in the results and the other steps continue. */
export interface AttemptStep {
  readonly kind: 'attempt';
  readonly step: RowStep;
}

export interface TableEffect {
  readonly id: string;
  readonly physical: string;
  readonly cascadesTo: readonly string[];
}

export type StepResult =
  | { readonly kind: 'plain'; readonly rows: readonly Row[]; readonly touched: number }
  | {
      readonly kind: 'rows';
      /** JSON; null where the caller may not see the row. Absent when more than `shownMax` were touched. */
      readonly rows: readonly (string | null)[] | undefined;
      readonly touched: number;
      readonly created: number;
    }
  | { readonly kind: 'failed'; readonly error: DatabaseError };

export interface WriteOptions {
  /** The catalogue version that the steps were compiled for; with another one the write fails with `StaleSchema`. */
  readonly schemaVersion?: number;
  /**
   * No other write of this store runs at the same time, and the steps may take long: schema changes, bulk work. An
   * engine with row locks lets writes run beside changes of rows if they cannot deadlock with them.
   */
  readonly exclusive?: boolean;
  /** One of many small writes of a task. With `exclusive`: bounded work at the priority of ordinary writes. */
  readonly isBulk?: boolean;
  /** With `exclusive`: the catalogue version that is current from the commit on. */
  readonly nextSchemaVersion?: number;
  readonly idempotency?: Idempotency;
}

export interface Idempotency {
  /** A hash of caller, path and key. */
  readonly key: string;
  /** A hash of the body: a different one under the same key fails with `IdempotencyConflict`. */
  readonly fingerprint: string;
  readonly nowMs: number;
  readonly expiresAtMs: number;
}

export interface WriteResult {
  readonly results: readonly StepResult[];
  readonly replayed: boolean;
}

/** A whole store at one moment, unaffected by later writes. The caller must close it. */
export interface Snapshot {
  /** The rows of a statement in pages of bounded size. Only one such statement may run at a time. */
  rows(statement: Statement): AsyncIterable<readonly Row[]>;
  /** For small results; may also run while pages are read. */
  query(statement: Statement): Promise<readonly Row[]>;
  close(): Promise<void>;
}

/** An index of a table, with the names and types that the database has for its columns. */
export interface IndexBuild {
  readonly name: string;
  readonly table: string;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  readonly unique: boolean;
}

/** Builds indexes and validates foreign keys while their tables are read and written. */
export interface IndexBuilder {
  /**
   * Resolves when the index covers every row; repeats an interrupted build. Rejects with `unique_violation` when rows
   * have equal values, with `timeout` when `signal` aborts; only a lost connection leaves an index behind.
   */
  build(store: StoreName, index: IndexBuild, signal: AbortSignal): Promise<void>;
  /**
   * Stops a build of the index by any process, and drops the index if it exists. An engine that builds in a side table
   * leaves that table, without triggers, for `clean`.
   */
  drop(store: StoreName, name: string): Promise<void>;
  /** Like `drop`, but keeps an index that covers every row. */
  abandon(store: StoreName, name: string): Promise<void>;
  /** Removes in portions what builds have left, which nothing reads or writes any more. */
  clean(store: StoreName, signal: AbortSignal): Promise<void>;
  /** Runs the statement that reads all rows to validate a foreign key. Rejects with `timeout` when `signal` aborts. */
  validate(store: StoreName, text: string, signal: AbortSignal): Promise<void>;
  /** The completed share of each index, from 0 to 1. */
  progress(store: StoreName, names: readonly string[]): Promise<readonly number[]>;
}

export interface PoolFigures {
  readonly name: string;
  /** The database that it belongs to, unless that is the primary. */
  readonly database?: string;
  readonly open: number;
  readonly busy: number;
  readonly most: number;
  readonly waiting: number;
  readonly statements: number;
  readonly seconds: number;
}

export interface Database {
  readonly dialect: Dialect;
  query(store: StoreName, statement: Statement): Promise<readonly Row[]>;
  list(store: StoreName, read: ListRead, schemaVersion?: number): Promise<ListResult>;
  /** Memory stays bounded for any size. Ends early when the consumer returns. */
  pages(store: StoreName, read: ExportRead): AsyncIterable<ExportPage>;
  /** Commits all steps or none; durable before it resolves. */
  write(store: StoreName, steps: readonly Step[], options?: WriteOptions): Promise<WriteResult>;
  /** How many rows the next bulk write of the store should have: few while the store is also written by others. */
  bulkRows(store: StoreName): Promise<number>;
  /** Freezes the contents while writes continue. Rejects with `storage_full` when there is no room for a copy. */
  snapshot(store: StoreName): Promise<Snapshot>;
  /** An exclusive write into an unused store. The caller then checks the references (`ddl/loaded-table.ts`). */
  load(store: StoreName, steps: readonly Step[]): Promise<void>;
  readonly indexBuilder: IndexBuilder;
  /** Sets the current catalogue version, after it was loaded or another process changed it. */
  setSchemaVersion(store: StoreName, version: number): void;
  drop(store: StoreName): Promise<void>;
  /** `having`: only stores with this table. Pass it to visit all stores: an engine may create tables on first use. */
  stores(having?: string): Promise<readonly StoreName[]>;
  pools(): readonly PoolFigures[];
  /** Resolves when the database answers, otherwise rejects with `Unavailable`. */
  ping(): Promise<void>;
  /** Waits for running work, then closes files and connections. */
  close(): Promise<void>;
}

export type DatabaseErrorKind =
  | 'unique_violation'
  | 'foreign_key_violation'
  | 'rule_failed'
  | 'row_hidden'
  | 'not_applied'
  | 'stale_schema'
  | 'idempotency_conflict'
  | 'out_of_range'
  | 'overloaded'
  | 'timeout'
  | 'storage_full'
  | 'unavailable'
  /** The store was deleted, so retrying is pointless. */
  | 'dropped'
  | 'failed';

/** Plain data, so that it crosses threads. `errors.ts` has the class that carries it. */
export interface DatabaseError {
  readonly kind: DatabaseErrorKind;
  /** For the log; never shown to a caller. */
  readonly message: string;
  readonly columns?: readonly string[];
  /** Index of the failed step, from 0. */
  readonly step?: number;
  readonly statement?: number;
  readonly name?: string;
  /** Nothing was written, because the time of the work was over while it waited for other work. */
  readonly hasWaited?: boolean;
}
