import type { Static } from 'typebox';
import type { Answer, MemberCall } from '../../http/index.ts';
import { isoTime } from '../../platform/clock.ts';
import { presentCurrent } from './present-webhook.ts';
import type { rotation } from './webhook-schemas.ts';
import { makeWebhookSecret, requireWebhookSecret, sealWebhookSecret } from './webhook-secret.ts';
import { recordWebhookChange, requireWebhook, type WebhooksContext, writeChange } from './webhooks-context.ts';

/** How long both secrets sign, so that receivers have time to change theirs. */
const GRACE_MS = 24 * 60 * 60 * 1000;

/** A generated secret is shown only in this response. */
export async function rotateSecret(
  context: WebhooksContext,
  call: MemberCall<unknown, Static<typeof rotation>>,
): Promise<Answer> {
  const { project, body } = call;
  const row = await requireWebhook(context, call);
  const isMade = body.secret === undefined;
  const secret = body.secret === undefined ? makeWebhookSecret() : requireWebhookSecret(body.secret);
  const sealed = sealWebhookSecret(context.masterKey, { store: project.store, webhookId: row.id }, secret);
  const now = context.clock.now();
  const change = { secret: sealed, untilMs: now + GRACE_MS, now: isoTime(now) };
  await writeChange(context, project, [context.records.rotateStep(row.id, change)]);
  context.delivery.reload(project.store);
  await recordWebhookChange(context, call, 'webhook.rotate_secret', { target: row.id });
  const data = await presentCurrent(context, project, row);
  return { status: 200, body: { data: isMade ? { ...data, secret } : data, count: 1 } };
}
