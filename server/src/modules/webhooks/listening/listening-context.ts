import type { Project } from '../../../callers/index.ts';
import type { PlainStep } from '../../../database/index.ts';
import type { MemberCall } from '../../../http/index.ts';
import type { Waiters } from '../../../platform/waiters.ts';
import type { WebhookRow } from '../webhook-tables.ts';
import { requireWebhook, type WebhooksContext, webhookNotFound } from '../webhooks-context.ts';

/** How long a listener counts as listening after its last request. */
export const LISTEN_MS = 60_000;

export interface ListeningContext extends WebhooksContext {
  readonly waiters: Waiters;
  /** Returns the step that enqueues the job which deletes the webhook once its listener is gone. */
  readonly endLater: (project: Project, webhookId: string, atMs: number) => Promise<PlainStep>;
}

/** The webhook in the address, which must have an active listener. Throws `not_found`. */
export async function requireListener(
  context: ListeningContext,
  call: MemberCall<unknown, unknown>,
): Promise<WebhookRow> {
  const row = await requireWebhook(context, call);
  if (Number(row.listen_until_ms) <= context.clock.now()) throw webhookNotFound();
  return row;
}
