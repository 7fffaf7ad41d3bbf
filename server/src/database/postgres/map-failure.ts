import type { DatabaseError, DatabaseErrorKind } from '../database.ts';
import { DatabaseFailure } from '../errors.ts';

export const LOCK_TIMEOUT = '55P03';
export const STATEMENT_TIMEOUT = '57014';

/** Maps SQLSTATEs to the kinds of all engines. Whole codes take precedence over two-character classes. */
const KINDS: Readonly<Record<string, DatabaseErrorKind>> = {
  '23505': 'unique_violation',
  '23503': 'foreign_key_violation',
  '23001': 'foreign_key_violation',
  '22003': 'out_of_range',
  '22008': 'out_of_range',
  '22P02': 'out_of_range',
  '22021': 'out_of_range',
  '22P05': 'out_of_range',
  '22007': 'out_of_range',
  '54000': 'out_of_range',
  '42P01': 'stale_schema',
  '42703': 'stale_schema',
  '3F000': 'stale_schema',
  '40001': 'overloaded',
  '40P01': 'overloaded',
  [LOCK_TIMEOUT]: 'overloaded',
  [STATEMENT_TIMEOUT]: 'timeout',
  '53100': 'storage_full',
  '53200': 'overloaded',
  '53300': 'unavailable',
  '57P01': 'unavailable',
  '57P02': 'unavailable',
  '57P03': 'unavailable',
  '57P05': 'unavailable',
  '25006': 'unavailable',
  '40003': 'unavailable',
  '08': 'unavailable',
};

/** The two codes outside class 40 come from a plan made before a table or prepared statement changed. */
const AGAIN = new Set(['40001', '40P01', '26000', '0A000']);

/** An unavailable server has reported these before it closed the connection, or in place of a node that it lost. */
const LOSSES = ['57P', '08', 'XX000'];

interface ServerError extends Error {
  readonly code: string;
  readonly detail?: string;
}

export function toFailure(error: unknown): DatabaseFailure {
  if (error instanceof DatabaseFailure) return error;
  if (!isServerError(error)) {
    return new DatabaseFailure({ kind: 'unavailable', message: `the connection failed: ${messageOf(error)}` }, error);
  }
  const known = KINDS[error.code] ?? KINDS[error.code.slice(0, 2)] ?? 'failed';
  const kind = isLostNode(error) ? 'unavailable' : known;
  const message = `${error.code} ${error.message}`;
  const mapped: DatabaseError = { kind, message, ...(error.code === LOCK_TIMEOUT && { hasWaited: true }) };
  return new DatabaseFailure(
    kind === 'unique_violation' ? { ...mapped, columns: columnsOf(error.detail) } : mapped,
    error,
  );
}

export function isLate(error: unknown): boolean {
  const state = sqlStateOf(error);
  return state === STATEMENT_TIMEOUT || state === LOCK_TIMEOUT;
}

/** The failure of a write whose own work is short: if its time was over, it waited for the machine or for others. */
export function failureOfShortWrite(error: unknown): unknown {
  if (!(error instanceof DatabaseFailure) || sqlStateOf(error) !== STATEMENT_TIMEOUT) return error;
  return new DatabaseFailure({ ...error.error, kind: 'overloaded', hasWaited: true }, error);
}

/** Citus has lost a connection to one of its nodes, and gives this error no code of its own. */
function isLostNode({ code, message }: ServerError): boolean {
  return code === 'XX000' && message.startsWith('failure on connection marked as essential');
}

/** The server's own code, through all wrapping errors; undefined when the server reported none. */
export function sqlStateOf(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (isServerError(cause)) return cause.code;
  }
  return undefined;
}

/** Nothing was kept, and the same transaction may succeed if it runs again. */
export function isWorthAnotherTry(error: unknown): boolean {
  const state = sqlStateOf(error);
  return state !== undefined && AGAIN.has(state);
}

/** A connection broke, or its server is shutting down. The caller must know whether anything was running on it. */
export function isConnectionLoss(error: unknown): boolean {
  if (!(error instanceof DatabaseFailure) || error.kind !== 'unavailable') return false;
  const state = sqlStateOf(error);
  return state === undefined || LOSSES.some((code) => state.startsWith(code));
}

/** Reads `Key (email)=(…) …`, where no value precedes the columns. Clusters change the names of constraints. */
function columnsOf(detail: string | undefined): readonly string[] {
  const list = /\((.*?)\)=\(/.exec(detail ?? '')?.[1];
  return list === undefined ? [] : list.split(', ').map((column) => column.replaceAll('"', ''));
}

/** A SQLSTATE has five characters; codes of sockets, such as `ECONNRESET`, are longer. */
function isServerError(error: unknown): error is ServerError {
  return error instanceof Error && 'code' in error && /^[0-9A-Z]{5}$/.test(String(error.code)) && 'severity' in error;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message || String(Reflect.get(error, 'code')) : String(error);
}
