import type { DatabaseError, ExportFormat, Idempotency } from '../database.ts';
import type { StoreMigrations } from '../migrations/index.ts';
import type { Again, Race, RaceStatement, Winner } from '../sql/race-ways.ts';
import type { WireStep } from './wire-steps.ts';

/** A statement between the main thread and a database thread: its text once, then a number in its place. */
export type WireStatement = RaceStatement<number>;

interface Asked {
  readonly id: number;
  readonly store: string;
}

interface Statement<Op extends string> extends WireStatement {
  readonly op: Op;
}

export type Request = Asked &
  (
    | Statement<'query'>
    | { readonly op: 'list'; readonly list: ListRequest }
    | WriteFields
    | { readonly op: 'note_count'; readonly tableId: string; readonly rows: number; readonly version: number }
    | (Statement<'page_after'> & { readonly after: string; readonly format: ExportFormat })
    | (Statement<'save_ids'> & { readonly file: string })
    | (Statement<'page_among'> & { readonly file: string; readonly position: number; readonly format: ExportFormat })
    | { readonly op: 'drop_ids'; readonly file: string }
    /** Copies the store into a file of its own, from which the same thread then reads. */
    | { readonly op: 'snapshot'; readonly file: string }
    | Statement<'snapshot_rows'>
    | { readonly op: 'snapshot_next' }
    | Statement<'snapshot_query'>
    | { readonly op: 'load'; readonly steps: readonly WireStep[] }
    | { readonly op: 'checkpoint' }
    | { readonly op: 'close_store' }
    | { readonly op: 'remove_store' }
    | { readonly op: 'ping' }
  );

interface WriteFields {
  readonly op: 'write';
  /** 0: whatever it is. */
  readonly schemaVersion: number;
  /** 0: it stays. */
  readonly nextSchemaVersion: number;
  readonly steps: readonly WireStep[];
  readonly idempotency: Idempotency | null;
}

/** Exactly one of them is there. */
export interface ListWays {
  readonly rows: WireStatement | undefined;
  /** Several ways to the same rows, of which the shortest is looked for. */
  readonly race: RaceRequest | undefined;
  /** The one that was it before. Answer null when it is the shortest no longer. */
  readonly again: (Again<number> & OfTable) | undefined;
}

export type RaceRequest = Omit<Race<number>, 'version'> & OfTable;

interface OfTable {
  readonly tableId: string;
}

export interface ListRequest extends ListWays {
  readonly schemaVersion: number;
  readonly count: CountRequest | undefined;
  /** Answer null instead of counting rows one by one. */
  readonly mayDecline: boolean;
  /** Measure what finding the rows costs. */
  readonly isMeasured: boolean;
}

export interface CountRequest {
  readonly statement: WireStatement;
  readonly tableId: string;
  readonly lookedInto: readonly string[];
  readonly isWhole: boolean;
  /** A count made earlier, and the sum of the tables' versions that it is true for. */
  readonly known: { readonly version: number; readonly count: number } | undefined;
}

export type RequestOf<Op extends Request['op']> = Extract<Request, { readonly op: Op }>;

/** A request as it crosses: `message-tuples.ts` knows the order of its fields. */
export type RequestTuple = readonly [id: number, op: string, store: string, ...fields: unknown[]];

export type ReplyTuple = readonly [id: number, value: unknown] | readonly [id: number, value: null, error: unknown];

/** `texts`: number, text, number, text … of statements that are new to the thread. */
export interface Batch {
  readonly texts: readonly (number | string)[];
  readonly requests: readonly RequestTuple[];
  /** Statements up to this number are not used after this batch. */
  readonly forget: number;
}

export type Reply =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: DatabaseError };

export interface Replies {
  readonly replies: readonly ReplyTuple[];
  /** Batches that are done with. */
  readonly done: number;
}

export interface ListReply {
  readonly json: string;
  readonly returned: number;
  /** The cost of finding the rows; 0 when it was not measured. */
  readonly costMs: number;
  readonly winner: Winner | undefined;
  /** -1: none was asked for. */
  readonly count: number;
  /** The version of the table in the snapshot of the rows, with those of the tables looked into; -1 without a count. */
  readonly version: number;
  /** -1: the count was known. */
  readonly countCostMs: number;
}

export interface PageReply {
  readonly text: string;
  readonly rows: number;
  /** Where the next page begins: the last id, or the position among the saved ids. */
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
