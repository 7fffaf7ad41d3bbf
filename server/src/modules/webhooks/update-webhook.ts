import type { PlainStep } from '../../database/index.ts';
import { isNotApplied } from '../../database/index.ts';
import type { Answer, MemberCall } from '../../http/index.ts';
import { isoTime } from '../../platform/clock.ts';
import { flagsOf, presentCurrent } from './present-webhook.ts';
import { readDescription, SWITCHED_OFF } from './read-webhook.ts';
import { requireSeenWebhook } from './seen-webhook.ts';
import { requireWebhookTable, unwatchUnused } from './watched-table.ts';
import { WEBHOOK_STEP, type WebhookChanges } from './webhook-records-store.ts';
import type { WebhookPatch } from './webhook-schemas.ts';
import { requireWebhookSecret, sealWebhookSecret } from './webhook-secret.ts';
import type { WebhookRow } from './webhook-tables.ts';
import { requireWebhookUrl } from './webhook-url.ts';
import {
  recordWebhookChange,
  requireWebhook,
  type WebhooksContext,
  webhookNotFound,
  writeChange,
} from './webhooks-context.ts';

type PatchCall = MemberCall<unknown, WebhookPatch>;

/** Fields that are not sent keep their values. Pending deliveries go to the new address with their original bytes. */
export async function updateWebhook(context: WebhooksContext, call: PatchCall): Promise<Answer> {
  const { project, body } = call;
  const row = await requireSeenWebhook(context, call);
  const changed = Object.keys(body);
  if (changed.length > 0) {
    const changes = changesOf(context, call, row);
    await moveOrWrite(context, call, row, [
      context.records.updateStep(row.id, changes),
      ...stateSteps(context, row.id, body),
    ]);
    const details = { changed, ...(body.url !== undefined && { url: body.url }) };
    await recordWebhookChange(context, call, 'webhook.update', { target: row.id, details });
    context.delivery.reload(project.store);
  }
  return { status: 200, body: { data: await presentCurrent(context, project, row), count: 1 } };
}

export async function enableWebhook(context: WebhooksContext, call: MemberCall): Promise<Answer> {
  const row = await requireWebhook(context, call);
  await writeChange(context, call.project, stateSteps(context, row.id, { enabled: true }));
  context.delivery.reload(call.project.store);
  await recordWebhookChange(context, call, 'webhook.enable', { target: row.id });
  return { status: 200, body: { data: await presentCurrent(context, call.project, row), count: 1 } };
}

function changesOf(context: WebhooksContext, { project, body }: PatchCall, row: WebhookRow): WebhookChanges {
  return {
    updated_at: isoTime(context.clock.now()),
    ...(body.events !== undefined && flagsOf(body.events)),
    ...(body.url !== undefined && { url: requireWebhookUrl(body.url, context.isClosed) }),
    ...(body.description !== undefined && { description: readDescription(body.description) }),
    ...(body.secret !== undefined && {
      secret: body.secret === null ? null : sealed(context, { store: project.store, webhookId: row.id }, body.secret),
      // Replaces the secret at once; `rotateSecret` keeps the old one valid for a while.
      previous_secret: null,
      previous_secret_until_ms: 0,
    }),
  };
}

function sealed(context: WebhooksContext, place: Parameters<typeof sealWebhookSecret>[1], secret: string): string {
  return sealWebhookSecret(context.masterKey, place, requireWebhookSecret(secret));
}

/** Disabling skips pending deliveries; enabling does not bring them back. */
function stateSteps({ records, delivery, clock }: WebhooksContext, id: string, { enabled }: WebhookPatch): PlainStep[] {
  if (enabled === undefined) return [];
  const now = isoTime(clock.now());
  return enabled
    ? [delivery.skipPendingStep(id), records.enableStep(id, now)]
    : [records.disableStep(id, SWITCHED_OFF, now), delivery.skipPendingStep(id)];
}

/** Moves a webhook to another table in the transaction that creates that table's triggers. */
async function moveOrWrite(
  context: WebhooksContext,
  { project, body }: PatchCall,
  row: WebhookRow,
  steps: readonly PlainStep[],
): Promise<void> {
  const table = body.table === undefined ? undefined : await requireWebhookTable(context, project, body.table);
  if (table === undefined || table.id === row.table_id) return await writeChange(context, project, steps);
  const move = context.records.updateStep(row.id, { table_id: table.id });
  try {
    await context.tables.watch(project, { table, on: true, alongside: [move, ...steps] });
  } catch (error) {
    throw isNotApplied(error, WEBHOOK_STEP) ? webhookNotFound() : error;
  }
  await unwatchUnused(context, project, row.table_id);
}
