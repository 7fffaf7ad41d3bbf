import type { Answer, MemberCall } from '../../http/index.ts';
import { isoTime } from '../../platform/clock.ts';
import { ServiceError } from '../../platform/errors.ts';
import { flagsOf, presentWebhooks } from './present-webhook.ts';
import { readDescription, SWITCHED_OFF } from './read-webhook.ts';
import { requireWebhookTable } from './watched-table.ts';
import type { NewWebhook } from './webhook-schemas.ts';
import { requireWebhookSecret, sealWebhookSecret } from './webhook-secret.ts';
import type { WebhookRow } from './webhook-tables.ts';
import { requireWebhookUrl } from './webhook-url.ts';
import { recordWebhookChange, type WebhooksContext } from './webhooks-context.ts';

/** Each webhook of a table adds one row to every transaction that changes the table. */
const WEBHOOKS_MAX = 100;

/** Creates the webhook and its table's triggers in one transaction, so that it misses no change after the response. */
export async function createWebhook(context: WebhooksContext, call: MemberCall<unknown, NewWebhook>): Promise<Answer> {
  const { project, body } = call;
  const row = newRow(context, call);
  const table = await requireWebhookTable(context, project, body.table);
  if ((await context.records.count(project.store)) >= WEBHOOKS_MAX)
    throw new ServiceError('validation_failed', `A project has at most ${WEBHOOKS_MAX} webhooks. Delete one first.`);
  const whole = { ...row, table_id: table.id };
  await context.tables.watch(project, { table, on: true, alongside: [context.records.insertStep(whole)] });
  const { events, url } = body;
  await recordWebhookChange(context, call, 'webhook.create', {
    target: row.id,
    details: { table: table.name, events, url },
  });
  const [data] = await presentWebhooks(context, project, [whole]);
  return { status: 201, body: { data, count: 1 } };
}

function newRow(
  context: WebhooksContext,
  { project, body }: MemberCall<unknown, NewWebhook>,
): Omit<WebhookRow, 'table_id'> {
  const id = context.ids();
  const now = isoTime(context.clock.now());
  const isEnabled = body.enabled !== false;
  const secret = typeof body.secret === 'string' ? requireWebhookSecret(body.secret) : undefined;
  return {
    id,
    ...flagsOf(body.events),
    url: requireWebhookUrl(body.url, context.isClosed),
    description: readDescription(body.description),
    enabled: isEnabled ? 1 : 0,
    disabled_reason: isEnabled ? null : SWITCHED_OFF,
    disabled_at: isEnabled ? null : now,
    consecutive_failures: 0,
    secret:
      secret === undefined
        ? null
        : sealWebhookSecret(context.masterKey, { store: project.store, webhookId: id }, secret),
    previous_secret: null,
    previous_secret_until_ms: 0,
    lease_owner: null,
    lease_until_ms: 0,
    listen_until_ms: 0,
    created_at: now,
    updated_at: now,
  };
}
