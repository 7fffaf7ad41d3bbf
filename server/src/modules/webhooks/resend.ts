import type { Static } from 'typebox';
import type { Project } from '../../callers/index.ts';
import type { PlainStep } from '../../database/index.ts';
import { isNotApplied } from '../../database/index.ts';
import type { Answer, MemberCall } from '../../http/index.ts';
import { isoTime } from '../../platform/clock.ts';
import { ServiceError } from '../../platform/errors.ts';
import { requireInstant } from '../../platform/instant.ts';
import { DELIVERY_STEP, ENABLED_STEP } from './delivery/index.ts';
import { deliveryNotFound, requireDelivery } from './delivery-log.ts';
import type { resendFailed } from './webhook-schemas.ts';
import { recordWebhookChange, requireWebhook, type WebhooksContext } from './webhooks-context.ts';

export async function resendDelivery(context: WebhooksContext, call: MemberCall): Promise<Answer> {
  const { project, params } = call;
  const { store } = project;
  const { id: webhookId } = await requireWebhook(context, call);
  const { id } = await requireDelivery(context, store, webhookId, params['delivery_id'] ?? '');
  await order(context, project, webhookId, context.delivery.resendStep(webhookId, id, context.clock.now()));
  await recordWebhookChange(context, call, 'webhook.resend', { target: webhookId, details: { delivery_id: id } });
  return { status: 200, body: { data: await requireDelivery(context, store, webhookId, id), count: 1 } };
}

/** Schedules one more attempt for every delivery since then that failed or was skipped. */
export async function resendFailedDeliveries(
  context: WebhooksContext,
  call: MemberCall<unknown, Static<typeof resendFailed>>,
): Promise<Answer> {
  const since = isoTime(requireInstant(call.body.since, 'since'));
  const { id: webhookId } = await requireWebhook(context, call);
  const step = context.delivery.resendFailedStep(webhookId, since, context.clock.now());
  const count = await order(context, call.project, webhookId, step);
  await recordWebhookChange(context, call, 'webhook.resend_failed', { target: webhookId, details: { since, count } });
  return { status: 200, body: { count } };
}

/** Returns how many deliveries will be resent. The same transaction checks that the webhook is enabled. */
async function order(
  { database, delivery }: WebhooksContext,
  { store }: Project,
  webhookId: string,
  step: PlainStep,
): Promise<number> {
  await delivery.markPending(store);
  try {
    const { results } = await database.write(store, [delivery.requireEnabledStep(webhookId), step]);
    const last = results.at(-1);
    return last?.kind === 'plain' ? last.touched : 0;
  } catch (error) {
    if (isNotApplied(error, ENABLED_STEP))
      throw new ServiceError('webhook_disabled', 'The webhook is disabled. Enable it first.');
    throw isNotApplied(error, DELIVERY_STEP) ? deliveryNotFound() : error;
  } finally {
    delivery.wake(store);
  }
}
