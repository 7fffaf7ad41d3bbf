import type { TableDefinition } from './definition.ts';
import { onDeleteOf } from './foreign-key.ts';
import { indexName, physicalColumn } from './names.ts';

export interface Index {
  readonly name: string;
  /** As callers know it. */
  readonly column: string;
  readonly physical: string;
  readonly unique: boolean;
}

/**
 * Every index the table must have: the time of creation, because the newest rows are what most lists ask for; unique
 * columns, indexed ones, references and files (a delete of the other row looks them up) and the columns that rules compare with
 * the signed-in user.
 */
export function wantedIndexes(table: TableDefinition, ruleColumns: ReadonlySet<string>): readonly Index[] {
  const indexes: Index[] = [systemIndex(table, 'created_at')];
  for (const column of table.columns) {
    const isIndexed = column.indexed || onDeleteOf(column) !== undefined || ruleColumns.has(column.name);
    if (!column.unique && !isIndexed) continue;
    indexes.push({
      name: indexName(table.id, column.key, column.unique),
      column: column.name,
      physical: physicalColumn(column),
      unique: column.unique,
    });
  }
  if (ruleColumns.has('owner_id')) indexes.push(systemIndex(table, 'owner_id'));
  return indexes;
}

function systemIndex(table: TableDefinition, column: 'created_at' | 'owner_id'): Index {
  return { name: indexName(table.id, column, false), column, physical: column, unique: false };
}
