import type { IndexBuild, PlainStep } from '../database.ts';
import type { Dialect } from '../dialect.ts';
import { addHiddenColumn } from './added-column.ts';
import { indexChanges, type TableChange } from './alter-table.ts';
import type { ColumnDefinition, ColumnLimit, TableDefinition } from './definition.ts';
import { onDeleteOf } from './foreign-key.ts';
import type { Index } from './indexes.ts';
import { foreignKeyName, hiddenColumn, physicalColumn, physicalTable, quoted } from './names.ts';
import { type RowCondition, rowConditions } from './row-conditions.ts';
import { step } from './step.ts';
import { indexIn } from './table-steps.ts';

/** The parts of a change that can be made and checked while its table is used. */
export interface Preparation {
  readonly columns: readonly ColumnDefinition[];
  readonly indexes: readonly Index[];
  readonly foreignKeys: readonly string[];
  /** Conditions that no existing row may meet; they are checked once new values must fit the limits. */
  readonly conditions: readonly RowCondition[];
}

export function preparationOf(dialect: Dialect, change: TableChange): Preparation {
  const { before, after } = change;
  const { added, rebuilt } = indexChanges(dialect, change);
  const replaced = new Set(rebuilt.map(({ key }) => key));
  const indexes = added.filter(({ columns }) => !columns.some(({ key }) => replaced.has(key)));
  const indexed = new Set(indexes.flatMap(({ columns }) => columns.map(({ key }) => key)));
  const old = new Set(before.columns.map(({ key }) => key));
  const physicalOf = physicalNames(change);
  return {
    columns: after.columns.filter(({ key }) => indexed.has(key) && !old.has(key)),
    indexes,
    foreignKeys: unvalidatedKeys(before).filter((name) => after.unbuilt?.includes(name) !== true),
    conditions: rowConditions({ before, after, added, physicalOf }).filter(
      ({ limit }) => limit !== undefined && old.has(limit.key),
    ),
  };
}

export function limitsOf({ conditions }: Preparation): readonly ColumnLimit[] {
  return conditions.flatMap(({ limit }) => limit ?? []);
}

/** The steps that begin the preparation. From their commit on, every write must fit the limits. */
export function preparationSteps(dialect: Dialect, change: TableChange, preparation: Preparation): PlainStep[] {
  const { before, tables } = change;
  const { columns, conditions } = preparation;
  // The lock waits for writes that began earlier, which could otherwise commit a value after the check has read past it.
  const lock = conditions.length > 0 ? dialect.lockWrites?.(physicalTable(before)) : undefined;
  return [
    ...(lock === undefined ? [] : [step(lock)]),
    ...columns.flatMap((column) => addHiddenColumn(dialect, { table: before, column, tables })),
  ];
}

function unvalidatedKeys(table: TableDefinition): readonly string[] {
  const keys = table.columns.flatMap((column) => {
    const onDelete = onDeleteOf(column);
    return onDelete === undefined ? [] : [foreignKeyName(table, column.key, onDelete)];
  });
  return keys.filter((name) => table.unbuilt?.includes(name));
}

export function validationText(dialect: Dialect, table: TableDefinition, foreignKey: string): string {
  return `ALTER TABLE ${dialect.table(physicalTable(table))} VALIDATE CONSTRAINT ${quoted(foreignKey)}`;
}

export function indexBuildOf(dialect: Dialect, change: TableChange, index: Index): IndexBuild {
  const physicalOf = physicalNames(change);
  const columns = index.columns.map((column) => ({ ...column, physical: physicalOf(column.key) }));
  return indexIn(dialect, change.before, { ...index, columns });
}

function physicalNames({ before, after }: TableChange): (key: string) => string {
  const names = new Map([
    ...after.columns.map((column) => [column.key, hiddenColumn(column)] as const),
    ...before.columns.map((column) => [column.key, physicalColumn(column)] as const),
  ]);
  // System columns have their own name as key.
  return (key) => names.get(key) ?? key;
}
