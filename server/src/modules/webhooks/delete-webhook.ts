import type { Answer, MemberCall } from '../../http/route.ts';
import { unwatchUnused } from './watched-table.ts';
import { recordWebhookChange, requireWebhook, type WebhookParts, writeChange } from './webhook-parts.ts';

/** Nothing is sent from the answer on; an attempt that runs may still arrive. The log ages out unseen. */
export async function deleteWebhook(parts: WebhookParts, call: MemberCall): Promise<Answer> {
  const { project } = call;
  const { id, table_id: tableId, url } = await requireWebhook(parts, call);
  await writeChange(parts, project, [parts.records.deleteStep(id), parts.delivery.skipPendingStep(id)]);
  parts.delivery.changed(project.store);
  await unwatchUnused(parts, project, tableId);
  await recordWebhookChange(parts, call, 'webhook.delete', { target: id, details: { url } });
  return { status: 200, body: { count: 1 } };
}
