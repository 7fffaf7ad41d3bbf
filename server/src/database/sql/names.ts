/** Alias of a row of the statement's own table. Owners' names start with a letter, so it cannot clash with a column. */
export const ROW = '_t';

export const LOOKUP = '_e';

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export function columnOf(row: string, column: { readonly physical: string }): string {
  return `${row}."${column.physical}"`;
}

export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
