import type { ExportColumn, ExportFormat } from '../database.ts';

/** Spreadsheets run cells that begin like this as formulas (OWASP, CSV injection). */
const FORMULA_START = /^[=+\-@\t\r]/;
const NEEDS_QUOTES = /[",\r\n]/;

export function formatPage(format: ExportFormat, rows: readonly string[]): string {
  if (format.kind === 'json') return rows.join(',');
  if (format.kind === 'ndjson') return rows.map(jsonLine).join('');
  let text = '';
  for (const row of rows) text += csvLine(JSON.parse(row) as Readonly<Record<string, unknown>>, format);
  return text;
}

/** A line break in JSON text is only ever between tokens, where a blank is equivalent. */
function jsonLine(row: string): string {
  return `${row.replaceAll(/[\r\n]/g, ' ')}\n`;
}

function csvLine(
  row: Readonly<Record<string, unknown>>,
  { columns, raw }: Extract<ExportFormat, { readonly kind: 'csv' }>,
): string {
  return `${columns.map((column) => csvCell(Object.hasOwn(row, column.name) ? row[column.name] : null, column, raw)).join(',')}\r\n`;
}

/** null is an empty cell and empty text a pair of quotes, so that readers can tell them apart. */
function csvCell(value: unknown, { json }: ExportColumn, raw: boolean): string {
  if (value === null || value === undefined) return '';
  if (json) return quoted(JSON.stringify(value));
  if (typeof value !== 'string') return String(value);
  return quoted(!raw && FORMULA_START.test(value) ? `'${value}` : value);
}

function quoted(text: string): string {
  return text === '' || NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
