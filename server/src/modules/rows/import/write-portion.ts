import { and, type Condition } from '../../../database/filter/index.ts';
import type { Database, RowStep, Step, StepResult, StoreName } from '../../../database/index.ts';
import { type DatabaseFailure, isDatabaseFailure } from '../../../database/index.ts';
import type { Column, Table } from '../../../database/schema/index.ts';
import { insertRows, upsertRow } from '../../../database/sql/index.ts';
import { type CompleteRow, missingColumns } from '../../tables/index.ts';
import type { RowOutcome } from './import-report.ts';

export interface PortionWriting {
  readonly database: Database;
  readonly store: StoreName;
  readonly version: number;
  readonly table: Table;
  readonly on: Column | undefined;
  readonly now: string;
}

/** Writes rows in one transaction and returns the outcome of each. A row that cannot be written is skipped. */
export async function writePortion(
  rows: readonly CompleteRow[],
  writing: PortionWriting,
): Promise<readonly RowOutcome[]> {
  if (rows.length === 0) return [];
  try {
    return outcomesOf(rows, await write(batchedSteps(rows, writing), writing), writing.table);
  } catch (error) {
    // Most portions have no bad rows, so savepoints are used only after a failure.
    if (!isDatabaseFailure(error) || !isCausedByOneRow(error)) throw error;
  }
  const attempts = rows.map((row): Step => ({ kind: 'attempt', step: stepOf(row, writing) }));
  return outcomesOf(rows, await write(attempts, writing), writing.table);
}

async function write(steps: readonly Step[], { database, store, version }: PortionWriting) {
  return (await database.write(store, steps, { isBulk: true, schemaVersion: version })).results;
}

function isCausedByOneRow({ kind }: DatabaseFailure): boolean {
  return (
    kind === 'unique_violation' || kind === 'foreign_key_violation' || kind === 'out_of_range' || kind === 'rule_failed'
  );
}

function batchedSteps(rows: readonly CompleteRow[], writing: PortionWriting): readonly Step[] {
  return writing.on === undefined
    ? [{ ...insertStep(rows, writing), isRetried: true }]
    : rows.map((row) => stepOf(row, writing));
}

function insertStep(rows: readonly CompleteRow[], { database, table }: PortionWriting): RowStep {
  return insertRows(database.dialect, {
    table,
    rows: rows.map(({ values }) => values),
    check: { kind: 'always' },
    shown: undefined,
    isAlone: true,
  });
}

function stepOf(row: CompleteRow, writing: PortionWriting): RowStep {
  const { database, table, on, now } = writing;
  if (on === undefined) return insertStep([row], writing);
  return upsertRow(database.dialect, {
    table,
    row: row.values,
    // An existing row keeps its id, because other rows may point to it.
    sent: row.sent.filter((column) => column !== on && column.name !== 'id'),
    on: [on],
    // A column missing from the row may keep its value in an existing row, but must not be missing in a new one.
    createCheck: and(...missingColumns(row, table).map(isNotNull)),
    update: { scope: { kind: 'always' }, check: { kind: 'always' } },
    shown: undefined,
    id: row.id,
    now,
  });
}

function isNotNull(column: Column): Condition {
  return { kind: 'is', column, value: 'not_null' };
}

function outcomesOf(rows: readonly CompleteRow[], results: readonly StepResult[], table: Table): readonly RowOutcome[] {
  if (results.length !== rows.length) return rows.map(() => 'inserted');
  return rows.map((row, index) => {
    const result = results[index];
    if (result?.kind === 'failed') return failureOf(row, table, result.error);
    return result?.kind === 'rows' && result.created === 0 ? 'updated' : 'inserted';
  });
}

function failureOf(row: CompleteRow, table: Table, { kind, columns = [] }: DatabaseFailure['error']): RowOutcome {
  const { line, sent } = row;
  if (kind === 'rule_failed') {
    const [missing] = missingColumns(row, table);
    const message = `${missing?.name ?? 'A column'} is required in a new row.`;
    return { line, code: 'validation_failed', message, ...(missing && { field: missing.name }) };
  }
  if (kind === 'unique_violation') {
    const names = table.columns.filter(({ physical }) => columns.includes(physical)).map(({ name }) => name);
    const message = `Another row has the same ${names.length === 0 ? 'value' : names.join(', ')}.`;
    const [field] = names;
    return { line, code: 'duplicate', message, ...(field === undefined ? {} : { field }) };
  }
  if (kind === 'foreign_key_violation') {
    const references = sent.filter(({ type }) => type === 'reference');
    const [only] = references;
    return {
      line,
      code: 'validation_failed',
      message: `${references.map(({ name }) => name).join(' or ')} is not the id of a row in the referenced table.`,
      ...(only !== undefined && references.length === 1 && { field: only.name }),
    };
  }
  return { line, code: 'validation_failed', message: 'A value is too large to be stored.' };
}
