/** The row of the statement's own table. Owners' names start with a letter, so no column can be meant. */
export const ROW = '_t';

/** A row of the table that `exists(…)` looks into. */
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
