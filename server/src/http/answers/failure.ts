import { DatabaseFailure } from '../../database/index.ts';
import { type ErrorCode, ServiceError } from '../../platform/errors.ts';
import { statusOf } from './status.ts';

export interface Failure {
  readonly status: number;
  readonly code: ErrorCode;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>> | undefined;
  readonly subject?: string | undefined;
  readonly headers: Readonly<Record<string, string>> | undefined;
  /** The server is at fault: the cause is logged. */
  readonly isOurs: boolean;
}

/** A protocol failure outside any route; its status may differ from the usual one of its code. */
export class ProtocolError extends ServiceError {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>> | undefined;

  constructor(status: number, code: ErrorCode, message: string, headers?: Readonly<Record<string, string>>) {
    super(code, message);
    this.name = 'ProtocolError';
    this.status = status;
    this.headers = headers;
  }
}

/** The only place that turns thrown errors into answers. Errors not meant for the caller become `internal_error`. */
export function failureOf(thrown: unknown): Failure {
  const error = thrown instanceof DatabaseFailure ? databaseError(thrown) : thrown;
  if (!(error instanceof ServiceError)) {
    const message = 'Something went wrong on the server. The request id helps to find out what.';
    return { status: 500, code: 'internal_error', message, details: undefined, headers: undefined, isOurs: true };
  }
  const status = error instanceof ProtocolError ? error.status : statusOf(error.code);
  return {
    status,
    code: error.code,
    message: error.message,
    details: error.details,
    subject: error.subject,
    headers: headersOf(error, status),
    isOurs: status >= 500,
  };
}

export function failureBody(failure: Failure, requestId: string, more?: Readonly<Record<string, unknown>>): string {
  const { message: error, code, details } = failure;
  return JSON.stringify({ ...more, error, code, ...(details === undefined ? {} : { details }), request_id: requestId });
}

const RETRY_AFTER_SECONDS = 1;

function headersOf(error: ServiceError, status: number): Readonly<Record<string, string>> | undefined {
  const { limit, remaining } = error;
  const own = error instanceof ProtocolError ? error.headers : undefined;
  const retryAfter = error.retryAfterSeconds ?? (status === 503 || status === 429 ? RETRY_AFTER_SECONDS : undefined);
  if (retryAfter === undefined) return own;
  const seconds = String(Math.max(1, Math.ceil(retryAfter)));
  const quota =
    limit === undefined
      ? {}
      : { 'RateLimit-Limit': String(limit), 'RateLimit-Remaining': String(remaining), 'RateLimit-Reset': seconds };
  return { ...own, ...quota, 'Retry-After': seconds };
}

function databaseError(failure: DatabaseFailure): ServiceError | DatabaseFailure {
  const known = DATABASE_ANSWERS[failure.kind];
  return known === undefined ? failure : new ServiceError(known[0], known[1], { cause: failure });
}

const DATABASE_ANSWERS: Readonly<Partial<Record<DatabaseFailure['kind'], readonly [ErrorCode, string]>>> = {
  overloaded: ['overloaded', 'Too many requests are waiting for this project. Try again shortly.'],
  timeout: ['query_timeout', 'The query took too long. Narrow it down, or add an index.'],
  storage_full: ['storage_full', 'There is no space left to store this. Nothing was changed.'],
  unavailable: ['unavailable', 'The database is not answering at the moment. Try again shortly.'],
  dropped: ['project_not_found', 'There is no such project.'],
  stale_schema: ['unavailable', 'The tables of this project are being changed. Try again shortly.'],
  out_of_range: ['validation_failed', 'A value is outside the range that can be stored.'],
  unique_violation: ['duplicate', 'A value that must be unique is taken.'],
  foreign_key_violation: ['in_use', 'Other rows refer to this one.'],
  idempotency_conflict: ['idempotency_conflict', 'This idempotency key was used with another body.'],
  rule_failed: ['forbidden', 'The rules of this table do not allow this.'],
  row_hidden: ['row_not_found', 'There is no such row.'],
};
