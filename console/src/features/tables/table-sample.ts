import type { COLUMN_TYPES } from './column-types.ts';

type ColumnType = (typeof COLUMN_TYPES)[number];

export interface TableSample {
  readonly columns: readonly { readonly name: string; readonly type: ColumnType }[];
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

const OF_EVERY_TABLE = new Set(['id', 'created_at', 'updated_at', 'owner_id']);
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}.*(?:Z|[+-]\d{2}:?\d{2})$/;

/** The columns and rows of pasted CSV or JSON, with types that fit every value; undefined when it is neither. */
export function readSample(text: string): TableSample | undefined {
  const records = recordsOf(text.trim());
  if (records === undefined || records.length === 0) return undefined;
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))];
  const columns = names.flatMap((source) => {
    const name = columnName(source);
    const values = records
      .map((record) => record[source])
      .filter((value) => value !== undefined && value !== null && value !== '');
    return name === '' || OF_EVERY_TABLE.has(name) ? [] : [{ source, name, type: typeOf(values) }];
  });
  const rows = records.map((record) =>
    Object.fromEntries(columns.map(({ source, name, type }) => [name, cellValue(record[source], type)])),
  );
  return columns.length === 0 ? undefined : { columns: columns.map(({ name, type }) => ({ name, type })), rows };
}

function recordsOf(text: string): readonly Readonly<Record<string, unknown>>[] | undefined {
  if (!/^[[{]/.test(text)) return csvRecords(text);
  try {
    const value: unknown = JSON.parse(text);
    const list: unknown = Array.isArray(value) ? value : ((value as { readonly data?: unknown }).data ?? [value]);
    if (!Array.isArray(list)) return undefined;
    return list.filter((one): one is Record<string, unknown> => typeof one === 'object' && one !== null);
  } catch {
    return undefined;
  }
}

function csvRecords(text: string): readonly Readonly<Record<string, string>>[] | undefined {
  const separator = text.split('\n', 1)[0]?.includes('\t') === true ? '\t' : ',';
  const [header, ...lines] = csvLines(text, separator);
  if (header === undefined || lines.length === 0) return undefined;
  return lines.map((line) => Object.fromEntries(header.map((name, at) => [name, line[at] ?? ''])));
}

/** Lines of cells by RFC 4180: quoted cells may hold separators, line breaks and doubled quotes. */
function csvLines(text: string, separator: string): readonly (readonly string[])[] {
  const lines: string[][] = [[]];
  const cell = new RegExp(
    `(?:"((?:[^"]|"")*)"|([^"${separator}\\r\\n][^${separator}\\r\\n]*)?)(${separator}|\\r?\\n|$)`,
    'gy',
  );
  for (let found = cell.exec(text); found !== null; found = cell.exec(text)) {
    const [, quoted, plain = '', end = ''] = found;
    lines.at(-1)?.push(quoted === undefined ? plain.trim() : quoted.replaceAll('""', '"'));
    if (end === '') break;
    if (end !== separator) lines.push([]);
  }
  return lines.filter((line) => line.some((one) => one !== ''));
}

function columnName(heading: string): string {
  const name = heading
    .trim()
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 60);
  return /^\d/.test(name) ? `c_${name}` : name;
}

function typeOf(values: readonly unknown[]): ColumnType {
  const every = (test: (value: unknown) => boolean): boolean => values.length > 0 && values.every(test);
  if (every((value) => typeof value === 'object')) return 'json';
  const texts = every((value) => typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean');
  if (!texts) return values.length === 0 ? 'text' : 'json';
  if (every((value) => /^(?:true|false)$/i.test(String(value)))) return 'boolean';
  if (every((value) => /^-?(?:0|[1-9]\d{0,14})$/.test(String(value)))) return 'integer';
  if (
    every((value) => /^-?\d{1,15}(?:\.\d+)?(?:e[+-]?\d{1,2})?$/i.test(String(value)) && !/^-?0\d/.test(String(value)))
  )
    return 'number';
  if (every((value) => DATE.test(String(value)))) return 'date';
  if (every((value) => TIMESTAMP.test(String(value)))) return 'timestamp';
  return 'text';
}

function cellValue(value: unknown, type: ColumnType): unknown {
  if (value === undefined || value === null || value === '') return null;
  if (type === 'json') return value;
  if (type === 'integer' || type === 'number') return Number(value);
  if (type === 'boolean') return String(value).toLowerCase() === 'true';
  return String(value);
}
