import type { Answer, MemberCall } from '../../http/index.ts';
import { isoTime } from '../../platform/clock.ts';
import { requireDelivery } from './delivery-log.ts';
import { insertBody } from './payload.ts';
import { sampleRecord } from './sample-record.ts';
import { findWebhookTable } from './watched-table.ts';
import { recordWebhookChange, requireWebhook, type WebhooksContext } from './webhooks-context.ts';

/** Sends one made-up insert through the real delivery path, once, even while the webhook is disabled. The response does not wait for it. */
export async function sendTest(context: WebhooksContext, call: MemberCall): Promise<Answer> {
  const { project } = call;
  const { store } = project;
  const { id: webhookId, table_id: tableId } = await requireWebhook(context, call);
  const table = await findWebhookTable(context, project, tableId);
  const now = context.clock.now();
  const id = context.ids();
  const name = table?.name ?? '';
  const timestamp = isoTime(now);
  const record = table === undefined ? {} : sampleRecord(table, { id: context.ids(), now });
  const body = insertBody({ webhookId, table: name, timestamp, record });
  const test = { id, webhookId, tableName: name, body, createdAt: timestamp };
  await context.delivery.markPending(store);
  await context.database.write(store, [context.delivery.testStep(test)]);
  const data = await requireDelivery(context, store, webhookId, id);
  context.delivery.wake(store);
  await recordWebhookChange(context, call, 'webhook.test', { target: webhookId, details: { delivery_id: id } });
  return { status: 201, body: { data, count: 1 } };
}
