import type { Dialect } from './dialect.ts';
import type { Statement } from './statement.ts';

/**
 * The name of one store of rows: `control` for the service's own tables, `p_<32 hex digits>` for a project's.
 * A file each on SQLite, a schema each on PostgreSQL.
 */
export type StoreName = 'control' | `p_${string}`;

export type Row = Readonly<Record<string, string | number | null>>;

/** One page of rows as JSON text made by the database, and how many there are in all. Both from one snapshot. */
export interface ListRead {
  /** Returns one text column: a row as JSON. */
  readonly rows: Statement;
  /** Ways to the same rows, for an engine that cannot tell beforehand which one is short. */
  readonly race?: ListRace | undefined;
  /** Another way to the same rows, for an engine that would plan the list anew each time. */
  readonly walk?: ListWalk | undefined;
  readonly count: CountRead | undefined;
  /** `key`: costs a few look-ups at most. `open`: may walk the table. */
  readonly cost: 'key' | 'open';
  /** The columns of an index that would let the list read no more than its page; undefined when it does so already. */
  readonly wish?: readonly string[] | undefined;
}

/** Most lists go the way that was the shortest the last time: the texts of the others are not made. */
export interface RaceWay {
  readonly rows: () => Statement;
  /** How many rows the way finds, up to the budget: one row with one number. */
  readonly probe: () => Statement;
}

/**
 * Going down the order and testing each row is short when many rows match, finding what matches and sorting it when few
 * do. Each is tried with a budget of rows that doubles until one of them is done, so that the cost is a small multiple
 * of the shortest way, whatever the rows are like. The budget is the first value of a statement that has one. The rows of
 * a `ListRead` are those of the walk without a budget, where there is a walk.
 */
export interface ListRace {
  /** Reads as many rows in order as the budget allows, and gives those that match. */
  readonly walk: RaceWay | undefined;
  readonly filters: readonly RaceWay[];
  readonly limit: number;
  /** How many matching rows must be met: limit and offset. */
  readonly span: number;
  readonly tableId: string;
}

/** Reads as many rows in order as the budget allows, and gives those that match: enough when they fill the page. */
export interface ListWalk {
  /** The budget stands in the text: there are to be few of them. */
  readonly rows: (budget: number) => Statement;
  readonly limit: number;
  /** How many matching rows must be met: limit and offset. */
  readonly span: number;
}

export interface CountRead {
  /** Returns one row with one number. */
  readonly statement: Statement;
  readonly tableId: string;
  /** Ids of the other tables that its rules look into: the count holds while none of them changes. */
  readonly lookedInto: readonly string[];
  /** There is no condition: the count is the table's own. */
  readonly whole: boolean;
}

export interface ListResult {
  /** The rows as JSON text, joined by commas, without brackets. */
  readonly json: string;
  readonly returned: number;
  /** Undefined when none was asked for. */
  readonly count: number | undefined;
  /** How long the database took for the rows; undefined when it was not measured. */
  readonly tookMs?: number | undefined;
}

