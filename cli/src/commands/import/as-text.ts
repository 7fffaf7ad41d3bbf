import { wrongUse } from '../../outcome/failure.ts';
import type { Source, SourceRow, SourceTable } from './source.ts';

export function withTextColumns(source: Source, names: readonly string[]): Source {
  if (names.length === 0) return source;
  for (const name of names) requireColumn(source.tables, name);
  return { ...source, tables: source.tables.map((table) => asText(table, new Set(names))) };
}

/** Ids are never numbers: they become UUIDs, and a text column keeps the old ones. So naming `id` changes nothing. */
function requireColumn(tables: readonly SourceTable[], wanted: string): void {
  const [tableName, columnName, ...more] = wanted.split('.');
  const table = tables.find(({ name }) => name === tableName);
  if (table === undefined || columnName === undefined || more.length > 0) {
    throw wrongUse(`--as-text: "${wanted}" names no column; write table.column. The tables are ${listOf(tables)}.`);
  }
  if (columnName === 'id' || table.columns.some(({ name }) => name === columnName)) return;
  throw wrongUse(`--as-text: there is no column "${wanted}"; "${table.name}" has ${listOf(table.columns)}.`);
}

function listOf(named: readonly { readonly name: string }[]): string {
  return named.length === 0 ? 'none' : named.map(({ name }) => name).join(', ');
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
