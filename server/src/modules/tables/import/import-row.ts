import { type Column, defaultValue, FieldProblem, type Table } from '../../../database/schema/index.ts';
import type { NewRow } from '../../../database/sql/index.ts';
import type { Value } from '../../../database/statement.ts';
import type { ImportError } from './import-report.ts';
import type { ImportRecord, ImportSource } from './record.ts';

/** A row ready to be written. */
export interface ImportRow {
  readonly line: number;
  readonly id: string;
  readonly values: NewRow;
  /** The columns that the file has. */
  readonly sent: readonly Column[];
}

export interface RowMaking {
  readonly table: Table;
  readonly source: ImportSource;
  readonly now: string;
  readonly ids: () => string;
  /** Columns that are not sent keep their values when the row is there already, so they need none. */
  readonly isUpsert: boolean;
}

/** The complete row of a record: its values checked, the rest made by the server. Rights are those of a secret caller. */
export function importRow({ line, fields }: ImportRecord, making: RowMaking): ImportRow | ImportError {
  if (typeof fields === 'string') return { line, code: 'validation_failed', message: `The row ${fields}.` };
  const { table } = making;
  const values = new Map<Column, Value>();
  const sent: Column[] = [];
  for (const [name, field] of fields) {
    const column = table.columnByName.get(name);
    if (column === undefined) return unknownColumn(line, name);
    try {
      const value = making.source.valueOf(nullable(column), field);
      // An empty cell of a column that the server sets leaves it to the server.
      if (value === null && column.system && column.required) continue;
      if (value === null && column.required) throw new FieldProblem('must not be null');
      values.set(column, value);
      sent.push(column);
    } catch (error) {
      if (!(error instanceof FieldProblem)) throw error;
      return { line, code: 'validation_failed', message: `${name} ${error.message}.`, field: name };
    }
  }
  return complete(line, { values, sent }, making);
}

/** Whether null will do is decided here, as for columns of the system it does. */
function nullable(column: Column): Column {
  return column.required && column.system ? { ...column, required: false } : column;
}

function complete(
  line: number,
  { values, sent }: Pick<ImportRow, 'sent'> & { readonly values: Map<Column, Value> },
  { table, now, ids, isUpsert }: RowMaking,
): ImportRow | ImportError {
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

/** The required columns that the row has no value for: it can only update another one. */
export function missingColumns({ values }: Pick<ImportRow, 'values'>, table: Table): readonly Column[] {
  return table.columns.filter((column) => column.required && (values.get(column) ?? null) === null);
}

function systemValue({ name }: Column, now: string, ids: () => string): Value {
  if (name === 'id') return ids();
  return name === 'owner_id' ? null : now;
}

function unknownColumn(line: number, name: string): ImportError {
  const shown = name.slice(0, 80);
  return { line, code: 'unknown_column', message: `There is no column '${shown}'.`, field: shown };
}
