import type { PlainStep } from '../database.ts';
import type { Dialect } from '../dialect.ts';
import { defaultValue } from '../schema/index.ts';
import { columnOf } from './column.ts';
import type { ColumnDefinition, TableDefinition } from './definition.ts';
import { hiddenColumn, physicalColumn, physicalTable, quoted } from './names.ts';
import { step } from './step.ts';
import { columnText, type TablesById } from './table-steps.ts';

export interface NewColumn {
  readonly table: TableDefinition;
  readonly column: ColumnDefinition;
  readonly tables: TablesById;
  readonly name: string;
}

export function addColumn(dialect: Dialect, { table, column, tables, name }: NewColumn): PlainStep[] {
  const to = dialect.table(physicalTable(table));
  const text = columnText(dialect, table, column, tables).replace(quoted(physicalColumn(column)), quoted(name));
  const value = defaultValue(columnOf(column));
  if (value === null) return [step(`ALTER TABLE ${to} ADD COLUMN ${text}`)];
  if (dialect.addFilledColumn === undefined) {
    return [step(`ALTER TABLE ${to} ADD COLUMN ${text}${dialect.storedDefault?.(value) ?? ''}`)];
  }
  const [bind, ...others] = dialect.addFilledColumn({ table: to, column: text, name: quoted(name), type: column.type });
  return [step(bind, [value]), ...others.map((each) => step(each))];
}

/** Adds a column that the definition does not show yet. Rows inserted meanwhile get its default from the database. */
export function addHiddenColumn(dialect: Dialect, added: Omit<NewColumn, 'name'>): PlainStep[] {
  const { table, column } = added;
  const name = hiddenColumn(column);
  const steps = addColumn(dialect, { ...added, name });
  if (defaultValue(columnOf(column)) === null || dialect.hiddenDefault === undefined) return steps;
  const target = { table: dialect.table(physicalTable(table)), name: quoted(name), column: '', type: column.type };
  return [...steps, step(dialect.hiddenDefault.keep(target))];
}

export function dropHiddenColumnStep(dialect: Dialect, table: TableDefinition, key: string): PlainStep {
  return step(`ALTER TABLE ${dialect.table(physicalTable(table))} DROP COLUMN ${quoted(hiddenColumn({ key }))}`);
}

export function showColumnSteps(dialect: Dialect, table: TableDefinition, column: ColumnDefinition): PlainStep[] {
  const to = dialect.table(physicalTable(table));
  const name = quoted(physicalColumn(column));
  const rename = step(`ALTER TABLE ${to} RENAME COLUMN ${quoted(hiddenColumn(column))} TO ${name}`);
  if (defaultValue(columnOf(column)) === null || dialect.hiddenDefault === undefined) return [rename];
  return [rename, step(dialect.hiddenDefault.drop({ table: to, name }))];
}
