import type { PlainStep } from '../database.ts';
import type { CaptureTrigger, Dialect, JsonColumn } from '../dialect.ts';
import { columnOf } from './column.ts';
import type { TableDefinition } from './definition.ts';
import { captureName, physicalTable, quoted } from './names.ts';
import { step } from './step.ts';

const OPS = ['insert', 'update', 'delete'] as const;

/** The table that triggers are made for. */
export interface CapturedTable {
  readonly id: string;
  readonly name: string;
  readonly physical: string;
  /** Columns of a row that public callers see. */
  readonly columns: readonly JsonColumn[];
}

export function capturedTable(table: TableDefinition): CapturedTable {
  const columns = table.columns.filter((column) => !column.hidden).map((column) => columnOf(column));
  return { id: table.id, name: table.name, physical: physicalTable(table), columns: [...SYSTEM, ...columns] };
}

/** The SQL to run for a changed row, in which the row is `old` and `new`. */
export type RowChange = (dialect: Dialect, table: CapturedTable, op: CaptureTrigger['op']) => string;

/** The words for changes of tables: the engine's, and the SQL that is run for every changed row of a watched table. */
export interface TableDdl {
  readonly dialect: Dialect;
  readonly onRowChange: RowChange;
}

/**
 * Triggers that run `onRowChange` for every changed row, in the transaction of the change and whatever changed it: a
 * statement of ours, a cascade, `set_null`, `on_conflict`. A hidden column is no reason to run, nor is `updated_at` alone.
 */
export function captureSteps({ dialect, onRowChange }: TableDdl, table: CapturedTable): PlainStep[] {
  return OPS.flatMap((op) => {
    const trigger: CaptureTrigger = {
      op,
      name: captureName(table.id, op),
      table: table.physical,
      when: op === 'update' ? changed(dialect, table.columns) : undefined,
      insert: onRowChange(dialect, table, op),
    };
    return dialect.createCapture(trigger).map((text) => step(text));
  });
}

export function dropCaptureSteps(dialect: Dialect, { id, physical }: Omit<CapturedTable, 'columns'>): PlainStep[] {
  return OPS.flatMap((op) =>
    dialect.dropCapture({ name: captureName(id, op), table: physical }).map((text) => step(text)),
  );
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
