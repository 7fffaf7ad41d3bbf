import { type MemberCall, readIfMatch, requireUnchanged } from '../../http/index.ts';
import { presentWebhooks } from './present-webhook.ts';
import { requireWebhook, type WebhookContext } from './webhook-context.ts';
import type { WebhookRow } from './webhook-tables.ts';

/** The webhook in the address, as the author of a change has seen it. Throws `not_found`, `conflict`. */
export async function requireSeenWebhook(context: WebhookContext, call: MemberCall): Promise<WebhookRow> {
  const row = await requireWebhook(context, call);
  const seen = readIfMatch(call.headers);
  if (seen === undefined) return row;
  const [shown] = await presentWebhooks(context, call.project, [row]);
  requireUnchanged(seen, row.updated_at, () => shown);
  return row;
}
