import type { PlainStep } from '../database.ts';
import type { CaptureTrigger, Dialect, JsonColumn } from '../sql/dialect.ts';
import { columnOf } from './column.ts';
import type { TableDefinition } from './definition.ts';
import { captureName, physicalTable, quoted } from './names.ts';
import { step } from './table-steps.ts';

const OPS = ['insert', 'update', 'delete'] as const;

/** What the triggers of a table are made for. */
export interface CapturedTable {
  readonly id: string;
  readonly name: string;
  readonly physical: string;
  /** What public callers see of a row. */
  readonly columns: readonly JsonColumn[];
}

export function capturedTable(table: TableDefinition): CapturedTable {
  const columns = table.columns.filter((column) => !column.hidden).map((column) => columnOf(column));
  return { id: table.id, name: table.name, physical: physicalTable(table), columns: [...SYSTEM, ...columns] };
}

/**
 * Triggers that write a delivery for every changed row and every webhook of the table, in the transaction of the change
 * and whatever changed it: a statement of ours, a cascade, `set_null`, `on_conflict`. The payload is finished here, so
 * it tells what the row, the table and the webhook were at that moment. Hidden columns are neither in it nor a reason to
 * send one; nor is `updated_at` alone.
 */
export function captureSteps(dialect: Dialect, table: CapturedTable): PlainStep[] {
  return OPS.flatMap((op) => dialect.createCapture(captureOf(dialect, table, op)).map((text) => step(text)));
}

export function dropCaptureSteps(dialect: Dialect, { id, physical }: Omit<CapturedTable, 'columns'>): PlainStep[] {
  return OPS.flatMap((op) =>
    dialect.dropCapture({ name: captureName(id, op), table: physical }).map((text) => step(text)),
  );
}

type Op = CaptureTrigger['op'];

function captureOf(dialect: Dialect, table: CapturedTable, op: Op): CaptureTrigger {
  const values = {
    id: dialect.newId,
    webhook_id: 'w.id',
    event: `'${op}'`,
    table_name: `'${table.name}'`,
    state: `CASE w.enabled WHEN 1 THEN 'pending' ELSE 'skipped' END`,
    body: payload(dialect, table, op),
    created_at: 'n.now',
  };
  const into = `${dialect.table('_webhook_deliveries')} (${Object.keys(values).join(', ')})`;
  // One time for the whole row: asked for twice it may be two.
  const now = `(SELECT ${dialect.nowText} AS now) AS n`;
  const from = `${dialect.table('_webhooks')} AS w CROSS JOIN ${now} WHERE w.table_id = '${table.id}' AND w.on_${op} = 1`;
  return {
    op,
    name: captureName(table.id, op),
    table: table.physical,
    when: op === 'update' ? changed(dialect, table.columns) : undefined,
    insert: `INSERT INTO ${into} SELECT ${Object.values(values).join(', ')} FROM ${from}`,
  };
}

/** The bytes that are sent, with their members in the order that receivers are promised. */
function payload(dialect: Dialect, { name, columns }: CapturedTable, op: Op): string {
  const [before, after] = [dialect.rowJson(columns, 'old'), dialect.rowJson(columns, 'new')];
  const data = {
    insert: `'{"record":' || ${after}`,
    update: `'{"record":' || ${after} || ',"old_record":' || ${before}`,
    delete: `'{"record":null,"old_record":' || ${before}`,
  }[op];
  const head = `'{"webhook_id":"' || CAST(w.id AS TEXT) || '","event":"${op}","table":"${name}","timestamp":"'`;
  return `${head} || n.now || '","data":' || ${data} || '}}'`;
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
