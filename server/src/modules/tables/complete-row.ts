import type { Value } from '../../database/index.ts';
import { type Column, defaultValue, FieldProblem, mustHaveValue, type Table } from '../../database/schema/index.ts';
import type { NewRow } from '../../database/sql/index.ts';

export interface RowRecord {
  readonly line: number;
  /** Values by column name, or the reason why the record is not a row. */
  readonly fields: ReadonlyMap<string, unknown> | string;
}

export interface RowProblem {
  readonly line: number;
  readonly code: string;
  readonly message: string;
  readonly field?: string;
}

export interface CompleteRow {
  readonly line: number;
  readonly id: string;
  readonly values: NewRow;
  readonly sent: readonly Column[];
}

interface RowMaking {
  readonly table: Table;
  valueOf(column: Column, field: unknown): Value;
  readonly now: string;
  readonly ids: () => string;
  /** An upsert keeps the existing values of columns that are not sent, so required ones may be missing. */
  readonly isUpsert: boolean;
}

/** Checks a record's values and fills in the rest as the server does. Applies the rights of a secret caller. */
export function completeRow({ line, fields }: RowRecord, making: RowMaking): CompleteRow | RowProblem {
  if (typeof fields === 'string') return { line, code: 'validation_failed', message: `The row ${fields}.` };
  const { table } = making;
  const values = new Map<Column, Value>();
  const sent: Column[] = [];
  for (const [name, field] of fields) {
    const column = table.columnByName.get(name);
    if (column === undefined) return unknownColumn(line, name);
    try {
      const value = making.valueOf(nullable(column), field);
      // An empty cell in a column that the server sets leaves the value to the server.
      if (value === null && column.system && column.required) continue;
      if (value === null && mustHaveValue(column)) throw new FieldProblem('must not be null');
      values.set(column, value);
      sent.push(column);
    } catch (error) {
      if (!(error instanceof FieldProblem)) throw error;
      return { line, code: 'validation_failed', message: `${name} ${error.message}.`, field: name };
    }
  }
  return withDefaults(line, { values, sent }, making);
}

/** Lets null pass for required system columns: `completeRow` decides about it. */
function nullable(column: Column): Column {
  return column.required && column.system ? { ...column, required: false } : column;
}

function withDefaults(
  line: number,
  { values, sent }: Pick<CompleteRow, 'sent'> & { readonly values: Map<Column, Value> },
  { table, now, ids, isUpsert }: RowMaking,
): CompleteRow | RowProblem {
  let id = '';
  for (const column of table.columns) {
    let value = values.get(column);
    if (value === undefined) {
      value = column.system ? systemValue(column, now, ids) : defaultValue(column);
      values.set(column, value);
    }
    if (column.name === 'id') id = String(value);
  }
  const row = { line, id, values, sent };
  const [missing] = isUpsert ? [] : missingColumns(row, table);
  if (missing === undefined) return row;
  return { line, code: 'validation_failed', message: `${missing.name} is required.`, field: missing.name };
}

/** Required columns without a value. Such a row can only update an existing one. */
export function missingColumns({ values }: Pick<CompleteRow, 'values'>, table: Table): readonly Column[] {
  return table.columns.filter((column) => mustHaveValue(column) && (values.get(column) ?? null) === null);
}

function systemValue({ name }: Column, now: string, ids: () => string): Value {
  if (name === 'id') return ids();
  return name === 'owner_id' ? null : now;
}

function unknownColumn(line: number, name: string): RowProblem {
  const shown = name.slice(0, 80);
  return { line, code: 'unknown_column', message: `There is no column '${shown}'.`, field: shown };
}
