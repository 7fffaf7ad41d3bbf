import type { Answer, MemberCall } from '../../http/route.ts';
import { isoTime } from '../../platform/clock.ts';
import { requireDelivery } from './delivery-log.ts';
import { sampleRecord } from './sample-record.ts';
import { findWebhookTable } from './watched-table.ts';
import { recordWebhookChange, requireWebhook, type WebhookParts } from './webhook-parts.ts';

/** Sends one made-up insert the way real ones go, once, also while the webhook is disabled. The answer does not wait for it. */
export async function sendTest(parts: WebhookParts, call: MemberCall): Promise<Answer> {
  const { project } = call;
  const { store } = project;
  const { id: webhookId, table_id: tableId } = await requireWebhook(parts, call);
  const table = await findWebhookTable(parts, project, tableId);
  const now = parts.clock.now();
  const id = parts.ids();
  const name = table?.name ?? '';
  const payload = {
    webhook_id: webhookId,
    event: 'insert',
    table: name,
    timestamp: isoTime(now),
    data: { record: table === undefined ? {} : sampleRecord(table, { id: parts.ids(), now }) },
  };
  const test = { id, webhookId, tableName: name, body: JSON.stringify(payload), createdAt: isoTime(now) };
  await parts.delivery.note(store);
  await parts.database.write(store, [parts.delivery.testStep(test)]);
  const data = await requireDelivery(parts, store, webhookId, id);
  parts.delivery.hint(store);
  await recordWebhookChange(parts, call, 'webhook.test', { target: webhookId, details: { delivery_id: id } });
  return { status: 201, body: { data, count: 1 } };
}
