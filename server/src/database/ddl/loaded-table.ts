import type { PlainStep } from '../database.ts';
import type { Dialect } from '../dialect.ts';
import type { TableDefinition } from './definition.ts';
import { foreignKeyOf } from './foreign-key.ts';
import type { Index } from './indexes.ts';
import { physicalColumn, physicalTable, quoted } from './names.ts';
import { step } from './step.ts';
import { createTableSteps, foreignKeyText, type TablesById } from './table-steps.ts';

/** Rows may be loaded in any order, because tables may reference each other in a circle; then run `referenceSteps`. */
export function createLoadedTableSteps(
  dialect: Dialect,
  table: TableDefinition,
  tables: TablesById,
  indexes: readonly Index[],
): PlainStep[] {
  if (!dialect.addsReferences) return createTableSteps(dialect, table, tables, indexes);
  return createTableSteps(dialect, table, undefined, indexes);
}

/** The steps fail on a dangling reference: as `not_applied` by the step's name, or as `foreign_key_violation`. */
export function referenceSteps(dialect: Dialect, table: TableDefinition, tables: TablesById): PlainStep[] {
  const name = `references:${table.name}`;
  const keys = table.columns.filter((column) => foreignKeyOf(column, tables) !== undefined);
  if (keys.length === 0) return [];
  if (!dialect.addsReferences) {
    return [{ ...step(dialect.findDangling(physicalTable(table))), atMost: 0, name }];
  }
  const alter = `ALTER TABLE ${dialect.table(physicalTable(table))} ADD`;
  return keys.map((column) => {
    const of = `FOREIGN KEY (${quoted(physicalColumn(column))}) `;
    return { ...step(`${alter} ${foreignKeyText(dialect, table, column, { tables, of })}`), name };
  });
}
