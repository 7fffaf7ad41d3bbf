import type { KnownCount, SettledCount } from '../counts/count-cache.ts';
import type { DatabaseError, ExportFormat, Idempotency } from '../database.ts';
import type { StoreMigrations } from '../migrations/index.ts';
import type { KnownRace, Race, RacePath, RaceStatement, RaceWinner } from '../sql/reads/race-paths.ts';
import type { AdoptedIndex } from './index-builder.ts';
import type { WireStep } from './wire-steps.ts';

/** A statement in a message to a thread. Its text is sent once; later messages have its number. */
export type WireStatement = RaceStatement<number>;

interface NumberedRequest {
  readonly id: number;
  readonly store: string;
}

interface Statement<Op extends string> extends WireStatement {
  readonly op: Op;
}

export type Request = NumberedRequest &
  (
    | Statement<'query'>
    | { readonly op: 'list'; readonly list: ListRequest }
    | WriteFields
    | { readonly op: 'note_count'; readonly tableId: string; readonly rows: number; readonly version: number }
    | (Statement<'page_after'> & { readonly after: string; readonly format: ExportFormat })
    | (Statement<'save_ids'> & { readonly file: string })
    | (Statement<'page_among'> & { readonly file: string; readonly position: number; readonly format: ExportFormat })
    | { readonly op: 'drop_ids'; readonly file: string }
    /** Copies the store into a separate file, from which the same thread then reads. */
    | { readonly op: 'snapshot'; readonly file: string }
    | Statement<'snapshot_rows'>
    | { readonly op: 'snapshot_next' }
    | Statement<'snapshot_query'>
    | { readonly op: 'load'; readonly steps: readonly WireStep[] }
    | (AdoptedIndex & { readonly op: 'adopt_index' })
    | { readonly op: 'checkpoint' }
    | { readonly op: 'log_length' }
    | { readonly op: 'close_store' }
    | { readonly op: 'remove_store' }
    | { readonly op: 'ping' }
  );

interface WriteFields {
  readonly op: 'write';
  /** 0: any version. */
  readonly schemaVersion: number;
  /** 0 leaves the version unchanged. */
  readonly nextSchemaVersion: number;
  readonly steps: readonly WireStep[];
  readonly idempotency: Idempotency | null;
}

/** Exactly one of the fields is set. */
export interface ListWays {
  readonly rows: WireStatement | undefined;
  readonly race: RaceRequest | undefined;
  /** The path that was fastest last time. The thread answers null when it no longer is. */
  readonly again: (KnownRace<number> & OfTable) | undefined;
}

export type RaceRequest = Omit<Race<number>, 'version' | 'tableRows'> & OfTable;

interface OfTable {
  readonly tableId: string;
}

export interface ScanRequest extends OfTable {
  readonly rowCost: number;
  readonly filters: readonly RacePath<number>[];
}

export interface ListRequest extends ListWays {
  readonly schemaVersion: number;
  /** With `rows`: other statements for the same result. */
  readonly paths: ScanRequest | undefined;
  readonly count: CountRequest | undefined;
  /** Answer null instead of counting rows one by one. */
  readonly mayDecline: boolean;
  readonly isMeasured: boolean;
}

export interface CountRequest {
  readonly statement: WireStatement;
  readonly paths: ScanRequest | undefined;
  readonly tableId: string;
  readonly lookedInto: readonly string[];
  readonly isWhole: boolean;
  readonly tail: WireStatement | undefined;
  /** An earlier count, and the sum of the tables' versions for which it is valid. */
  readonly known: Pick<KnownCount, 'version' | 'count' | 'settled'> | undefined;
}

export type RequestOf<Op extends Request['op']> = Extract<Request, { readonly op: Op }>;

export type RequestTuple = readonly [id: number, op: string, store: string, ...fields: unknown[]];

export type ReplyTuple = readonly [id: number, value: unknown] | readonly [id: number, value: null, error: unknown];

/** `texts`: number, text, number, text … of statements that are new to the thread. */
export interface Batch {
  readonly texts: readonly (number | string)[];
  readonly requests: readonly RequestTuple[];
  /** Statements with numbers up to this one are not used after this batch. */
  readonly forget: number;
}

export type Reply =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: DatabaseError };

export interface Replies {
  readonly replies: readonly ReplyTuple[];
  readonly done: number;
  readonly committed: readonly string[];
}

export interface ListReply {
  readonly json: string;
  readonly returned: number;
  /** 0: not measured. */
  readonly costMs: number;
  readonly winner: RaceWinner | undefined;
  /** -1: the list asked for no count. */
  readonly count: number;
  /** The version of the table plus those of tables that rules look into, in the snapshot of the rows; -1: no count. */
  readonly version: number;
  /** -1: the count was already known. */
  readonly countCostMs: number;
  /** The filter by which all rows were counted; -1: none. Undefined: only rows that are not settled were counted. */
  readonly countPath: number | undefined;
  readonly settled: SettledCount | undefined;
}

export interface PageReply {
  readonly text: string;
  readonly rows: number;
  /** Where the next page begins: after the last id, or at the position among the saved ids. */
  readonly after: string;
  readonly position: number;
  readonly isLast: boolean;
}

export type ThreadRole = 'write' | 'read' | 'scan';

export interface ThreadData {
  readonly directory: string;
  readonly role: ThreadRole;
  readonly migrations: StoreMigrations;
  readonly holdsDirectory: boolean;
  readonly openStoresMax: number;
  readonly idleCloseMs: number;
  readonly journalFileBytes: number;
  readonly isArchived: boolean;
}

export type StartResult = { readonly ready: true } | { readonly ready: false; readonly error: DatabaseError };
