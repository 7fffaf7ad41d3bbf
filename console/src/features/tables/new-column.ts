import type { COLUMN_TYPES } from './column-types.ts';
import { parseValue } from './grid/cell-values.ts';

export interface NewColumn {
  readonly key: number;
  readonly name: string;
  readonly type: (typeof COLUMN_TYPES)[number];
  readonly required: boolean;
  readonly unique: boolean;
  readonly indexed: boolean;
  readonly table: string;
  /** As text; absent or empty for none. */
  readonly default?: string;
  /** Allowed texts, separated by commas; absent or empty allows all. */
  readonly values?: string;
}

export function emptyColumn(key: number): NewColumn {
  return { key, name: '', type: 'text', required: false, unique: false, indexed: false, table: '' };
}

export function namedColumns(lines: readonly NewColumn[]): readonly NewColumn[] {
  return lines.filter(({ name }) => name.trim() !== '');
}

export function columnOf(line: NewColumn, index: number) {
  const { type, required, unique, indexed } = line;
  const column = { name: line.name.trim(), type, required, unique, indexed };
  if (type === 'reference') return { ...column, table: line.table.trim() };
  const text = line.default ?? '';
  const values = type === 'text' ? (line.values ?? '').split(',').map((value) => value.trim()) : [];
  const allowed = values.filter((value) => value !== '');
  return {
    ...column,
    ...(text !== '' && { default: parseValue({ name: `columns.${index}.default`, type }, text) }),
    ...(allowed.length > 0 && { enum: allowed }),
  };
}
