import type { StoredType } from '../schema/table.ts';
import type { ColumnDefinition, IndexDefinition, TableDefinition } from './definition.ts';
import { onDeleteOf } from './foreign-key.ts';
import { indexName, physicalColumn } from './names.ts';

export interface Index {
  readonly name: string;
  readonly columns: readonly IndexColumn[];
  readonly unique: boolean;
}

export interface IndexColumn {
  /** Of the column's definition; a system column's own name. */
  readonly key: string;
  /** As callers know it. */
  readonly name: string;
  readonly physical: string;
  readonly type: StoredType;
}

const SYSTEM: readonly IndexColumn[] = [
  systemColumn('created_at', 'timestamp'),
  systemColumn('updated_at', 'timestamp'),
  systemColumn('owner_id', 'uuid'),
];

/** System columns that an index may have. Every index ends with the id anyway. */
export const SYSTEM_INDEXABLE: ReadonlySet<string> = new Set(SYSTEM.map(({ name }) => name));

/**
 * Every index the table must have: the time of creation, because the newest rows are what most lists ask for; unique
 * columns, indexed ones, references and files (a delete of the other row looks them up), the columns that rules compare
 * with the signed-in user, and those of several columns.
 */
export function wantedIndexes(table: TableDefinition, ruleColumns: ReadonlySet<string>): readonly Index[] {
  const indexes: Index[] = [systemIndex(table, 'created_at')];
  for (const column of table.columns) {
    const isIndexed = column.indexed || onDeleteOf(column) !== undefined || ruleColumns.has(column.name);
    if (!column.unique && !isIndexed) continue;
    indexes.push({
      name: indexName(table.id, column.key, column.unique),
      columns: [ownColumn(column)],
      unique: column.unique,
    });
  }
  if (ruleColumns.has('owner_id')) indexes.push(systemIndex(table, 'owner_id'));
  return [...indexes, ...table.indexes.map((index) => declaredIndex(table, index))];
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

function systemIndex(table: TableDefinition, column: 'created_at' | 'owner_id'): Index {
  const columns = SYSTEM.filter(({ name }) => name === column);
  return { name: indexName(table.id, column, false), columns, unique: false };
}

function systemColumn(name: string, type: StoredType): IndexColumn {
  return { key: name, name, physical: name, type };
}
