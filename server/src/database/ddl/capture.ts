import type { PlainStep } from '../database.ts';
import type { CaptureTrigger, Dialect, JsonColumn } from '../sql/dialect.ts';
import { columnOf } from './column.ts';
import type { TableDefinition } from './definition.ts';
import { captureName, physicalTable, quoted } from './names.ts';
import { step } from './table-steps.ts';

const OPS = ['insert', 'update', 'delete'] as const;

/**
 * Triggers that write every changed row to `_row_changes` in the transaction of the change, whatever changed it: a
 * statement of ours, a cascade, `set_null`, `on_conflict`. Rows are kept as public callers see them, so hidden columns
 * are neither in them nor a reason to write one; nor is `updated_at` alone.
 */
export function captureSteps(dialect: Dialect, table: TableDefinition): PlainStep[] {
  return OPS.flatMap((op) => dialect.createCapture(captureOf(dialect, table, op)).map((text) => step(text)));
}

export function dropCaptureSteps(dialect: Dialect, table: TableDefinition): PlainStep[] {
  return OPS.flatMap((op) => {
    const capture = { name: captureName(table.id, op), table: physicalTable(table) };
    return dialect.dropCapture(capture).map((text) => step(text));
  });
}

function captureOf(dialect: Dialect, table: TableDefinition, op: CaptureTrigger['op']): CaptureTrigger {
  const columns = [...SYSTEM, ...table.columns.filter((column) => !column.hidden).map((column) => columnOf(column))];
  const values = [
    `'${table.id}'`,
    `'${table.name}'`,
    `'${op}'`,
    op === 'insert' ? 'NULL' : dialect.rowJson(columns, 'old'),
    op === 'delete' ? 'NULL' : dialect.rowJson(columns, 'new'),
    dialect.nowText,
  ];
  const target = dialect.table('_row_changes');
  return {
    op,
    name: captureName(table.id, op),
    table: physicalTable(table),
    when: op === 'update' ? changed(dialect, columns) : undefined,
    insert: `INSERT INTO ${target} (table_id, table_name, op, old_row, new_row, changed_at) VALUES (${values.join(', ')})`,
  };
}

function changed(dialect: Dialect, columns: readonly JsonColumn[]): string {
  return columns
    .filter(({ name }) => name !== 'updated_at')
    .map(({ physical, type }) => dialect.differs(`old.${quoted(physical)}`, `new.${quoted(physical)}`, type))
    .join(' OR ');
}

const SYSTEM: readonly JsonColumn[] = [
  { name: 'id', physical: 'id', type: 'uuid' },
  { name: 'created_at', physical: 'created_at', type: 'timestamp' },
  { name: 'updated_at', physical: 'updated_at', type: 'timestamp' },
  { name: 'owner_id', physical: 'owner_id', type: 'uuid' },
];
