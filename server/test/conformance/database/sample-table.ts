import { defaultValue } from '../../../src/database/schema/index.ts';
import { type Column, physicalName, type StoredType, type Table } from '../../../src/database/schema/table.ts';
import type { NewRow } from '../../../src/database/sql/index.ts';

export function sampleColumn(name: string, type: StoredType, options: Partial<Column> = {}): Column {
  return {
    name,
    type,
    required: false,
    unique: false,
    indexed: false,
    hidden: false,
    readOnly: false,
    system: false,
    physical: physicalName(name),
    ...options,
  };
}

const SYSTEM: readonly Column[] = [
  sampleColumn('id', 'uuid', { system: true, required: true, unique: true }),
  sampleColumn('created_at', 'timestamp', { system: true, required: true }),
  sampleColumn('updated_at', 'timestamp', { system: true, required: true }),
  sampleColumn('owner_id', 'uuid', { system: true }),
];

/** A table as the catalogue would store it, with all rules private. */
export function sampleTable(
  name: string,
  columns: readonly Column[],
  indexes: readonly { readonly columns: readonly string[]; readonly unique?: boolean }[] = [],
): Table {
  const all = [...SYSTEM, ...columns];
  const rule = { level: 'private' } as const;
  return {
    id: '018f0000-0000-7000-8000-00000000aaaa',
    name,
    physical: name,
    version: 1,
    columns: all,
    columnByName: new Map(all.map((column) => [column.name, column])),
    rules: { read: rule, create: rule, update: rule, delete: rule },
    indexes: indexes.map(({ columns: names, unique = false }, at) => ({
      name: `_x_${name}_${at}`,
      columns: all
        .filter((column) => names.includes(column.name))
        .sort((a, b) => names.indexOf(a.name) - names.indexOf(b.name)),
      unique,
      declared: true,
    })),
    watched: false,
    referrers: [],
    cascadesTo: [],
    createdAt: SAMPLE_TIME,
    updatedAt: SAMPLE_TIME,
  };
}

export const SAMPLE_TIME = '2026-03-04T05:06:07.089Z';

export function sampleId(index: number): string {
  return `018f0000-0000-7000-8000-${index.toString(16).padStart(12, '0')}`;
}

/** A complete row: the given values (in stored form) over default ids, times and other defaults. */
export function sampleRow(table: Table, index: number, values: Readonly<Record<string, unknown>>): NewRow {
  const complete = {
    id: sampleId(index),
    created_at: SAMPLE_TIME,
    updated_at: SAMPLE_TIME,
    ...values,
  };
  return new Map(
    table.columns.map((column) => {
      const value = Reflect.get(complete, column.name);
      return [column, isScalar(value) ? value : defaultValue(column)];
    }),
  );
}

function isScalar(value: unknown): value is string | number | boolean | null {
  return value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
