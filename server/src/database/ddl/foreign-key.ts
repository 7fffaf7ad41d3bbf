import type { OnDelete } from '../schema/table.ts';
import type { ColumnDefinition, TableDefinition } from './definition.ts';
import { physicalTable } from './names.ts';

/** The target of a column, and what becomes of the column when that is deleted. */
export interface ForeignKey {
  /** The physical table. */
  readonly target: string;
  readonly onDelete: OnDelete;
}

const FILES = '_files';

/**
 * Undefined for a column that points at nothing. A file that a required column needs cannot be deleted; any other column
 * lets go of it.
 */
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
