import type { IndexBuild, PlainStep } from '../database.ts';
import type { Dialect } from '../dialect.ts';
import type { ColumnDefinition, TableDefinition } from './definition.ts';
import { foreignKeyOf } from './foreign-key.ts';
import type { Index } from './indexes.ts';
import { foreignKeyName, physicalColumn, physicalTable, primaryKeyName, quoted, sideTableName } from './names.ts';
import { createSearchSteps, dropSearchSteps } from './search-steps.ts';
import { step } from './step.ts';

export type TablesById = ReadonlyMap<string, TableDefinition>;

const ON_DELETE = {
  // NO ACTION checks at the end of the statement, so a delete may remove a row with all that reference it.
  restrict: 'NO ACTION',
  cascade: 'CASCADE',
  set_null: 'SET NULL',
} as const;

export function createTableSteps(
  dialect: Dialect,
  table: TableDefinition,
  /** Undefined: its references are added later. */
  tables: TablesById | undefined,
  indexes: readonly Index[],
): PlainStep[] {
  const { types } = dialect;
  const columns = [
    `"id" ${types.uuid} CONSTRAINT ${quoted(primaryKeyName(table.id))} PRIMARY KEY`,
    `"created_at" ${types.timestamp}`,
    `"updated_at" ${types.timestamp}`,
    `"owner_id" ${types.uuid}`,
    ...table.columns.map((column) => columnText(dialect, table, column, tables)),
  ];
  const create = `CREATE TABLE ${dialect.table(physicalTable(table))} (${columns.join(', ')})${dialect.afterColumns}`;
  return [
    step(create),
    ...indexes.map((index) => createIndexStep(dialect, table, index)),
    ...createSearchSteps(dialect, table, undefined),
  ];
}

export function dropTableSteps(dialect: Dialect, table: TableDefinition): PlainStep[] {
  return [
    ...dropSearchSteps(dialect, table, undefined),
    step(`DROP TABLE ${dialect.table(physicalTable(table))}`),
    ...(dialect.buildsInSideTable ? [step(`DROP TABLE IF EXISTS ${quoted(sideTableName(table.id))}`)] : []),
  ];
}

export function columnText(
  dialect: Dialect,
  table: TableDefinition,
  column: ColumnDefinition,
  tables: TablesById | undefined,
): string {
  const text = `${quoted(physicalColumn(column))} ${dialect.types[column.type]}`;
  const key = tables === undefined ? '' : foreignKeyText(dialect, table, column, { tables });
  return key === '' ? text : `${text} ${key}`;
}

/** The constraint of a column, or of a table (`of`: the column it is for). Empty for a column without a reference. */
export function foreignKeyText(
  dialect: Dialect,
  table: TableDefinition,
  column: ColumnDefinition,
  { tables, of = '' }: { readonly tables: TablesById; readonly of?: string },
): string {
  // A table may reference itself, even under a name that this change gives it.
  const foreignKey = foreignKeyOf(column, new Map([...tables, [table.id, table]]));
  if (foreignKey === undefined) return '';
  const { target, onDelete } = foreignKey;
  const key = quoted(foreignKeyName(table, column.key, onDelete));
  return `CONSTRAINT ${key} ${of}REFERENCES ${dialect.table(target)} ("id") ON DELETE ${ON_DELETE[onDelete]}`;
}

/** The step is named, so that the caller can tell rows that violate a unique index from other failures. */
export function createIndexStep(dialect: Dialect, table: TableDefinition, index: Index): PlainStep {
  return {
    ...step(indexText(dialect, indexIn(dialect, table, index))),
    name: `${index.unique ? 'unique' : 'index'}:${columnNames(index)}`,
  };
}

/** `mode`: how an engine builds an index outside transactions. */
export function indexText(
  dialect: Dialect,
  { name, table, columns, unique }: IndexBuild,
  mode: '' | ' CONCURRENTLY' = '',
): string {
  const kind = unique ? 'CREATE UNIQUE INDEX' : 'CREATE INDEX';
  const keys = dialect.indexKeys(
    columns.map((column) => quoted(column.name)),
    unique,
  );
  return `${kind}${mode} ${quoted(name)} ON ${dialect.table(table)} (${keys})`;
}

export function indexIn(dialect: Dialect, table: TableDefinition, { name, columns, unique }: Index): IndexBuild {
  return {
    name,
    table: physicalTable(table),
    columns: columns.map(({ physical, type }) => ({ name: physical, type: dialect.types[type] })),
    unique,
  };
}

export function columnNames({ columns }: Pick<Index, 'columns'>): string {
  return columns.map(({ name }) => name).join(',');
}

export function dropIndexStep(dialect: Dialect, index: Pick<Index, 'name'>): PlainStep {
  return step(`DROP INDEX IF EXISTS ${dialect.table(index.name)}`);
}
