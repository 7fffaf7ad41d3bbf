import type { Value } from '../../../database/index.ts';
import { type Column, textValue } from '../../../database/schema/index.ts';
import { type ServiceError, validationFailed } from '../../../platform/errors.ts';
import type { RowRecord } from '../../tables/index.ts';
import { BrokenFile, type ImportSource } from './record.ts';
import { type Cell, type CsvRow, CsvSplitter } from './split-csv.ts';

/** Marks a column that is not imported; no column can have this name. */
const LEFT_OUT = '-';
/** Exports put an apostrophe before such cells, so that spreadsheets do not run them. */
const GUARDED = /^'[=+\-@\t\r]/;

/** RFC 4180 with a header row. An empty cell is null, a pair of quotes is empty text. `raw` leaves cells unchanged. */
export async function readCsv(
  text: AsyncIterable<string>,
  { raw, columns: chosen }: { readonly raw: boolean; readonly columns?: readonly string[] | undefined },
): Promise<ImportSource> {
  const pieces = splitRows(text);
  const first = await pieces.next();
  const [header, ...rows] = first.done === true ? [] : first.value;
  if (header === undefined) throw new BrokenFile(1, 'The file is empty: its first line must name the columns.');
  if (chosen !== undefined && chosen.length !== header.cells.length) {
    throw unfitColumns(`has ${chosen.length} names and the file ${header.cells.length} columns`);
  }
  const columns = chosen ?? header.cells.map((cell) => cell ?? '');
  return {
    columns: chosen === undefined ? columns : columns.filter((name) => name !== LEFT_OUT),
    records: recordsOf(rows, pieces, columns),
    valueOf: (column, field) => cellValue(column, field as Cell, raw),
  };
}

export function unfitColumns(problem: string): ServiceError {
  return validationFailed({ columns: problem });
}

/** Never yields an empty list. Yields the rows before a break in the file, then throws. */
async function* splitRows(text: AsyncIterable<string>): AsyncGenerator<readonly CsvRow[]> {
  const splitter = new CsvSplitter();
  let found: CsvRow[] = [];
  try {
    for await (const piece of text) {
      splitter.push(piece, found);
      if (found.length > 0) yield found;
      found = [];
    }
    splitter.end(found);
  } catch (error) {
    if (found.length > 0) yield found;
    throw error;
  }
  if (found.length > 0) yield found;
}

async function* recordsOf(
  first: readonly CsvRow[],
  pieces: AsyncIterable<readonly CsvRow[]>,
  columns: readonly string[],
): AsyncGenerator<readonly RowRecord[]> {
  const recordOf = ({ line, cells }: CsvRow): RowRecord => ({ line, fields: fieldsOf(cells, columns) });
  yield first.map(recordOf);
  for await (const rows of pieces) yield rows.map(recordOf);
}

function fieldsOf(cells: readonly Cell[], columns: readonly string[]): RowRecord['fields'] {
  if (cells.length !== columns.length) return `has ${cells.length} cells and the header ${columns.length}`;
  const fields = new Map<string, Cell>();
  for (let index = 0; index < columns.length; index += 1) {
    const name = columns[index] ?? '';
    if (name !== LEFT_OUT) fields.set(name, cells[index] ?? null);
  }
  return fields;
}

function cellValue(column: Column, cell: Cell, raw: boolean): Value {
  // Many programs quote every cell, so an empty quoted cell is empty text only in a text column.
  if (cell === null || (cell === '' && column.type !== 'text')) return null;
  return textValue(column, !raw && GUARDED.test(cell) ? cell.slice(1) : cell);
}
