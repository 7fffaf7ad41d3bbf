import type { Kysely } from 'kysely';
import type { Database, Listing, PlainStep, StoreName } from '../../database/index.ts';
import { containsText, createSqlBuilder, fetchCount, fetchRows, pageOf, plainStep } from '../../database/index.ts';
import { parseUuid } from '../../platform/ids.ts';
import type { WebhookRow, WebhookTables } from './webhook-tables.ts';

export const ORDER_FIELDS = ['created_at', 'updated_at', 'url', 'id'] as const;
export type OrderField = (typeof ORDER_FIELDS)[number];

export const WEBHOOK_STEP = 'webhook';
export const NONE_LEFT_STEP = 'none left';

export interface WebhooksPage extends Listing<OrderField> {
  /** Part of the description or the URL, case-insensitive, or a whole id. */
  readonly search: string | undefined;
}

export type WebhookChanges = Partial<Omit<WebhookRow, 'id' | 'created_at' | 'lease_owner' | 'lease_until_ms'>>;
export type WebhookRecordsStore = ReturnType<typeof createWebhookRecordsStore>;

export function createWebhookRecordsStore(database: Database) {
  const db = createSqlBuilder<Pick<WebhookTables, '_webhooks'>>(database);
  return { ...queries(database, db), ...changes(db) };
}

function queries(database: Database, db: Kysely<Pick<WebhookTables, '_webhooks'>>) {
  const found = (search: string | undefined) => {
    const kept = db.selectFrom('_webhooks').where('listen_until_ms', '=', 0);
    if (search === undefined || search === '') return kept;
    const id = parseUuid(search);
    if (id !== undefined) return kept.where('id', '=', id);
    return kept.where((eb) => eb.or(['description', 'url'].map((column) => containsText(database, column, search))));
  };

  return {
    insertStep: (row: WebhookRow): PlainStep => plainStep(db.insertInto('_webhooks').values(row)),

    async find(store: StoreName, id: string): Promise<WebhookRow | undefined> {
      const [row] = await fetchRows(database, db.selectFrom('_webhooks').selectAll().where('id', '=', id), store);
      return row;
    },

    list(store: StoreName, { search, ...listing }: WebhooksPage): Promise<readonly WebhookRow[]> {
      const query = pageOf(found(search).selectAll(), listing);
      return fetchRows(database, query, store);
    },

    async count(store: StoreName, search?: string): Promise<number> {
      return await fetchCount(database, found(search), store);
    },

    async listeners(store: StoreName): Promise<number> {
      return await fetchCount(database, db.selectFrom('_webhooks').where('listen_until_ms', '>', 0), store);
    },

    /** Extends the listening time. Fails the transaction as `WEBHOOK_STEP` when the listener is gone. */
    listenStep: (id: string, untilMs: number): PlainStep =>
      plainStep(
        db
          .updateTable('_webhooks')
          .set({ listen_until_ms: untilMs })
          .where('id', '=', id)
          .where('listen_until_ms', '>', 0),
        { atLeast: 1, name: WEBHOOK_STEP },
      ),

    /** Deletes the webhook only if the listener has not renewed it in the meantime. */
    endListeningStep: (id: string, nowMs: number): PlainStep =>
      plainStep(
        db
          .deleteFrom('_webhooks')
          .where('id', '=', id)
          .where('listen_until_ms', '>', 0)
          .where('listen_until_ms', '<=', nowMs),
      ),

    async ofTable(store: StoreName, tableId: string): Promise<readonly Pick<WebhookRow, 'id' | 'url'>[]> {
      const query = db.selectFrom('_webhooks').select(['id', 'url']).where('table_id', '=', tableId);
      return await fetchRows(database, query.where('listen_until_ms', '=', 0).orderBy('id'), store);
    },

    /** Fails the transaction as `NONE_LEFT_STEP` when the table has a webhook. */
    noneLeftStep: (tableId: string): PlainStep =>
      plainStep(db.selectFrom('_webhooks').select('id').where('table_id', '=', tableId).limit(1), {
        atMost: 0,
        name: NONE_LEFT_STEP,
      }),
  };
}

function changes(db: Kysely<Pick<WebhookTables, '_webhooks'>>) {
  return {
    updateStep: (id: string, changes: WebhookChanges): PlainStep =>
      plainStep(db.updateTable('_webhooks').set(changes).where('id', '=', id), { atLeast: 1, name: WEBHOOK_STEP }),

    /** The step copies the old secret within the row, so that a concurrent rotation loses none. */
    rotateStep: (id: string, change: { secret: string; untilMs: number; now: string }): PlainStep =>
      plainStep(
        db
          .updateTable('_webhooks')
          .set((eb) => ({
            previous_secret: eb.ref('secret'),
            previous_secret_until_ms: change.untilMs,
            secret: change.secret,
            updated_at: change.now,
          }))
          .where('id', '=', id),
        { atLeast: 1, name: WEBHOOK_STEP },
      ),

    /** Applies only to a disabled webhook: an enabled one keeps its failure counter. */
    enableStep: (id: string, now: string): PlainStep =>
      plainStep(
        db
          .updateTable('_webhooks')
          .set({ enabled: 1, disabled_reason: null, disabled_at: null, consecutive_failures: 0, updated_at: now })
          .where('id', '=', id)
          .where('enabled', '=', 0),
      ),

    /** A webhook that is already disabled keeps its reason. */
    disableStep: (id: string, reason: string, now: string): PlainStep =>
      plainStep(
        db
          .updateTable('_webhooks')
          .set({ enabled: 0, disabled_reason: reason, disabled_at: now, updated_at: now })
          .where('id', '=', id)
          .where('enabled', '=', 1),
      ),

    deleteStep: (id: string): PlainStep =>
      plainStep(db.deleteFrom('_webhooks').where('id', '=', id), { atLeast: 1, name: WEBHOOK_STEP }),
  };
}
