import type { OnDelete } from '../schema/table.ts';
import type { ColumnDefinition, TableDefinition } from './definition.ts';
import { physicalTable } from './names.ts';

export interface ForeignKey {
  readonly target: string;
  readonly onDelete: OnDelete;
}

const FILES = '_files';

/** A delete of a file sets the column to null; a required column prevents the delete. */
export function foreignKeyOf(
  column: ColumnDefinition,
  tables: ReadonlyMap<string, TableDefinition>,
): ForeignKey | undefined {
  const onDelete = onDeleteOf(column);
  if (onDelete === undefined) return undefined;
  if (column.reference === undefined) return { target: FILES, onDelete };
  const target = tables.get(column.reference.tableId);
  if (target === undefined) throw new Error(`column ${column.name} points at no table`);
  return { target: physicalTable(target), onDelete };
}

export function onDeleteOf({ type, required, reference }: ColumnDefinition): OnDelete | undefined {
  if (type === 'file') return required ? 'restrict' : 'set_null';
  return reference?.onDelete;
}
