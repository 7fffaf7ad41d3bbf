import type { Column } from '../schema/table.ts';
import type { ColumnDefinition } from './definition.ts';
import { physicalColumn } from './names.ts';

export function columnOf(definition: ColumnDefinition, referenceTable?: string): Column {
  const { key: _, reference, ...options } = definition;
  const target =
    reference === undefined || referenceTable === undefined
      ? {}
      : { reference: { table: referenceTable, onDelete: reference.onDelete } };
  return { ...options, ...target, system: false, physical: physicalColumn(definition) };
}
