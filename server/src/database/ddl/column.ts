import type { Column } from '../schema/table.ts';
import type { ColumnDefinition } from './definition.ts';
import { physicalColumn } from './names.ts';

/** The column as statements and values know it; `referenceTable` is the name of the table it points at. */
export function columnOf(definition: ColumnDefinition, referenceTable?: string): Column {
  const { key: _, reference, ...options } = definition;
  const target =
    reference === undefined || referenceTable === undefined
      ? {}
      : { reference: { table: referenceTable, onDelete: reference.onDelete } };
  return { ...options, ...target, system: false, physical: physicalColumn(definition) };
}
