import type { Condition } from '../../database/filter/index.ts';
import type { DatabaseError } from '../../database/index.ts';
import { isDatabaseFailure } from '../../database/index.ts';
import { type Column, visibleMap } from '../../database/schema/index.ts';
import { ServiceError } from '../../platform/errors.ts';
import { BodyProblems } from './body-problems.ts';
import { findDanglingColumns } from './dangling-references.ts';
import { rowNotFound } from './get-row.ts';
import type { OpenTable } from './on-table.ts';
import { addMissing, type SentRow, type Values } from './row-body.ts';
import { findTakenColumns, type RefusedRow, sameAs } from './taken-values.ts';

export interface Change {
  readonly open: OpenTable;
  readonly action: 'insert' | 'update' | 'delete' | 'upsert';
  readonly rows: readonly Values[];
  readonly touched?: Condition;
  /** For an upsert: the columns that identify existing rows, and the rows that were sent. */
  readonly upsert?: { readonly on: readonly Column[]; readonly sent: readonly SentRow[] };
}

/** Runs a change and translates failures into errors for the caller. Failures of the database itself pass unchanged. */
export async function explained<Result>(change: Change, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (!isDatabaseFailure(error)) throw error;
    throw (await findRowError(change, error.error)) ?? error;
  }
}

/** Whether a single row caused the failure, so that writing the rows one by one finds it. */
export function isCausedByOneRow(error: unknown): boolean {
  if (!isDatabaseFailure(error)) return false;
  const { kind } = error.error;
  return (
    kind === 'unique_violation' || kind === 'foreign_key_violation' || kind === 'rule_failed' || kind === 'out_of_range'
  );
}

/** Undefined when these rows did not cause the failure. */
export async function findRowError(change: Change, error: DatabaseError): Promise<ServiceError | undefined> {
  switch (error.kind) {
    case 'unique_violation':
      return await duplicate(change, error);
    case 'foreign_key_violation':
      return change.action === 'delete' ? inUse(change.open) : await unknownReference(change, error);
    case 'rule_failed':
      return findMissing(change, error) ?? ruleFailed(change);
    case 'row_hidden':
      return rowNotFound();
    case 'out_of_range':
      return new ServiceError('validation_failed', 'A value is outside the range that can be stored.');
    case 'idempotency_conflict':
      return new ServiceError('idempotency_conflict', 'This Idempotency-Key was used with another request.');
    default:
      return undefined;
  }
}

function ruleFailed({ action, open }: Change): ServiceError {
  const deed = action === 'delete' ? 'delete this row' : 'store this row';
  return new ServiceError('forbidden', `The rules of table "${open.table.name}" do not allow you to ${deed}.`);
}

/** An upsert that would create a row without a required column fails as a rule does, because nothing was created. */
function findMissing({ open, upsert }: Change, error: DatabaseError): ServiceError | undefined {
  const many = upsert !== undefined && upsert.sent.length > 1;
  const index = many ? (error.step ?? 0) : 0;
  const sent = upsert?.sent[index];
  if (sent === undefined || sent.missing.length === 0) return undefined;
  const problems = new BodyProblems();
  addMissing(open, sent, problems, many ? `${index}.` : '');
  return problems.toError();
}

/** Names the tables whose references keep the row. Callers learn these names even if they may not read those rows. */
function inUse({ catalogue, table }: OpenTable): ServiceError {
  const keeps = ({ reference }: Column): boolean =>
    reference?.table === table.name && reference.onDelete === 'restrict';
  const tables = [...catalogue.tables.values()].filter(({ columns }) => columns.some(keeps)).map(({ name }) => name);
  // Empty when the blocking row refers to a row that the same delete would remove.
  const rows = tables.length === 0 ? 'Other rows' : `Rows of ${tables.map((name) => `"${name}"`).join(', ')}`;
  return new ServiceError('in_use', `${rows} refer to this row, so it cannot be deleted.`, { details: { tables } });
}

async function duplicate(change: Change, error: DatabaseError): Promise<ServiceError> {
  const names = await takenNames(change, error);
  const sentence =
    names.length === 0
      ? 'A value that must be unique is taken.'
      : `The ${names.length > 1 ? 'values' : 'value'} of ${names.join(', ')} ${names.length > 1 ? 'are' : 'is'} taken.`;
  return new ServiceError('duplicate', sentence, {
    details: { ...indexOf(change, error), fields: Object.fromEntries(names.map((name) => [name, 'is taken'])) },
  });
}

async function takenNames(change: Change, error: DatabaseError): Promise<readonly string[]> {
  const { open, upsert } = change;
  const physical = new Set(error.columns);
  if (physical.size === 0 && upsert !== undefined) return upsert.on.map(({ name }) => name);
  const row = refusedRow(change, indexOf(change, error).index ?? 0);
  const taken = row && (await findTakenColumns(open, row))?.map((column) => column.physical);
  const named = taken === undefined ? physical : new Set(taken);
  const columns = [...visibleMap(open.table, open.isSecret).values()];
  return columns.filter((column) => named.has(column.physical)).map((column) => column.name);
}

function refusedRow({ rows, touched = { kind: 'never' }, upsert }: Change, index: number): RefusedRow | undefined {
  if (upsert === undefined) {
    const values = rows[index];
    return values && { values, before: rows.slice(0, index), touched };
  }
  const values = upsert.sent[index]?.values;
  if (values === undefined) return undefined;
  const isSameRow = (other: Values): boolean => upsert.on.every((column) => other.get(column) === values.get(column));
  const before = upsert.sent.slice(0, index).map((sent) => sent.values);
  return { values, before: before.filter((other) => !isSameRow(other)), touched: sameAs(values, upsert.on) };
}

/** The index of the failed row: rows of an insert are statements of one step, rows of an upsert are steps. */
function indexOf(change: Change, error: DatabaseError): { index?: number } {
  if (change.rows.length < 2) return {};
  const index = change.action === 'upsert' ? error.step : error.statement;
  return index === undefined ? {} : { index };
}

async function unknownReference(change: Change, error: DatabaseError): Promise<ServiceError> {
  const at = indexOf(change, error);
  const row = change.rows[at.index ?? 0];
  const names = row === undefined ? [] : await findDanglingColumns(change.open, row);
  const sentence =
    names.length === 0
      ? 'A reference is not the id of an existing row.'
      : `${names.join(', ')} must be the id of an existing row.`;
  return new ServiceError('validation_failed', sentence, {
    details: { ...at, fields: Object.fromEntries(names.map((name) => [name, 'is not the id of an existing row'])) },
  });
}
