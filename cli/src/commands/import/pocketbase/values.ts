import { join } from 'node:path';
import { idOf } from '../names.ts';
import { SourceFile, type SourceRow } from '../source.ts';
import type { Collection, Field } from './collections.ts';
import { OLD_ID, type PlannedCollection } from './columns.ts';
import type { Row } from './open-database.ts';

/** Includes the collection, because record ids are unique only within it. */
export function recordId(collection: Pick<Collection, 'id'>, id: unknown): string {
  return idOf(`pocketbase ${collection.id}`, id);
}

export function rowOf(planned: PlannedCollection, row: Row, storage: string): SourceRow {
  const { collection, columns, times, ownerField } = planned;
  const values: [string, unknown][] = [
    ['id', recordId(collection, row['id'])],
    [OLD_ID, row['id']],
  ];
  for (const [field, name] of times) values.push([name, timeOf(row[field])]);
  for (const { field, column } of columns) {
    values.push([column.name, fieldValue(field, row[field.name], { planned, id: String(row['id']), storage })]);
  }
  const owner = columns.find(({ field }) => field.name === ownerField);
  const ownerId = owner && relationIds(owner.field, row[owner.field.name])[0];
  if (ownerId !== undefined) values.push(['owner_id', ownerId]);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

interface Place {
  readonly planned: PlannedCollection;
  readonly id: string;
  readonly storage: string;
}

function fieldValue(field: Field, value: unknown, place: Place): unknown {
  const isList = field.maxSelect > 1;
  switch (field.type) {
    case 'bool':
      return value === 1 || value === true;
    case 'number':
      return typeof value === 'number' ? value : null;
    case 'date':
    case 'autodate':
      return timeOf(value) ?? null;
    case 'select':
      return isList ? textsOf(value) : (textsOf(value)[0] ?? null);
    case 'relation': {
      const ids = relationIds(field, value);
      return isList ? ids : (ids[0] ?? null);
    }
    case 'file': {
      const files = textsOf(value).map((name) => fileOf(name, place));
      return isList ? files : (files[0] ?? null);
    }
    case 'text':
    case 'editor':
      return value;
    case 'email':
    case 'url':
      return value === '' ? null : value;
    default:
      return parsed(value);
  }
}

function relationIds(field: Field, value: unknown): string[] {
  return textsOf(value).map((id) => recordId({ id: field.collectionId }, id));
}

/** PocketBase keeps a folder for each record. It never uses slashes in file names. */
function fileOf(name: string, { planned, id, storage }: Place): SourceFile {
  const plain = name.replaceAll(/[/\\]/g, '_');
  return new SourceFile(join(storage, planned.collection.id, id, plain), `${planned.tableName}/${id}/${plain}`);
}

function textsOf(value: unknown): string[] {
  if (typeof value !== 'string' || value === '') return [];
  const list = value.startsWith('[') ? parsed(value) : [value];
  return (Array.isArray(list) ? list : [value]).filter((each) => typeof each === 'string' && each !== '');
}

function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (value === '') return null;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/** PocketBase writes times as `2026-01-31 10:00:00.123Z`. */
export function timeOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value.replace(' ', 'T') : undefined;
}
