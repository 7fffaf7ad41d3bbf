import { type OpenDatabase, quoted, type Row } from './open-database.ts';

export interface Field {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly hidden: boolean;
  readonly system: boolean;
  readonly maxSelect: number;
  readonly collectionId: string;
  readonly cascadeDelete: boolean;
  readonly onlyInt: boolean;
  readonly values: readonly string[];
}

export interface Collection {
  readonly id: string;
  readonly name: string;
  readonly type: 'base' | 'auth' | 'view';
  readonly isSystem: boolean;
  readonly fields: readonly Field[];
  readonly indexes: readonly string[];
  readonly rules: Readonly<Record<'read' | 'create' | 'update' | 'delete', string | null>>;
}

export function readCollections(database: OpenDatabase): Collection[] {
  return [...database.rows(`SELECT * FROM ${quoted('_collections')}`)].map((row) => ({
    id: text(row['id']),
    name: text(row['name']),
    type: row['type'] === 'auth' || row['type'] === 'view' ? row['type'] : 'base',
    isSystem: row['system'] === 1,
    fields:
      row['fields'] === undefined
        ? [...listOf(row['schema']).map(readField), ...OLD_TIMES]
        : listOf(row['fields']).map(readField),
    indexes: listOf(row['indexes']).map(text),
    rules: {
      // PocketBase has separate rules for single records and lists, this service has one; the list rule is the narrower.
      read: ruleOf(row, 'listRule'),
      create: ruleOf(row, 'createRule'),
      update: ruleOf(row, 'updateRule'),
      delete: ruleOf(row, 'deleteRule'),
    },
  }));
}

/** Tables of releases before 0.23 have these columns without listing them. */
const OLD_TIMES: readonly Field[] = ['created', 'updated'].map((name) => readField({ name, type: 'autodate' }));

function readField(value: unknown): Field {
  const field = { ...recordOf(recordOf(value)['options']), ...recordOf(value) };
  const type = text(field['type']);
  const most = field['maxSelect'];
  return {
    id: text(field['id']),
    name: text(field['name']),
    type,
    required: field['required'] === true,
    hidden: field['hidden'] === true,
    system: field['system'] === true,
    // Relations of older releases allow any number of values when no limit is set.
    maxSelect: typeof most === 'number' ? Math.max(1, most) : type === 'relation' && most === null ? Infinity : 1,
    collectionId: text(field['collectionId']),
    cascadeDelete: field['cascadeDelete'] === true,
    onlyInt: field['onlyInt'] === true || field['noDecimal'] === true,
    values: Array.isArray(field['values']) ? field['values'].map(text) : [],
  };
}

function ruleOf(row: Row, name: string): string | null {
  const rule = row[name];
  return typeof rule === 'string' ? rule.trim() : null;
}

function listOf(value: unknown): unknown[] {
  const parsed: unknown = typeof value === 'string' && value !== '' ? JSON.parse(value) : [];
  return Array.isArray(parsed) ? parsed : [];
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
