import type { Column, StoredType, Table } from '../../../database/schema/index.ts';
import { visibleColumns } from '../../../database/schema/index.ts';

type Json = Readonly<Record<string, unknown>>;

const UUID = { type: 'string', format: 'uuid' };

const TYPES: Readonly<Record<StoredType, Json>> = {
  uuid: UUID,
  text: { type: 'string' },
  integer: { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  timestamp: { type: 'string', format: 'date-time' },
  date: { type: 'string', format: 'date' },
  json: {},
  reference: UUID,
  file: UUID,
};

export function rowSchemas(table: Table, isSecret: boolean): Readonly<Record<string, Json>> {
  const columns = visibleColumns(table, isSecret);
  const writable = columns.filter((column) => isSecret || !(column.system || column.readOnly));
  const needed = writable.filter((column) => column.required && column.default === undefined && !column.system);
  return {
    [`${table.name}_row`]: objectOf(columns, columns),
    [`${table.name}_part`]: { ...objectOf(columns, []), description: 'A row with the columns that were selected.' },
    [`${table.name}_insert`]: objectOf(writable, needed),
    [`${table.name}_update`]: objectOf(writable, []),
  };
}

function objectOf(columns: readonly Column[], required: readonly Column[]): Json {
  return {
    type: 'object',
    properties: Object.fromEntries(columns.map((column) => [column.name, columnSchema(column)])),
    ...(required.length > 0 && { required: required.map(({ name }) => name) }),
    additionalProperties: false,
  };
}

function columnSchema(column: Column): Json {
  const schema: Json = { ...TYPES[column.type], ...(column.enum && { enum: column.enum }) };
  const nullable = column.required || schema['type'] === undefined ? schema : withNull(schema);
  return {
    ...nullable,
    ...(column.default === undefined ? {} : { default: column.default }),
    ...(column.reference && { description: `The id of a row of ${column.reference.table}.` }),
  };
}

function withNull(schema: Json): Json {
  const values = schema['enum'];
  return {
    ...schema,
    type: [schema['type'], 'null'],
    ...(Array.isArray(values) && { enum: [...values, null] }),
  };
}
