import type { StoredType } from '../schema/table.ts';
import type { ColumnDefinition, IndexDefinition, TableDefinition } from './definition.ts';
import { onDeleteOf } from './foreign-key.ts';
import { indexName, physicalColumn, timeIndexName } from './names.ts';

export interface Index {
  readonly name: string;
  readonly columns: readonly IndexColumn[];
  readonly unique: boolean;
}

export interface IndexColumn {
  /** Key of the column's definition; for a system column its name. */
  readonly key: string;
  readonly name: string;
  readonly physical: string;
  readonly type: StoredType;
}

const CREATED_AT = systemColumn('created_at', 'timestamp');
const OWNER_ID = systemColumn('owner_id', 'uuid');
const SYSTEM: readonly IndexColumn[] = [CREATED_AT, systemColumn('updated_at', 'timestamp'), OWNER_ID];

/** System columns that an index may contain. The id is not among them because every index ends with it. */
export const SYSTEM_INDEXABLE: ReadonlySet<string> = new Set(SYSTEM.map(({ name }) => name));

/** Rows are selected by one value of these types; columns of other types are sorted and queried by range. */
const PICKED_BY: ReadonlySet<StoredType> = new Set(['text', 'boolean', 'reference', 'uuid']);

export function wantedIndexes(table: TableDefinition, ruleColumns: ReadonlySet<string>): readonly Index[] {
  const declared = table.indexes.map((index) => declaredIndex(table, index));
  return [...ownIndexes(table, ruleColumns), ...builtOf(table, declared)];
}

/**
 * Indexes that the owner did not declare, one for each column because each costs every write. `owner_id` has two, by
 * time and by id, because every list under an `owner` rule starts there.
 */
export function ownIndexes(table: TableDefinition, ruleColumns: ReadonlySet<string>): readonly Index[] {
  const indexes: Index[] = [plainIndex(table, CREATED_AT)];
  for (const column of table.columns) {
    const isIndexed = column.indexed || onDeleteOf(column) !== undefined || ruleColumns.has(column.name);
    if (column.unique) indexes.push(plainIndex(table, ownColumn(column), true));
    else if (isIndexed) indexes.push(ownIndex(table, ownColumn(column)));
  }
  if (ruleColumns.has('owner_id')) {
    indexes.push(plainIndex(table, OWNER_ID));
    if (table.indexesByTime) indexes.push(timeIndex(table, OWNER_ID));
  }
  return builtOf(table, indexes);
}

function builtOf({ unbuilt }: TableDefinition, indexes: readonly Index[]): readonly Index[] {
  return unbuilt === undefined ? indexes : indexes.filter(({ name }) => !unbuilt.includes(name));
}

function ownIndex(table: TableDefinition, column: IndexColumn): Index {
  return table.indexesByTime && PICKED_BY.has(column.type) ? timeIndex(table, column) : plainIndex(table, column);
}

function plainIndex(table: TableDefinition, column: IndexColumn, unique = false): Index {
  return { name: indexName(table.id, column.key, unique), columns: [column], unique };
}

function timeIndex(table: TableDefinition, column: IndexColumn): Index {
  return { name: timeIndexName(table.id, column.key), columns: [column, CREATED_AT], unique: false };
}

export function declaredIndex(table: TableDefinition, { key, columns, unique }: IndexDefinition): Index {
  const own = new Map([...SYSTEM, ...table.columns.map(ownColumn)].map((column) => [column.key, column]));
  return {
    name: indexName(table.id, key, unique),
    columns: columns.map((columnKey) => {
      const column = own.get(columnKey);
      if (column === undefined) throw new Error(`an index of ${table.name} has a column that is gone`);
      return column;
    }),
    unique,
  };
}

function ownColumn(column: ColumnDefinition): IndexColumn {
  return { key: column.key, name: column.name, physical: physicalColumn(column), type: column.type };
}

function systemColumn(name: string, type: StoredType): IndexColumn {
  return { key: name, name, physical: name, type };
}
