import { sql } from 'kysely';
import type { Database, PlainStep } from '../../../database/database.ts';
import { createSqlBuilder, plainStep } from '../../../database/kysely.ts';
import type { DeliveryState, WebhookTables } from '../webhook-tables.ts';
import { createAttemptedStep } from './attempted-step.ts';
import { PENDING } from './delivery-store.ts';

/** Names of the steps whose failure an action explains. */
export const ENABLED_STEP = 'enabled';
export const DELIVERY_STEP = 'delivery';

/** Pending deliveries of a webhook switched off are skipped in portions, so that no write of the project waits long. */
export const SKIPPED_AT_ONCE = 1000;

export interface TestSend {
  readonly id: string;
  readonly webhookId: string;
  readonly tableName: string;
  /** The JSON text of an insert. */
  readonly body: string;
  /** ISO. */
  readonly createdAt: string;
}

export type DeliveryStates = ReturnType<typeof createDeliveryStates>;

/**
 * Every change of a delivery's state, as a step of the transaction that causes it:
 *
 *     (none)            → pending                      a row changes (`delivery-of-change.ts`), `testStep`
 *     (none)            → skipped                      a row changes while the webhook is disabled
 *     pending           → succeeded, failed, pending   `attemptedStep`
 *     any               → pending                      `resendStep`
 *     failed, skipped   → pending                      `resendFailedStep`
 *     pending           → skipped                      `skipPendingStep`, `skipSomeStep`
 */
export function createDeliveryStates(database: Pick<Database, 'dialect'>) {
  const db = createSqlBuilder<WebhookTables>(database);

  const changeTo = (state: DeliveryState) =>
    db.updateTable('_webhook_deliveries').set({ state, skipped_reason: state === 'skipped' ? 'disabled' : null });

  const enabled = (webhookId: string) =>
    db.selectFrom('_webhooks').select('id').where('id', '=', webhookId).where('enabled', '=', 1);

  /** Of one webhook, unless it is enabled. Tests are sent in any case. */
  const skip = (webhookId: string) =>
    changeTo('skipped')
      .set({ resends: 0, next_attempt_at_ms: 0 })
      .where((eb) => eb.not(eb.exists(enabled(webhookId))));

  return {
    /** Sent once, also while the webhook is switched off. */
    testStep: ({ id, webhookId, tableName, body, createdAt }: TestSend): PlainStep =>
      plainStep(
        db.insertInto('_webhook_deliveries').values({
          id,
          webhook_id: webhookId,
          event: 'insert',
          table_name: tableName,
          state: 'pending',
          skipped_reason: null,
          depth: 1,
          attempts: 0,
          resends: 0,
          is_test: 1,
          body,
          created_at: createdAt,
          next_attempt_at_ms: 0,
        }),
      ),

    attemptedStep: createAttemptedStep(database),

    /** Fails the transaction as `ENABLED_STEP` when the webhook is switched off. */
    requireEnabledStep: (webhookId: string): PlainStep =>
      plainStep(enabled(webhookId), { atLeast: 1, name: ENABLED_STEP }),

    /** One more attempt, instead of one that waits. Fails the transaction as `DELIVERY_STEP` when there is no such delivery. */
    resendStep: (webhookId: string, deliveryId: string, nowMs: number): PlainStep =>
      plainStep(
        changeTo('pending')
          .set({ resends: sql`resends + 1`, next_attempt_at_ms: nowMs })
          .where('id', '=', deliveryId)
          .where('webhook_id', '=', webhookId),
        { atLeast: 1, name: DELIVERY_STEP },
      ),

    /** The same for everything since then that did not arrive; `touched` of the result says how many. */
    resendFailedStep: (webhookId: string, since: string, nowMs: number): PlainStep =>
      plainStep(
        changeTo('pending')
          .set({ resends: 1, next_attempt_at_ms: nowMs })
          .where('webhook_id', '=', webhookId)
          .where('state', 'in', ['failed', 'skipped'])
          .where('is_test', '=', 0)
          .where('created_at', '>=', since),
      ),

    /**
     * Takes the webhook's pending deliveries back, unless it is switched on. Stands behind the step that switches it off or
     * deletes it, and before the one that switches it on, so that nothing old is sent then.
     */
    skipPendingStep: (webhookId: string): PlainStep =>
      plainStep(
        skip(webhookId).where('webhook_id', '=', webhookId).where('state', '=', PENDING).where('is_test', '=', 0),
      ),

    /** A portion of what waits for a webhook that is switched off, or gone; `touched` of the result says how many. */
    skipSomeStep: (webhookId: string): PlainStep => {
      const some = db
        .selectFrom('_webhook_deliveries')
        .select('seq')
        .where('webhook_id', '=', webhookId)
        .where('state', '=', PENDING)
        .where('is_test', '=', 0)
        .limit(SKIPPED_AT_ONCE);
      return plainStep(skip(webhookId).where('seq', 'in', some));
    },
  };
}
