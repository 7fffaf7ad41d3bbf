import type { Answer, MemberCall } from '../../http/index.ts';
import { requireSeenWebhook } from './seen-webhook.ts';
import { unwatchUnused } from './watched-table.ts';
import { recordWebhookChange, type WebhooksContext, writeChange } from './webhooks-context.ts';

/** Sends nothing after the response, but a running attempt may still arrive. The log is deleted with age. */
export async function deleteWebhook(context: WebhooksContext, call: MemberCall): Promise<Answer> {
  const { project } = call;
  const { id, table_id: tableId, url } = await requireSeenWebhook(context, call);
  await writeChange(context, project, [context.records.deleteStep(id), context.delivery.skipPendingStep(id)]);
  context.delivery.reload(project.store);
  await unwatchUnused(context, project, tableId);
  await recordWebhookChange(context, call, 'webhook.delete', { target: id, details: { url } });
  return { status: 200, body: { count: 1 } };
}
