import { sql } from 'kysely';
import type { Database, PlainStep } from '../../../database/database.ts';
import { createSqlBuilder, plainStep } from '../../../database/kysely.ts';
import type { WebhookTables } from '../webhook-tables.ts';
import { PENDING } from './delivery-store.ts';

/** Names of the steps whose failure an action explains. */
export const ENABLED_STEP = 'enabled';
export const DELIVERY_STEP = 'delivery';

export interface TestSend {
  readonly id: string;
  readonly webhookId: string;
  readonly tableName: string;
  /** The JSON text of an insert. */
  readonly body: string;
  /** ISO. */
  readonly createdAt: string;
}

export type DeliverySteps = ReturnType<typeof createDeliverySteps>;

/** What actions on webhooks do to deliveries, as steps of their transactions. Followed by `Delivery.wake`. */
export function createDeliverySteps(database: Pick<Database, 'dialect'>) {
  const db = createSqlBuilder<WebhookTables>(database);

  return {
    /**
     * What waits for the webhook is taken back, unless the webhook is switched on. Stands behind the step that switches it
     * off or deletes it, and before the one that switches it on, so that nothing old is sent then.
     */
    skipPendingStep: (webhookId: string): PlainStep =>
      plainStep(
        db
          .updateTable('_webhook_deliveries')
          .set({ state: 'skipped', resends: 0, next_attempt_at_ms: 0 })
          .where('webhook_id', '=', webhookId)
          .where('state', '=', PENDING)
          .where('is_test', '=', 0)
          .where((eb) => {
            const enabled = eb
              .selectFrom('_webhooks')
              .select('id')
              .where('id', '=', webhookId)
              .where('enabled', '=', 1);
            return eb.not(eb.exists(enabled));
          }),
      ),

    /** Fails the transaction as `ENABLED_STEP` when the webhook is switched off. */
    requireEnabledStep: (webhookId: string): PlainStep =>
      plainStep(db.selectFrom('_webhooks').select('id').where('id', '=', webhookId).where('enabled', '=', 1), {
        atLeast: 1,
        name: ENABLED_STEP,
      }),

    /** One more attempt, instead of one that waits. Fails the transaction as `DELIVERY_STEP` when there is no such delivery. */
    resendStep: (webhookId: string, deliveryId: string, nowMs: number): PlainStep =>
      plainStep(
        db
          .updateTable('_webhook_deliveries')
          .set({ state: 'pending', resends: sql`resends + 1`, next_attempt_at_ms: nowMs })
          .where('id', '=', deliveryId)
          .where('webhook_id', '=', webhookId),
        { atLeast: 1, name: DELIVERY_STEP },
      ),

    /** The same for everything since then that did not arrive; `touched` of the result says how many. */
    resendFailedStep: (webhookId: string, since: string, nowMs: number): PlainStep =>
      plainStep(
        db
          .updateTable('_webhook_deliveries')
          .set({ state: 'pending', resends: 1, next_attempt_at_ms: nowMs })
          .where('webhook_id', '=', webhookId)
          .where('state', 'in', ['failed', 'skipped'])
          .where('is_test', '=', 0)
          .where('created_at', '>=', since),
      ),

    /** Sent once, also while the webhook is switched off. */
    testStep: ({ id, webhookId, tableName, body, createdAt }: TestSend): PlainStep =>
      plainStep(
        db.insertInto('_webhook_deliveries').values({
          id,
          webhook_id: webhookId,
          event: 'insert',
          table_name: tableName,
          state: 'pending',
          attempts: 0,
          resends: 0,
          is_test: 1,
          body,
          created_at: createdAt,
          next_attempt_at_ms: 0,
        }),
      ),
  };
}
