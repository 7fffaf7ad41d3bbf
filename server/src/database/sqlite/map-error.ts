import { statfsSync } from 'node:fs';
import type { DatabaseErrorKind } from '../database.ts';
import { DatabaseFailure } from '../errors.ts';

const DISK_FREE_MIN_BYTES = 256 * 1024;

/** Result codes of SQLite (https://www.sqlite.org/rescode.html). */
const ERROR = 1;
const BUSY = 5;
const LOCKED = 6;
const NOMEM = 7;
const IOERR = 10;
const CORRUPT = 11;
const FULL = 13;
const CANTOPEN = 14;
const PROTOCOL = 15;
const SCHEMA = 17;
const TOOBIG = 18;
const NOTADB = 26;

const CONSTRAINT_PRIMARYKEY = 1555;
const CONSTRAINT_UNIQUE = 2067;
const CONSTRAINT_FOREIGNKEY = 787;
/** SQLite implements `ON DELETE RESTRICT` as a trigger. */
const CONSTRAINT_TRIGGER = 1811;

const KIND_BY_PRIMARY_CODE: ReadonlyMap<number, DatabaseErrorKind> = new Map([
  [BUSY, 'overloaded'],
  [LOCKED, 'overloaded'],
  [NOMEM, 'unavailable'],
  [IOERR, 'unavailable'],
  [CORRUPT, 'unavailable'],
  [FULL, 'storage_full'],
  [CANTOPEN, 'unavailable'],
  [PROTOCOL, 'unavailable'],
  [SCHEMA, 'stale_schema'],
  [TOOBIG, 'out_of_range'],
  [NOTADB, 'unavailable'],
]);

export function mapError(error: unknown, directory: string): DatabaseFailure {
  if (error instanceof DatabaseFailure) return error;
  const message = error instanceof Error ? error.message : String(error);
  const code = resultCode(error);
  if (code === undefined) {
    const isFull = error instanceof Error && 'code' in error && error.code === 'ENOSPC';
    return new DatabaseFailure({ kind: isFull ? 'storage_full' : 'failed', message }, error);
  }
  if (code === CONSTRAINT_PRIMARYKEY || code === CONSTRAINT_UNIQUE) {
    return new DatabaseFailure({ kind: 'unique_violation', message, columns: namedColumns(message) }, error);
  }
  return new DatabaseFailure({ kind: kindOf(code, message, directory), message: `${message} (${code})` }, error);
}

/** An error after which the connection must not be used for another write. */
export function isInputOutputError(error: unknown): boolean {
  const cause = error instanceof DatabaseFailure ? error.cause : error;
  const code = resultCode(cause);
  return code !== undefined && (code & 0xff) === IOERR;
}

function resultCode(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : undefined;
}

function kindOf(code: number, message: string, directory: string): DatabaseErrorKind {
  if (code === CONSTRAINT_FOREIGNKEY) return 'foreign_key_violation';
  if (code === CONSTRAINT_TRIGGER && message.includes('FOREIGN KEY')) return 'foreign_key_violation';
  if (code === ERROR) return kindOfText(message);
  const kind = KIND_BY_PRIMARY_CODE.get(code & 0xff) ?? 'failed';
  // A full disk shows as an I/O error where SQLite does not ask for the reason (shared memory, new files).
  return kind === 'unavailable' && isDiskFull(directory) ? 'storage_full' : kind;
}

function kindOfText(message: string): DatabaseErrorKind {
  if (message.startsWith('no such table') || message.startsWith('no such column')) return 'stale_schema';
  if (message.includes('has no column named')) return 'stale_schema';
  if (message.includes('integer overflow') || message.includes('pattern too complex')) return 'out_of_range';
  return 'failed';
}

function isDiskFull(directory: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(directory);
    return bavail * bsize < DISK_FREE_MIN_BYTES;
  } catch {
    return false;
  }
}

/** From `UNIQUE constraint failed: table.a, table.b`: column names contain no dot. */
function namedColumns(message: string): string[] {
  const list = message.split('constraint failed: ')[1];
  if (list === undefined || list.startsWith('index ')) return [];
  return list.split(', ').map((name) => name.slice(name.lastIndexOf('.') + 1));
}
