import { CsvError, type Parser, parse } from 'csv-parse';
import { type Column, textValue } from '../../../database/schema/index.ts';
import type { Value } from '../../../database/statement.ts';
import { BrokenFile, type ImportRecord, type ImportSource, ROW_BYTES_MAX } from './record.ts';

/** An export puts an apostrophe before such cells, so that spreadsheets do not run them. */
const GUARDED = /^'[=+\-@\t\r]/;

type Cell = string | null;

interface Parsed {
  readonly record: readonly Cell[];
  /** The line it ends on. */
  readonly lines: number;
}

/** Reads RFC 4180 with a header row. An empty cell is null, a pair of quotes is empty text. `raw`: cells stay as they are. */
export async function readCsv(text: AsyncIterable<string>, raw: boolean): Promise<ImportSource> {
  const rows = parsedRows(text);
  const header = await rows.next();
  if (header.done === true) throw new BrokenFile(1, 'The file is empty: its first line must name the columns.');
  const columns = header.value.record.map((cell) => cell ?? '');
  return {
    columns,
    records: recordsOf(rows, columns),
    valueOf: (column, field) => cellValue(column, field as Cell, raw),
  };
}

/**
 * Breaks off at the first quote that stands wrong, as what follows it may be read as anything; the rows before are given
 * first. That is why rows are taken as they are found: a stream that fails drops what nobody has read yet.
 */
async function* parsedRows(text: AsyncIterable<string>): AsyncGenerator<Parsed> {
  const found: Parsed[] = [];
  const parser = createParser(found);
  let broken: unknown;
  try {
    for await (const piece of text) {
      broken = await settled((done) => parser.write(piece, done));
      yield* found.splice(0);
      if (broken !== undefined) break;
    }
  } catch (error) {
    broken = error;
  }
  // The parser looks ahead, so the last rows come only now.
  const atEnd = parser.destroyed ? undefined : await settled((done) => parser.once('error', done).end(done));
  yield* found.splice(0);
  if (broken !== undefined || atEnd !== undefined) throw brokenAt(broken ?? atEnd);
}

function createParser(found: Parsed[]): Parser {
  const parser = parse({
    bom: true,
    relax_column_count: true,
    skip_empty_lines: true,
    record_delimiter: ['\r\n', '\n'],
    max_record_size: ROW_BYTES_MAX,
    cast: (cell, { quoting }) => (cell === '' && !quoting ? null : cell),
    on_record: (record: readonly Cell[], { lines }) => {
      found.push({ record, lines });
      return null;
    },
  });
  // Failures are told to whoever writes; without a listener they would end the process.
  return parser.on('error', () => undefined).resume();
}

function settled(work: (done: (error?: Error | null) => void) => void): Promise<Error | undefined> {
  return new Promise((resolve) => {
    work((error) => resolve(error ?? undefined));
  });
}

function brokenAt(error: unknown): unknown {
  return error instanceof CsvError ? new BrokenFile(Number(error['lines'] ?? 1), sentenceOf(error)) : error;
}

function sentenceOf({ code }: CsvError): string {
  if (code === 'CSV_MAX_RECORD_SIZE') return `A row is larger than ${ROW_BYTES_MAX} bytes.`;
  if (code === 'CSV_QUOTE_NOT_CLOSED') return 'A quoted cell does not end.';
  return 'A quote stands where none may be: a cell with quotes is quoted itself, with its quotes doubled.';
}

async function* recordsOf(rows: AsyncIterable<Parsed>, columns: readonly string[]): AsyncGenerator<ImportRecord> {
  let last = 1;
  for await (const { record, lines } of rows) {
    const line = lines - last === 1 ? lines : lines - linesWithin(record);
    last = lines;
    yield { line, fields: fieldsOf(record, columns) };
  }
}

/** A row is reported with the line it begins on; the parser tells the one it ends on. */
function linesWithin(record: readonly Cell[]): number {
  return record.reduce((lines, cell) => lines + (cell === null ? 0 : cell.split('\n').length - 1), 0);
}

function fieldsOf(record: readonly Cell[], columns: readonly string[]): ImportRecord['fields'] {
  if (record.length !== columns.length) return `has ${record.length} cells and the header ${columns.length}`;
  return new Map(columns.map((name, index) => [name, record[index] ?? null]));
}

function cellValue(column: Column, cell: Cell, raw: boolean): Value {
  // Many programs quote every cell, so only text can be empty.
  if (cell === null || (cell === '' && column.type !== 'text')) return null;
  return textValue(column, !raw && GUARDED.test(cell) ? cell.slice(1) : cell);
}
