import type { DatabaseError, ExportFormat, Idempotency } from '../database.ts';
import type { StoreMigrations } from '../migrations/index.ts';
import type { Race, RaceStatement, Winner } from '../sql/race-ways.ts';
import type { Value } from '../statement.ts';

/**
 * What crosses between the main thread and a database thread: flat arrays, because cloning them is cheap. The text of a
 * statement crosses once and is a number from then on (0: none).
 */
export type Request =
  | readonly [id: number, op: 'query', store: string, statement: number, values: readonly Value[]]
  | readonly [id: number, op: 'list', store: string, list: ListRequest]
  | readonly [
      id: number,
      op: 'write',
      store: string,
      schemaVersion: number,
      nextSchemaVersion: number,
      steps: readonly WireStep[],
      idempotency: Idempotency | null,
    ]
  | readonly [id: number, op: 'note_count', store: string, tableId: string, rows: number, version: number]
  | readonly [
      id: number,
      op: 'page_after',
      store: string,
      statement: number,
      values: readonly Value[],
      after: string,
      format: ExportFormat,
    ]
  | readonly [id: number, op: 'spool', store: string, statement: number, values: readonly Value[], file: string]
  | readonly [
      id: number,
      op: 'page_among',
      store: string,
      statement: number,
      values: readonly Value[],
      file: string,
      position: number,
      format: ExportFormat,
    ]
  | readonly [id: number, op: 'unspool', store: string, file: string]
  /** Copies the store into a file of its own, from which the same thread then reads. */
  | readonly [id: number, op: 'snapshot', store: string, file: string]
  | readonly [id: number, op: 'snapshot_rows', store: string, statement: number, values: readonly Value[]]
  | readonly [id: number, op: 'snapshot_next', store: string]
  | readonly [id: number, op: 'snapshot_query', store: string, statement: number, values: readonly Value[]]
  | readonly [id: number, op: 'load', store: string, steps: readonly WireStep[]]
  | readonly [id: number, op: 'checkpoint', store: string]
  | readonly [id: number, op: 'close_store', store: string]
  | readonly [id: number, op: 'remove_store', store: string]
  | readonly [id: number, op: 'ping', store: string];

export interface ListRequest {
  readonly schemaVersion: number;
  readonly rows: RaceStatement<number>;
  /** Several ways to the same rows, of which the shortest is looked for. */
  readonly race: Race<number> | undefined;
  readonly count: CountRequest | undefined;
  /** Answer null instead of counting rows one by one. */
  readonly mayDecline: boolean;
  /** Measure what finding the rows costs. */
  readonly isMeasured: boolean;
}

export interface CountRequest {
  readonly statement: RaceStatement<number>;
  readonly tableId: string;
  readonly isWhole: boolean;
  /** A count made earlier, and the version of the table it is true for. */
  readonly known: { readonly version: number; readonly count: number } | undefined;
}

export type RequestOf<Op extends Request[1]> = Extract<Request, readonly [number, Op, ...unknown[]]>;

export type WireStatement = readonly [statement: number, values: readonly Value[]];

export type WireStep =
  | readonly [
      kind: 0,
      statement: number,
      values: readonly Value[],
      atLeast: number,
      atMost: number,
      name: string | null,
    ]
  | readonly [
      kind: 1,
      action: 'insert' | 'update' | 'delete' | 'upsert',
      tableId: string,
      physical: string,
      cascadesTo: readonly string[],
      statements: readonly (number | readonly Value[])[],
      newIds: readonly string[] | null,
      whenNone: 'nothing' | 'duplicate' | WireStatement,
      bulk: readonly [statement: WireStatement, probe: WireStatement, shownMax: number] | null,
      isAttempt: boolean,
      existing: WireStatement | null,
      look: readonly [rows: WireStatement, count: WireStatement] | null,
    ];

/** `texts`: number, text, number, text … of statements that are new to the thread. */
export interface Batch {
  readonly texts: readonly (number | string)[];
  readonly requests: readonly Request[];
  /** Statements up to this number are not used after this batch. */
  readonly forget: number;
}

export type Reply = readonly [id: number, value: unknown] | readonly [id: number, value: null, error: DatabaseError];

export interface Replies {
  readonly replies: readonly Reply[];
  /** Batches that are done with. */
  readonly done: number;
}

export interface ListReply {
  readonly json: string;
  readonly returned: number;
  /** What the rows cost to find; 0 when it was not measured. */
  readonly costMs: number;
  readonly winner: Winner | undefined;
  /** -1: none was asked for. */
  readonly count: number;
  /** The version of the table in the snapshot of the rows; -1 without a count. */
  readonly version: number;
  /** -1: the count was known. */
  readonly countCostMs: number;
}

export interface PageReply {
  readonly text: string;
  readonly rows: number;
  /** Where the next page begins: the last id, or the position in the spool. */
  readonly after: string;
  readonly position: number;
  readonly isLast: boolean;
}

export type ThreadRole = 'write' | 'read' | 'scan';

export interface ThreadData {
  readonly directory: string;
  readonly role: ThreadRole;
  readonly migrations: StoreMigrations;
  /** This thread keeps other processes out of the directory. */
  readonly holdsDirectory: boolean;
  readonly openStoresMax: number;
  readonly idleCloseMs: number;
}

/** The first message of a thread. */
export type Started = { readonly ready: true } | { readonly ready: false; readonly error: DatabaseError };
