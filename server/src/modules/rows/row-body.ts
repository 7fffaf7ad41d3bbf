import type { Value } from '../../database/index.ts';
import {
  bodyValue,
  type Column,
  defaultValue,
  FieldProblem,
  mustHaveValue,
  type Table,
  visibleMap,
} from '../../database/schema/index.ts';
import { isoTime } from '../../platform/clock.ts';
import { BodyProblems } from './body-problems.ts';

export type Values = ReadonlyMap<Column, Value>;

export interface BodyForm {
  readonly table: Table;
  readonly isSecret: boolean;
}

export interface SentRow {
  readonly values: Values;
  /** Required columns without a value or default. Such a row cannot be created, but it may update another. */
  readonly missing: readonly Column[];
}

export interface Stamp {
  readonly id: string;
  readonly nowMs: number;
  readonly ownerId: string | null;
}

export function readRow(form: BodyForm, body: unknown): SentRow {
  const problems = new BodyProblems();
  const sent = readSent(form, body, problems, '');
  addMissing(form, sent, problems, '');
  if (!problems.isEmpty) throw problems.toError();
  return sent;
}

/** Reads several rows to insert; problems name fields with the index of their row, from 0: `2.title`. */
export function readRows(form: BodyForm, bodies: readonly unknown[]): readonly SentRow[] {
  const problems = new BodyProblems();
  const rows = bodies.map((body, index) => {
    const sent = readSent(form, body, problems, `${index}.`);
    addMissing(form, sent, problems, `${index}.`);
    return sent;
  });
  if (!problems.isEmpty) throw problems.toError();
  return rows;
}

export function readUpsert(form: BodyForm, body: unknown): SentRow {
  const problems = new BodyProblems();
  const sent = readSent(form, body, problems, '');
  if (!problems.isEmpty) throw problems.toError();
  return sent;
}

export function readUpserts(form: BodyForm, bodies: readonly unknown[]): readonly SentRow[] {
  const problems = new BodyProblems();
  const rows = bodies.map((body, index) => readSent(form, body, problems, `${index}.`));
  if (!problems.isEmpty) throw problems.toError();
  return rows;
}

/** `id` never changes, but the row's own is accepted, so that a secret caller can send a whole row back. */
export function readPatch(form: BodyForm, body: unknown, id: string | undefined): Values {
  const problems = new BodyProblems();
  const values = new Map(readSent(form, body, problems, '').values);
  const idColumn = form.table.columnByName.get('id');
  if (idColumn !== undefined && values.has(idColumn)) {
    if (values.get(idColumn) !== id) problems.add('read_only_column', 'id', 'never changes');
    values.delete(idColumn);
  }
  if (!problems.isEmpty) throw problems.toError();
  return values;
}

export function addMissing(form: BodyForm, sent: SentRow, problems: BodyProblems, prefix: string): void {
  for (const column of sent.missing) {
    // Keeps the name of a hidden column from a caller who may not see it.
    if (column.hidden && !form.isSecret) {
      problems.add('validation_failed', `${prefix}(table)`, 'requires a column that only a secret key may set');
    } else if (column.readOnly && !form.isSecret) {
      problems.add('validation_failed', prefix + column.name, 'is required, and only a secret key may set it');
    } else {
      problems.add('validation_failed', prefix + column.name, 'is required');
    }
  }
}

export function completeRow(table: Table, sent: Values, stamp: Stamp): Values {
  const now = isoTime(stamp.nowMs);
  const row = new Map<Column, Value>();
  for (const column of table.columns) {
    const value = sent.get(column);
    if (value !== undefined) row.set(column, value);
    else row.set(column, column.system ? stampOf(column.name, stamp, now) : defaultValue(column));
  }
  return row;
}

export function completePatch(table: Table, sent: Values, nowMs: number): Values {
  const column = table.columnByName.get('updated_at');
  if (column === undefined || sent.has(column)) return sent;
  return new Map(sent).set(column, isoTime(nowMs));
}

function stampOf(name: string, stamp: Stamp, now: string): Value {
  if (name === 'id') return stamp.id;
  return name === 'owner_id' ? stamp.ownerId : now;
}

function readSent(form: BodyForm, body: unknown, problems: BodyProblems, prefix: string): SentRow {
  const values = new Map<Column, Value>();
  if (!isRecord(body)) {
    problems.add('validation_failed', `${prefix}body`, 'must be an object of columns and their values');
    return { values, missing: [] };
  }
  const columns = visibleMap(form.table, form.isSecret);
  for (const name of Object.keys(body)) {
    if (problems.isFull) break;
    const column = columns.get(name);
    if (column === undefined) problems.add('unknown_column', prefix + name, 'is not a column of this table');
    else if (column.readOnly && !form.isSecret)
      problems.add('read_only_column', prefix + name, readOnlyProblem(column));
    else values.set(column, readValue(column, body[name], problems, prefix));
  }
  return { values, missing: missingColumns(form.table, values) };
}

function readValue(column: Column, value: unknown, problems: BodyProblems, prefix: string): Value {
  try {
    return bodyValue(column, value);
  } catch (error) {
    if (!(error instanceof FieldProblem)) throw error;
    problems.add('validation_failed', prefix + column.name, error.message);
    return null;
  }
}

const NONE: readonly Column[] = [];

function missingColumns(table: Table, values: Values): readonly Column[] {
  const columns = requiredColumns(table);
  return columns.every((column) => values.has(column)) ? NONE : columns.filter((column) => !values.has(column));
}

function readOnlyProblem(column: Column): string {
  return column.system ? 'is set by the server' : 'may only be set with a secret key';
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const required = new WeakMap<Table, readonly Column[]>();

function requiredColumns(table: Table): readonly Column[] {
  const known = required.get(table);
  if (known !== undefined) return known;
  const found = table.columns.filter(
    (column) => !column.system && mustHaveValue(column) && column.default === undefined,
  );
  required.set(table, found);
  return found;
}
