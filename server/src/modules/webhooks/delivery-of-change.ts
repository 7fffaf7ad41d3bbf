import type { Dialect } from '../../database/index.ts';
import { type CapturedTable, recordJson } from '../../database/index.ts';
import { type ChangeEvent, type PayloadValues, payloadPieces } from './payload.ts';

/** A change caused by a chain of more than this many changes counts as a loop, and its deliveries are skipped. */
const DEPTH_MAX = 8;

/** SQL that inserts a delivery per webhook in the change's transaction. The payload contains no hidden columns. */
export function deliveryOfChange(dialect: Dialect, table: CapturedTable, event: ChangeEvent): string {
  const values = {
    id: dialect.newId,
    webhook_id: 'w.id',
    event: `'${event}'`,
    table_name: `'${table.name}'`,
    state: `CASE WHEN w.enabled = 1 AND n.depth <= ${DEPTH_MAX} THEN 'pending' ELSE 'skipped' END`,
    skipped_reason: `CASE WHEN w.enabled <> 1 THEN 'disabled' WHEN n.depth > ${DEPTH_MAX} THEN 'loop' END`,
    depth: 'n.depth',
    body: bodyText(dialect, table, event),
    created_at: 'n.now',
  };
  const into = `${dialect.table('_webhook_deliveries')} (${Object.keys(values).join(', ')})`;
  // Read once per row, because two reads could return different times.
  const now = `(SELECT ${dialect.nowText} AS now, ${dialect.changeDepth} + 1 AS depth) AS n`;
  const from = `${dialect.table('_webhooks')} AS w CROSS JOIN ${now} WHERE w.table_id = '${table.id}' AND w.on_${event} = 1`;
  return `INSERT INTO ${into} SELECT ${Object.values(values).join(', ')} FROM ${from}`;
}

function bodyText(dialect: Dialect, table: CapturedTable, event: ChangeEvent): string {
  const values: PayloadValues = {
    webhookId: 'CAST(w.id AS TEXT)',
    timestamp: 'n.now',
    before: recordJson(dialect, table, 'old'),
    after: recordJson(dialect, table, 'new'),
  };
  return payloadPieces(event, table.name)
    .map((piece) => (typeof piece === 'string' ? `'${piece}'` : values[piece.value]))
    .join(' || ');
}
