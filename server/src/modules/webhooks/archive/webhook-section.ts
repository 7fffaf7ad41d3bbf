import { type Static, Type } from 'typebox';
import { type ArchiveRecord, UnfitRecord } from '../../../archive/format/index.ts';
import {
  type ArchiveSection,
  createRecordReader,
  type Loading,
  type SectionLoad,
  type SectionSaving,
  storingRecords,
  timeOf,
  timeOrNull,
  uuidOf,
} from '../../../archive/sections/index.ts';
import type { ServiceTable } from '../../../database/index.ts';
import { createSqlBuilder, plainStep, statementOf } from '../../../database/index.ts';
import { isoTime } from '../../../platform/clock.ts';
import { ServiceError } from '../../../platform/errors.ts';
import { savedTables } from '../../tables/index.ts';
import { flagsOf, presentWebhook } from '../present-webhook.ts';
import { requireWebhookTable } from '../watched-table.ts';
import { webhookRecord } from '../webhook-schemas.ts';
import { openWebhookSecret, sealWebhookSecret } from '../webhook-secret.ts';
import type { WebhookRow, WebhookTables } from '../webhook-tables.ts';
import { requireWebhookUrl } from '../webhook-url.ts';
import type { WebhooksContext } from '../webhooks-context.ts';

const WEBHOOKS_MAX = 100;
const PAUSED = 'Switched off when the project was restored.';

const { created_at: _created, updated_at: _updated, disabled_at: _disabled, ...plainFields } = webhookRecord.properties;
/** The owner's view of a webhook, and until when the previous secret still signs. */
const archivedWebhook = Type.Object({
  ...plainFields,
  disabled_at: Type.Union([Type.String(), Type.Null()]),
  created_at: Type.String(),
  updated_at: Type.String(),
  previous_secret_until_ms: Type.Integer({ minimum: 0 }),
});
type ArchivedWebhook = Static<typeof archivedWebhook>;

export function createWebhookSection(context: WebhooksContext): ArchiveSection {
  return {
    folder: 'webhooks',
    save: (saving) => saveWebhooks(context, saving),
    openLoad: (loading) => openLoad(context, loading),
  };
}

async function saveWebhooks(
  context: WebhooksContext,
  { store, snapshot, record, secret }: SectionSaving,
): Promise<void> {
  const { database, masterKey, serviceTables } = context;
  const db = createSqlBuilder<Pick<WebhookTables, '_webhooks'>>(database);
  const own = await savedTables(database, snapshot);
  const names = new Map([...serviceTables, ...own].map(({ id, name }) => [id, name]));
  const rows = await snapshot.query(
    statementOf(db.selectFrom('_webhooks').selectAll().where('listen_until_ms', '=', 0).orderBy('id')),
  );
  for (const row of rows as readonly unknown[] as readonly WebhookRow[]) {
    await record({
      ...presentWebhook(row, names.get(row.table_id) ?? ''),
      previous_secret_until_ms: Number(row.previous_secret_until_ms),
    });
    const place = { store, webhookId: row.id };
    if (row.secret !== null) await secret('webhook', row.id, openWebhookSecret(masterKey, place, row.secret));
    if (row.previous_secret !== null) {
      await secret('previous_webhook', row.id, openWebhookSecret(masterKey, place, row.previous_secret));
    }
  }
}

function openLoad(context: WebhooksContext, loading: Loading): SectionLoad {
  const { database } = context;
  const { project } = loading;
  const db = createSqlBuilder<Pick<WebhookTables, '_webhooks'>>(database);
  const read = createRecordReader(archivedWebhook);
  const watched = new Map<string, ServiceTable>();
  let webhooks = 0;

  const take = async (record: ArchiveRecord): Promise<void> => {
    webhooks += 1;
    if (webhooks > WEBHOOKS_MAX) throw new UnfitRecord(`A project has at most ${WEBHOOKS_MAX} webhooks.`);
    const webhook = read(record);
    const table = await findTable(context, loading, webhook);
    watched.set(table.id, table);
    const row = rowOf(context, loading, webhook, table.id);
    await storingRecords(() => database.load(project.store, [plainStep(db.insertInto('_webhooks').values(row))]));
  };

  return {
    async take(records) {
      for (const record of records) await take(record);
    },
    // Triggers are created only at the end, so that loading rows sends no deliveries.
    async finish() {
      for (const table of watched.values()) await context.tables.watch(project, { table, on: true });
    },
  };
}

async function findTable(
  context: WebhooksContext,
  { project }: Loading,
  { id, table }: ArchivedWebhook,
): Promise<ServiceTable> {
  try {
    return await requireWebhookTable(context, project, table);
  } catch (error) {
    throw error instanceof ServiceError ? new UnfitRecord(`The webhook ${id} watches no table.`) : error;
  }
}

function rowOf(context: WebhooksContext, loading: Loading, webhook: ArchivedWebhook, tableId: string): WebhookRow {
  const { project, isPaused } = loading;
  const id = uuidOf(webhook.id);
  const place = { store: project.store, webhookId: id };
  const sealed = (kind: 'webhook' | 'previous_webhook'): string | null => {
    const secret = loading.secret(kind, id);
    return secret === undefined ? null : sealWebhookSecret(context.masterKey, place, secret);
  };
  const secret = sealed('webhook');
  const lostSecret = webhook.has_secret && secret === null;
  if (lostSecret)
    loading.leaveOut({ kind: 'webhook', name: id, reason: 'It is switched off: its secret was left out.' });
  const problem = urlProblem(context, webhook);
  if (problem !== undefined) loading.leaveOut({ kind: 'webhook', name: id, reason: `It is switched off: ${problem}` });
  const isStopped = webhook.enabled && (isPaused || lostSecret || problem !== undefined);
  return {
    id,
    table_id: tableId,
    ...flagsOf(webhook.events),
    url: webhook.url,
    description: webhook.description,
    enabled: webhook.enabled && !isStopped ? 1 : 0,
    disabled_reason: isStopped ? PAUSED : webhook.disabled_reason,
    disabled_at: isStopped ? isoTime(context.clock.now()) : timeOrNull(webhook.disabled_at),
    consecutive_failures: webhook.consecutive_failures,
    secret,
    previous_secret: sealed('previous_webhook'),
    previous_secret_until_ms: webhook.previous_secret_until_ms,
    lease_owner: null,
    lease_until_ms: 0,
    listen_until_ms: 0,
    created_at: timeOf(webhook.created_at),
    updated_at: timeOf(webhook.updated_at),
  };
}

/** Why this server would refuse the URL, undefined when it accepts it. Throws `UnfitRecord` when it is not a valid URL at all. */
function urlProblem({ isClosed }: WebhooksContext, { id, url }: ArchivedWebhook): string | undefined {
  try {
    requireWebhookUrl(url, () => false);
  } catch {
    throw new UnfitRecord(`The webhook ${id} has an invalid address.`);
  }
  try {
    requireWebhookUrl(url, isClosed);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
