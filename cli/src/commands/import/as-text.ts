import { wrongUse } from '../../outcome/failure.ts';
import type { Source, SourceRow, SourceTable } from './source.ts';

export function withTextColumns(source: Source, names: readonly string[]): Source {
  if (names.length === 0) return source;
  const known = new Set(
    source.tables.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name}`)),
  );
  const unknown = names.find((name) => !known.has(name));
  if (unknown !== undefined) throw wrongUse(`--as-text: there is no column "${unknown}".`);
  return { ...source, tables: source.tables.map((table) => asText(table, new Set(names))) };
}

function asText(table: SourceTable, names: ReadonlySet<string>): SourceTable {
  const chosen = table.columns.map(({ name }) => name).filter((name) => names.has(`${table.name}.${name}`));
  if (chosen.length === 0) return table;
  return {
    ...table,
    columns: table.columns.map((column) => (chosen.includes(column.name) ? { ...column, type: 'text' } : column)),
    async *rows() {
      for await (const row of table.rows()) yield textRow(row, chosen);
    },
  };
}

function textRow(row: SourceRow, names: readonly string[]): SourceRow {
  const texts = names.map((name) => [name, row[name] == null ? null : String(row[name])]);
  return { ...row, ...Object.fromEntries(texts) };
}
