import { isoTime } from '../csv/column-kind.ts';
import { idOf, isUuid } from '../names.ts';
import type { SourceColumn, SourceRow } from '../source.ts';
import { type PlannedColumn, type PlannedTable, TYPES } from './columns.ts';
import { type DumpRow, type DumpTable, keyOf } from './dump.ts';

/** Converts a row: its key always becomes the same UUID, and so does every reference to it. */
export function rowOf({ table, columns, times, owner }: PlannedTable, row: DumpRow): SourceRow {
  const values: [string, unknown][] = columns.map((planned) => [planned.column.name, valueOfColumn(planned, row)]);
  for (const time of times) if (row[time] != null) values.push([time, timeOf(row[time])]);
  const ownerId = owner === undefined ? null : row[owner];
  if (isUuid(ownerId)) values.push(['owner_id', ownerId]);
  const id = rowId(table, row);
  if (id !== undefined) values.push(['id', id]);
  return Object.fromEntries(values);
}

function rowId(table: DumpTable, row: DumpRow): string | undefined {
  const { primaryKey } = table;
  if (primaryKey.length === 0) return undefined;
  if (primaryKey.length === 1) return idOf(keyOf(table), row[primaryKey[0] ?? ''] ?? null);
  return idOf(keyOf(table), JSON.stringify(primaryKey.map((name) => row[name] ?? null)));
}

function valueOfColumn({ from, column, target }: PlannedColumn, row: DumpRow): unknown {
  const text = row[from.name] ?? null;
  if (text === null) return null;
  return target === undefined ? valueAs(column.type, text, from.type) : idOf(target, text);
}

function valueAs(type: SourceColumn['type'], text: string, was: string): unknown {
  switch (type) {
    case 'integer':
      // A number that would be rounded stays as written: it is refused, or kept as text.
      return Number.isSafeInteger(Number(text)) ? Number(text) : text;
    case 'number':
      return Number(text);
    case 'boolean':
      return text === 't' || text === 'true';
    case 'timestamp':
      return timeOf(text);
    case 'json':
      return was.endsWith('[]') ? readArray(text, TYPES[was.slice(0, -2)] ?? 'text') : JSON.parse(text);
    default:
      return text;
  }
}

/** A time without zone is read as UTC, in which Supabase runs. */
export function timeOf(text: string): string {
  const time = isoTime(text);
  return /(?:Z|[+-]\d{2}:\d{2})$/.test(time) ? time : `${time}Z`;
}

function readArray(text: string, type: SourceColumn['type']): unknown {
  let at = 0;
  const readList = (): unknown[] => {
    const list: unknown[] = [];
    at += 1;
    while (at < text.length && text[at] !== '}') {
      if (text[at] === ',') at += 1;
      else list.push(text[at] === '{' ? readList() : readElement());
    }
    at += 1;
    return list;
  };
  const readElement = (): unknown => {
    if (text[at] === '"') {
      const [quoted = '""'] = /^"(?:[^"\\]|\\[\s\S])*"/.exec(text.slice(at)) ?? [];
      at += quoted.length;
      return valueAs(type, quoted.slice(1, -1).replaceAll(/\\([\s\S])/g, '$1'), '');
    }
    const [plain = ''] = /^[^,}]*/.exec(text.slice(at)) ?? [];
    at += Math.max(1, plain.length);
    return plain.toUpperCase() === 'NULL' ? null : valueAs(type, plain, '');
  };
  return text.startsWith('{') ? readList() : text;
}
