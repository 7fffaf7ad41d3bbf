import type { PlainStep } from '../database.ts';
import type { CaptureTrigger, Dialect, JsonColumn, JsonMember } from '../dialect.ts';
import type { Table } from '../schema/table.ts';
import { columnOf } from './column.ts';
import type { TableDefinition } from './definition.ts';
import { captureName, physicalTable, quoted } from './names.ts';
import { step } from './step.ts';

const OPS = ['insert', 'update', 'delete'] as const;

export interface CapturedTable {
  readonly id: string;
  readonly name: string;
  readonly physical: string;
  /** The columns that public callers may see. */
  readonly columns: readonly JsonColumn[];
  readonly record?: CapturedRecord | undefined;
}

/** `row` is `old` or `new`. */
export interface CapturedRecord {
  readonly members: (dialect: Dialect, row: string) => readonly JsonMember[];
  /** SQL values that change exactly when the record does. Absent: the values of the columns. */
  readonly compared?: (row: string) => readonly string[];
}

/** A table of the service that webhooks can watch. */
export interface ServiceTable extends Table {
  readonly recordOf?: (projectId: string) => CapturedRecord;
  readonly beforeWatch?: (dialect: Dialect) => readonly PlainStep[];
  /** For the sample record of a test delivery; values derived from the types would look unrealistic. */
  readonly sample?: Readonly<Record<string, unknown>>;
}

export function recordJson(dialect: Dialect, { columns, record }: CapturedTable, row: 'old' | 'new'): string {
  return record === undefined ? dialect.rowJson(columns, row) : dialect.jsonObject(record.members(dialect, row));
}

export function capturedTable(table: TableDefinition): CapturedTable {
  const columns = table.columns.filter((column) => !column.hidden).map((column) => columnOf(column));
  return { id: table.id, name: table.name, physical: physicalTable(table), columns: [...SYSTEM, ...columns] };
}

/** The SQL to run for a changed row, which is available as `old` and `new`. */
export type RowChange = (dialect: Dialect, table: CapturedTable, op: CaptureTrigger['op']) => string;

export interface TableDdl {
  readonly dialect: Dialect;
  readonly onRowChange: RowChange;
}

/**
 * The triggers run in the transaction of the change, whatever caused it (a statement of ours, a cascade,
 * `on_conflict`). A change of only hidden columns, or only of `updated_at`, does not run them.
 */
export function captureSteps({ dialect, onRowChange }: TableDdl, table: CapturedTable): PlainStep[] {
  return OPS.flatMap((op) => {
    const trigger: CaptureTrigger = {
      op,
      name: captureName(table.id, op),
      table: table.physical,
      when: op === 'update' ? changed(dialect, table) : undefined,
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

function changed(dialect: Dialect, { columns, record }: CapturedTable): string {
  if (record?.compared !== undefined) {
    const after = record.compared('new');
    const before = record.compared('old');
    return before.map((value, index) => dialect.differs(value, after[index] ?? 'NULL', 'text')).join(' OR ');
  }
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
