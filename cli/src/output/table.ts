import { escapeControls, escapeSeparators } from './escape.ts';

type Cells = readonly (readonly string[])[];

const WIDTH_MAX = 60;

export function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

export function tabSeparated(header: readonly string[], rows: Cells): string {
  return [header, ...rows].map((row) => `${row.map(escapeSeparators).join('\t')}\n`).join('');
}

export function aligned(header: readonly string[], rows: Cells, bold: (text: string) => string): string {
  const shown = rows.map((row) => row.map((cell) => cut(escapeControls(cell))));
  const widths = header.map((title, column) =>
    Math.max(title.length, ...shown.map((row) => (row[column] ?? '').length)),
  );
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return [bold(line(header.map((title) => title.toUpperCase()))), ...shown.map(line)]
    .map((text) => `${text}\n`)
    .join('');
}

function cut(text: string): string {
  return text.length <= WIDTH_MAX ? text : `${text.slice(0, WIDTH_MAX - 1)}…`;
}
