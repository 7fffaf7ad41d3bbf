import type { Column, StoredType } from '../schema/table.ts';
import type { Value } from '../statement.ts';

/** The database stores exactly what is bound, so no row is read back (docs/decisions/0025-new-rows-together.md). */
export function newRowJson(columns: readonly Column[], row: ReadonlyMap<Column, Value>): string {
  const names = namesOf(columns);
  let json = '{';
  for (let at = 0; at < columns.length; at += 1) {
    const column = columns[at];
    if (column !== undefined) json += names[at] + valueJson(column.type, row.get(column) ?? null);
  }
  return `${json}}`;
}

function valueJson(type: StoredType, value: Value): string {
  if (value === null) return 'null';
  switch (type) {
    case 'json':
      return String(value);
    case 'text':
      return JSON.stringify(value);
    case 'integer':
    case 'number':
    case 'boolean':
      return `${value}`;
    default:
      // Ids, times and dates contain nothing that JSON would escape.
      return `"${value}"`;
  }
}

const known = new WeakMap<readonly Column[], readonly string[]>();

function namesOf(columns: readonly Column[]): readonly string[] {
  let names = known.get(columns);
  if (names === undefined) {
    names = columns.map(({ name }, at) => `${at === 0 ? '' : ','}"${name}":`);
    known.set(columns, names);
  }
  return names;
}
