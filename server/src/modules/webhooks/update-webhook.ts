import type { PlainStep } from '../../database/database.ts';
import type { Answer, MemberCall } from '../../http/route.ts';
import { isoTime } from '../../platform/clock.ts';
import { flagsOf, presentCurrent } from './present-webhook.ts';
import { readDescription, SWITCHED_OFF } from './read-webhook.ts';
import { requireWebhookTable, unwatchUnused } from './watched-table.ts';
import {
  failedAt,
  recordWebhookChange,
  requireWebhook,
  type WebhookParts,
  webhookNotFound,
  writeChange,
} from './webhook-parts.ts';
import { WEBHOOK_STEP, type WebhookChanges } from './webhook-records-store.ts';
import type { WebhookPatch } from './webhook-schemas.ts';
import { requireWebhookSecret, sealWebhookSecret } from './webhook-secret.ts';
import type { WebhookRow } from './webhook-tables.ts';
import { requireWebhookUrl } from './webhook-url.ts';

type PatchCall = MemberCall<unknown, WebhookPatch>;

/** What is not sent stays. What waits to be sent goes to the new address, and the bytes stay those of the change. */
export async function updateWebhook(parts: WebhookParts, call: PatchCall): Promise<Answer> {
  const { project, body } = call;
  const row = await requireWebhook(parts, call);
  const changed = Object.keys(body);
  if (changed.length > 0) {
    const changes = changesOf(parts, call, row);
    await moveOrWrite(parts, call, row, [
      parts.records.updateStep(row.id, changes),
      ...stateSteps(parts, row.id, body),
    ]);
    const details = { changed, ...(body.url !== undefined && { url: body.url }) };
    await recordWebhookChange(parts, call, 'webhook.update', { target: row.id, details });
    parts.delivery.changed(project.store);
  }
  return { status: 200, body: { data: await presentCurrent(parts, project, row), count: 1 } };
}

/** The same as `PATCH {enabled: true}`, in one word. */
export async function enableWebhook(parts: WebhookParts, call: MemberCall): Promise<Answer> {
  const row = await requireWebhook(parts, call);
  await writeChange(parts, call.project, stateSteps(parts, row.id, { enabled: true }));
  parts.delivery.changed(call.project.store);
  await recordWebhookChange(parts, call, 'webhook.enable', { target: row.id });
  return { status: 200, body: { data: await presentCurrent(parts, call.project, row), count: 1 } };
}

function changesOf(parts: WebhookParts, { project, body }: PatchCall, row: WebhookRow): WebhookChanges {
  return {
    updated_at: isoTime(parts.clock.now()),
    ...(body.events !== undefined && flagsOf(body.events)),
    ...(body.url !== undefined && { url: requireWebhookUrl(body.url, parts.isClosed) }),
    ...(body.description !== undefined && { description: readDescription(body.description) }),
    ...(body.secret !== undefined && {
      secret: body.secret === null ? null : sealed(parts, { store: project.store, webhookId: row.id }, body.secret),
      // Without grace: whoever replaces a secret in this way wants the old one gone.
      previous_secret: null,
      previous_secret_until_ms: 0,
    }),
  };
}

function sealed(parts: WebhookParts, place: Parameters<typeof sealWebhookSecret>[1], secret: string): string {
  return sealWebhookSecret(parts.masterKey, place, requireWebhookSecret(secret));
}

/** Switching off takes back what waits; switching on does not bring it back. */
function stateSteps({ records, delivery, clock }: WebhookParts, id: string, { enabled }: WebhookPatch): PlainStep[] {
  if (enabled === undefined) return [];
  const now = isoTime(clock.now());
  return enabled
    ? [delivery.skipPendingStep(id), records.enableStep(id, now)]
    : [records.disableStep(id, SWITCHED_OFF, now), delivery.skipPendingStep(id)];
}

/** A webhook that goes to another table is there in the transaction that makes the triggers of that table. */
async function moveOrWrite(
  parts: WebhookParts,
  { project, body }: PatchCall,
  row: WebhookRow,
  steps: readonly PlainStep[],
): Promise<void> {
  const table = body.table === undefined ? undefined : await requireWebhookTable(parts, project, body.table);
  if (table === undefined || table.id === row.table_id) return await writeChange(parts, project, steps);
  const move = parts.records.updateStep(row.id, { table_id: table.id });
  try {
    await parts.tables.watch(project, { table, on: true, alongside: [move, ...steps] });
  } catch (error) {
    throw failedAt(error, WEBHOOK_STEP) ? webhookNotFound() : error;
  }
  await unwatchUnused(parts, project, row.table_id);
}
