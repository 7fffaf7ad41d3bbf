import { type Static, Type } from 'typebox';
import type { Answer, MemberCall } from '../../../http/index.ts';
import { isoTime } from '../../../platform/clock.ts';
import { ServiceError } from '../../../platform/errors.ts';
import { flagsOf } from '../present-webhook.ts';
import { requireWebhookTable } from '../watched-table.ts';
import { newWebhook } from '../webhook-schemas.ts';
import { makeWebhookSecret, sealWebhookSecret } from '../webhook-secret.ts';
import { recordWebhookChange } from '../webhooks-context.ts';
import { LISTEN_MS, type ListeningContext } from './listening-context.ts';

const LISTENERS_MAX = 10;
const NO_URL = 'listen:';

export const listenBody = Type.Object({
  table: newWebhook.properties.table,
  events: Type.Optional(newWebhook.properties.events),
});

export const listenAnswer = Type.Object({
  data: Type.Object({
    id: Type.String(),
    secret: Type.String({ description: 'The secret that signs the deliveries. Only this answer shows it.' }),
  }),
  count: Type.Literal(1),
});

export async function startListening(
  context: ListeningContext,
  call: MemberCall<unknown, Static<typeof listenBody>>,
): Promise<Answer> {
  const { project, body } = call;
  const { events = ['insert', 'update', 'delete'] } = body;
  const table = await requireWebhookTable(context, project, body.table);
  if ((await context.records.listeners(project.store)) >= LISTENERS_MAX) {
    throw new ServiceError('conflict', `At most ${LISTENERS_MAX} programs can listen to a project at once.`);
  }
  const id = context.ids();
  const secret = makeWebhookSecret();
  const nowMs = context.clock.now();
  const row = {
    id,
    table_id: table.id,
    ...flagsOf(events),
    url: NO_URL,
    description: null,
    enabled: 1,
    disabled_reason: null,
    disabled_at: null,
    consecutive_failures: 0,
    secret: sealWebhookSecret(context.masterKey, { store: project.store, webhookId: id }, secret),
    previous_secret: null,
    previous_secret_until_ms: 0,
    lease_owner: null,
    lease_until_ms: 0,
    listen_until_ms: nowMs + LISTEN_MS,
    created_at: isoTime(nowMs),
    updated_at: isoTime(nowMs),
  };
  const endLater = await context.endLater(project, id, row.listen_until_ms);
  await context.tables.watch(project, { table, on: true, alongside: [context.records.insertStep(row), endLater] });
  await recordWebhookChange(context, call, 'webhook.listen', { target: id, details: { table: table.name, events } });
  return { status: 201, body: { data: { id, secret }, count: 1 } };
}