/** A stream of every matching row in order. Each engine takes the statements that fit how it pages. */
export interface ExportRead {
  /** All rows in order, one text column of JSON: for an engine with cursors. */
  readonly whole: Statement;
  /** Present when the order is that of the ids: rows with `id > ?` in id order, `LIMIT ?`; the last two values are replaced for each page. Returns id, json. */
  readonly afterId: Statement | undefined;
  /** The ids of all rows in order. */
  readonly ids: Statement;
  /** The rows among a list of ids (last value), any order. Returns id, json. */
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

/** Text of some rows in the format asked for (JSON objects joined by commas or a line each, or CSV lines that end with CRLF). */
export interface ExportPage {
  readonly text: string;
  readonly rows: number;
}

/** One step of a transaction. */
export type Step = PlainStep | RowStep | AttemptStep;

/** Any statement on the service's own tables. */
export interface PlainStep {
  readonly kind: 'plain';
  readonly statement: Statement;
  /** Fails the transaction with `NotApplied` when fewer rows were touched (or, with RETURNING/SELECT, returned). */
  readonly atLeast?: number;
  /** Fails the transaction with `NotApplied` when more rows were touched or returned. */
  readonly atMost?: number;
  /** Told by `NotApplied.name`, so that the caller knows which condition failed. */
  readonly name?: string;
  /**
   * Runs in this process when the transaction has ended, before its writer goes on. Also after a failure, since an answer
   * that was lost may have been a commit: it must be harmless then. Must not throw.
   */
  readonly afterWrite?: () => void;
}

/** A change of rows of a project's table. */
export interface RowStep {
  readonly kind: 'rows';
  readonly action: 'insert' | 'update' | 'delete' | 'upsert';
  readonly table: TableEffect;
  /**
   * Run in order (an insert has one for each row or for a few of them). Each returns the rows it touched as: `id`, `ok` (0 or 1: the new row
   * passes the rule; 0 fails the transaction with `RuleFailed`), `json` (the row as text, or null when nothing is to be shown).
   * An insert may leave out any of them, or return nothing.
   */
  readonly statements: readonly Statement[];
  /**
   * Run first, for rules that look into the table which the step changes: they are asked of the rows as they were. Each
   * returns `ok` for a row as it would become; 0 fails the transaction with `RuleFailed`.
   */
  readonly checks?: readonly CheckBefore[] | undefined;
  /**
   * Run last, for a rule that looks into the table which the step changes: of the rows among a list of ids (its last
   * value) returns `id` and `json` of those that are shown. The statements return `id` then, and no `json`.
   */
  readonly shownAfter?: Statement | undefined;
  /** The rows as text, in order, where they are known before they are written: then the statements return no `json`. */
  readonly known?: readonly string[] | undefined;
  /** Of a single new row: how it is written together with others of its table. */
  readonly together?: Together | undefined;
  /** Rows of several requests, which are written again one by one when this fails. */
  readonly isJoined?: boolean;
  /** The same without `json`, used when `probe` finds more rows than `shownMax`. */
  readonly bulk?: { readonly statement: Statement; readonly probe: Statement; readonly shownMax: number };
  /**
   * Run first, where foreign keys reach rows before the statements do: the rows of the step as they were, or with `bulk`
   * only their `count`. What the statements themselves return is not looked at.
   */
  readonly look?: { readonly rows: Statement; readonly count: Statement };
  /** Ids made for new rows: an upsert that returns another id has updated. */
  readonly newIds?: readonly string[];
  /** Run first where an id cannot tell, because it is what the upsert conflicts on: a row returned means an update. */
  readonly existing?: Statement;
  /**
   * When no row was touched: `nothing` is a result like any other; `duplicate` fails with `UniqueViolation` (an upsert
   * met a row the caller may not update); a statement is a look at whether the row is there: it fails with `RowHidden`
   * (no row returned) or `RuleFailed` (a row returned).
   */
  readonly whenNone: 'nothing' | 'duplicate' | Statement;
}

export interface CheckBefore {
  readonly statement: Statement;
  /** Which of the step's rows it is, from 0. A failure names it as its statement. */
  readonly row: number;
}

/** How new rows of one table are written by one statement. The same object for all rows that may be. */
export interface Together {
  /** Of statements, the largest first; the last is 1. */
  readonly sizes: readonly number[];
  /** Of the statement of so many rows; its values are those of the rows, one after the other. */
  readonly textOf: (size: number) => string;
}

/** Steps that fail alone: their failure is a value in the results and the rest goes on. */
export interface AttemptStep {
  readonly kind: 'attempt';
  readonly step: RowStep;
}

/** The table of a change, for the bookkeeping of counts. */
export interface TableEffect {
  readonly id: string;
  readonly physical: string;
  readonly cascadesTo: readonly string[];
}

export type StepResult =
  | { readonly kind: 'plain'; readonly rows: readonly Row[]; readonly touched: number }
  | {
      readonly kind: 'rows';
      /** Rows as JSON text, null where nothing is to be shown. Absent when more than `shownMax` were touched. */
      readonly rows: readonly (string | null)[] | undefined;
      readonly touched: number;
      readonly created: number;
    }
  | { readonly kind: 'failed'; readonly error: DatabaseError };

export interface WriteOptions {
  /** The catalogue version the steps were made for; another one fails with `StaleSchema` and nothing is done. */
  readonly schemaVersion?: number;
  /** No other write of this store runs beside it, and the steps may take long: changes of tables, bulk work. */
  readonly exclusive?: boolean;
  /** With `exclusive`: the catalogue version that holds from the commit on. */
  readonly nextSchemaVersion?: number;
  /** The results are stored in the transaction and replayed for the same key. */
  readonly idempotency?: Idempotency;
}

export interface Idempotency {
  /** A hash of caller, path and key. */
  readonly key: string;
  /** A hash of the body: another one under the same key fails with `IdempotencyConflict`. */
  readonly fingerprint: string;
  readonly nowMs: number;
  readonly expiresAtMs: number;
}

export interface WriteResult {
  readonly results: readonly StepResult[];
  /** The results are those of an earlier request with the same idempotency key. */
  readonly replayed: boolean;
}

/** All of a store at one moment, whatever is written meanwhile. Closed by who asked for it. */
export interface Snapshot {
  /** The rows of a statement in pages of bounded size. One such statement at a time. */
  rows(statement: Statement): AsyncIterable<readonly Row[]>;
  /** Anything small; also while pages are read. */
  query(statement: Statement): Promise<readonly Row[]>;
  close(): Promise<void>;
}

/** Connections of one kind. */
export interface PoolFigures {
  readonly name: string;
  readonly open: number;
  readonly busy: number;
  readonly most: number;
  /** Requests that wait for one. */
  readonly waiting: number;
  /** Answered since the start. */
  readonly statements: number;
  /** The time that the server took for them. */
  readonly seconds: number;
}

/** Everything the service asks of a database. Every failure is a `DatabaseError`. */
export interface Database {
  readonly dialect: Dialect;
  /** Rows of the service's own tables, or anything small. */
  query(store: StoreName, statement: Statement): Promise<readonly Row[]>;
  /** `schemaVersion`: as in `WriteOptions`. */
  list(store: StoreName, read: ListRead, schemaVersion?: number): Promise<ListResult>;
  /** Memory stays bounded whatever the size; ends early when the consumer returns. */
  pages(store: StoreName, read: ExportRead): AsyncIterable<ExportPage>;
  /** All steps or none, durable before it resolves. */
  write(store: StoreName, steps: readonly Step[], options?: WriteOptions): Promise<WriteResult>;
  /** Freezes what the store holds; writes of it go on. Rejects with `storage_full` where a copy is made and has no room. */
  snapshot(store: StoreName): Promise<Snapshot>;
  /**
   * As an exclusive write, into a store that nobody uses yet. References are not looked at where the engine can leave
   * that for later: whoever loads checks them at the end (see `ddl/loaded-table.ts`).
   */
  load(store: StoreName, steps: readonly Step[]): Promise<void>;
  /** Says which catalogue version is in force, after it was loaded or another process changed it. */
  setSchemaVersion(store: StoreName, version: number): void;
  /** Deletes a project's store with everything in it; a missing one is no error. */
  drop(store: StoreName): Promise<void>;
  /**
   * The stores that exist. `having`: those that have a table of the service's own, which an engine may make on first use;
   * whoever goes through all of them asks for that, because a read may make it, too.
   */
  stores(having?: string): Promise<readonly StoreName[]>;
  /** None of an engine without connections. */
  pools(): readonly PoolFigures[];
  /** Resolves when the database answers, else rejects with `Unavailable`. */
  ping(): Promise<void>;
  /** Waits for what runs, then lets go of files and connections. */
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
  /** The store was dropped: trying again helps nobody. */
  | 'dropped'
  | 'failed';

/** Plain data, so that it crosses threads: see `errors.ts` for the class that carries it. */
export interface DatabaseError {
  readonly kind: DatabaseErrorKind;
  /** For the log; never shown to a caller. */
  readonly message: string;
  /** `unique_violation`: the physical columns. */
  readonly columns?: readonly string[];
  /** Index of the step that failed, from 0. */
  readonly step?: number;
  /** Index of the statement within the step. */
  readonly statement?: number;
  /** `not_applied`: the step's name. */
  readonly name?: string;
}
