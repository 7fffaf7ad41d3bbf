import { type MemberCall, readIfMatch, requireUnchanged } from '../../http/index.ts';
import { presentWebhooks } from './present-webhook.ts';
import type { WebhookRow } from './webhook-tables.ts';
import { requireWebhook, type WebhooksContext } from './webhooks-context.ts';

/** The webhook in the address; checks `If-Match` when it is sent. Throws `not_found`, `conflict`. */
export async function requireSeenWebhook(context: WebhooksContext, call: MemberCall): Promise<WebhookRow> {
  const row = await requireWebhook(context, call);
  const seen = readIfMatch(call.headers);
  if (seen === undefined) return row;
  const [shown] = await presentWebhooks(context, call.project, [row]);
  requireUnchanged(seen, row.updated_at, () => shown);
  return row;
}
