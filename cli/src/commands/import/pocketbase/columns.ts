import { fittingColumns } from '../names.ts';
import type { SourceColumn } from '../source.ts';
import type { Collection, Field } from './collections.ts';

const KEPT_BY_THE_SERVER: Readonly<Record<string, string>> = { created: 'created_at', updated: 'updated_at' };
const OWNER_NAMES = ['owner', 'user', 'author', 'created_by', 'createdBy', 'owner_id', 'user_id'];
/** Holds a record's original id, so that external references to it still work. */
export const OLD_ID = 'pocketbase_id';

export interface PlannedColumn {
  readonly field: Field;
  readonly column: SourceColumn;
}

export interface PlannedCollection {
  readonly collection: Collection;
  readonly tableName: string;
  readonly columns: readonly PlannedColumn[];
  readonly times: ReadonlyMap<string, string>;
  readonly ownerField: string | undefined;
}

export interface Targets {
  readonly tables: ReadonlyMap<string, string>;
  readonly authCollections: ReadonlySet<string>;
}

export function planCollection(collection: Collection, tableName: string, targets: Targets): PlannedCollection {
  const times = new Map<string, string>();
  for (const { name, type } of collection.fields) {
    const kept = KEPT_BY_THE_SERVER[name];
    if (type === 'autodate' && kept !== undefined) times.set(name, kept);
  }
  const fields = collection.fields.filter(({ name, type }) => name !== 'id' && type !== 'password' && !times.has(name));
  const names = fittingColumns([OLD_ID, ...fields.map(({ name }) => name)]);
  const columns = fields.map((field) => ({ field, column: columnOf(field, names.get(field.name) ?? '', targets) }));
  return { collection, tableName, columns, times, ownerField: ownerOf(fields, targets) };
}

function ownerOf(fields: readonly Field[], { authCollections }: Targets): string | undefined {
  const people = fields.filter(
    ({ type, maxSelect, collectionId }) => type === 'relation' && maxSelect === 1 && authCollections.has(collectionId),
  );
  return OWNER_NAMES.find((name) => people.some((field) => field.name === name));
}

function columnOf(field: Field, name: string, targets: Targets): SourceColumn {
  const { required, hidden } = field;
  const options = { name, ...(required && { required }), ...(hidden && { hidden }) };
  const isList = field.maxSelect > 1;
  switch (field.type) {
    case 'number':
      return { ...options, type: field.onlyInt ? 'integer' : 'number' };
    case 'bool':
      // In PocketBase, a required boolean must be true.
      return { name, type: 'boolean', ...(hidden && { hidden }) };
    case 'date':
    case 'autodate':
      return { ...options, type: 'timestamp' };
    case 'select':
      return isList ? { ...options, type: 'json' } : { ...options, type: 'text', enum: field.values };
    case 'relation':
      return relationOf(field, options, targets);
    case 'file':
      // Not required, so that a file missing on disk does not lose the record.
      return { name, type: isList ? 'json' : 'file', ...(hidden && { hidden }) };
    case 'text':
    case 'editor':
    case 'email':
    case 'url':
      return { ...options, type: 'text' };
    default:
      return { ...options, type: 'json' };
  }
}

function relationOf(
  field: Field,
  options: { name: string; required?: boolean; hidden?: boolean },
  targets: Targets,
): SourceColumn {
  if (field.maxSelect > 1) return { ...options, type: 'json' };
  const table = targets.tables.get(field.collectionId);
  // Users are not in a table here, so their id is stored as text.
  if (table === undefined) return { ...options, type: 'text', indexed: true };
  const on_delete = field.cascadeDelete ? 'cascade' : options.required === true ? 'restrict' : 'set_null';
  return { ...options, type: 'reference', table, on_delete };
}
