import type { DatabaseError, DatabaseErrorKind } from './database.ts';

export class DatabaseFailure extends Error {
  readonly error: DatabaseError;

  constructor(error: DatabaseError, cause?: unknown) {
    super(error.message, cause === undefined ? undefined : { cause });
    this.name = 'DatabaseFailure';
    this.error = error;
  }

  get kind(): DatabaseErrorKind {
    return this.error.kind;
  }
}

export function isDatabaseFailure(error: unknown, kind?: DatabaseErrorKind): error is DatabaseFailure {
  return error instanceof DatabaseFailure && (kind === undefined || error.kind === kind);
}

export function isNotApplied(error: unknown, name: string): boolean {
  return isDatabaseFailure(error, 'not_applied') && error.error.name === name;
}
