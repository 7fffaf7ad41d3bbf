import type { Column, RowAction, Table } from '../../database/schema/index.ts';
import { ROW_ACTIONS } from './rules.ts';

export function presentTable(table: Table, rowCount?: number): object {
  return {
    name: table.name,
    columns: table.columns.map(presentColumn),
    indexes: table.indexes
      .filter(({ declared }) => declared)
      .map(({ columns, unique }) => ({ columns: columns.map(({ name }) => name), unique })),
    rules: presentRules(table),
    ...(table.readOnly === true && { read_only: true }),
    ...(rowCount === undefined ? {} : { row_count: rowCount }),
    ...(table.change !== undefined && { change: table.change }),
    created_at: table.createdAt,
    updated_at: table.updatedAt,
  };
}

export function presentSummary(table: Table, rowCount: number | undefined): object {
  return {
    name: table.name,
    columns: table.columns.length,
    row_count: rowCount,
    rules: presentRules(table),
    updated_at: table.updatedAt,
  };
}

export function presentRules(table: Table): object {
  return Object.fromEntries(ROW_ACTIONS.map((action) => [action, presentRule(table, action)]));
}

export function presentColumn(column: Column): object {
  const { name, type, required, unique, indexed, hidden, readOnly, reference } = column;
  return {
    name,
    type,
    required,
    unique,
    indexed,
    hidden,
    read_only: readOnly,
    ...(column.searchable === true && { searchable: true }),
    ...(column.default === undefined ? {} : { default: column.default }),
    ...(column.enum === undefined ? {} : { enum: column.enum }),
    ...(reference === undefined ? {} : { table: reference.table, on_delete: reference.onDelete }),
    ...(column.system ? { system: true } : {}),
  };
}

function presentRule(table: Table, action: RowAction): unknown {
  const { level, whereText } = table.rules[action];
  return whereText === undefined ? level : { level, where: whereText };
}
