import { sql } from 'kysely';
import type { Database, PlainStep } from '../../../database/index.ts';
import { createSqlBuilder, plainStep } from '../../../database/index.ts';
import type { AttemptTrigger, DeliveryState, WebhookTables } from '../webhook-tables.ts';
import { PENDING } from './delivery-store.ts';
import type { StateAfter } from './retry-policy.ts';

/** Names of the steps whose failures the actions turn into error messages. */
export const ENABLED_STEP = 'enabled';
export const DELIVERY_STEP = 'delivery';

/** Disabled webhooks' deliveries are skipped in batches, so that other writes of the project do not wait long. */
export const SKIPPED_AT_ONCE = 1000;

export interface TestSend {
  readonly id: string;
  readonly webhookId: string;
  readonly tableName: string;
  readonly body: string;
  readonly createdAt: string;
}

export interface AttemptRecord extends StateAfter {
  readonly deliveryId: string;
  readonly attempt: number;
  readonly trigger: AttemptTrigger;
  readonly outcome: { readonly isSuccess: boolean };
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

  /** Applies only while the webhook is disabled or deleted. */
  const skip = (webhookId: string) =>
    changeTo('skipped')
      .set({ resends: 0, next_attempt_at_ms: 0 })
      .where((eb) => eb.not(eb.exists(enabled(webhookId))));

  return {
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

    /** Fails the transaction as `ENABLED_STEP` when the webhook is disabled. */
    requireEnabledStep: (webhookId: string): PlainStep =>
      plainStep(enabled(webhookId), { atLeast: 1, name: ENABLED_STEP }),

    /** Adds one attempt, which replaces a waiting retry. Fails the transaction as `DELIVERY_STEP` when the delivery does not exist. */
    resendStep: (webhookId: string, deliveryId: string, nowMs: number): PlainStep =>
      plainStep(
        changeTo('pending')
          .set({ resends: sql`resends + 1`, next_attempt_at_ms: nowMs })
          .where('id', '=', deliveryId)
          .where('webhook_id', '=', webhookId),
        { atLeast: 1, name: DELIVERY_STEP },
      ),

    /** Resends every failed or skipped delivery created since then; `touched` of the result is their number. */
    resendFailedStep: (webhookId: string, since: string, nowMs: number): PlainStep =>
      plainStep(
        changeTo('pending')
          .set({ resends: 1, next_attempt_at_ms: nowMs })
          .where('webhook_id', '=', webhookId)
          .where('state', 'in', ['failed', 'skipped'])
          .where('is_test', '=', 0)
          .where('created_at', '>=', since),
      ),

    /** Place it after a step that disables or deletes and before one that enables, so that nothing old is sent. */
    skipPendingStep: (webhookId: string): PlainStep =>
      plainStep(
        skip(webhookId).where('webhook_id', '=', webhookId).where('state', '=', PENDING).where('is_test', '=', 0),
      ),

    /** Skips one batch of pending deliveries of a disabled or deleted webhook; `touched` of the result is their number. */
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

/** The SQL text is built once because there are thousands of results a second. */
function createAttemptedStep({ dialect }: Pick<Database, 'dialect'>): (attempted: AttemptRecord) => PlainStep {
  const { table, value } = dialect;
  const [id, attempt, used, isSuccess, state, nextAt] = [
    value(1, 'uuid'),
    value(2, 'integer'),
    value(3, 'integer'),
    value(4, 'integer'),
    value(5, 'text'),
    value(6, 'integer'),
  ];
  // While the attempt ran, a user may have asked for a resend or switched the webhook off.
  const isAskedAgain = `resends > ${used}`;
  const staysSkipped = `state = 'skipped' AND ${isSuccess} = 0`;
  const text = `UPDATE ${table('_webhook_deliveries')} SET attempts = ${attempt},
    state = CASE WHEN ${isAskedAgain} THEN 'pending' WHEN ${staysSkipped} THEN 'skipped' ELSE ${state} END,
    next_attempt_at_ms = CASE WHEN ${isAskedAgain} THEN next_attempt_at_ms WHEN ${staysSkipped} THEN 0 ELSE ${nextAt} END,
    skipped_reason = CASE WHEN ${staysSkipped} AND NOT (${isAskedAgain}) THEN skipped_reason END,
    resends = CASE WHEN ${isAskedAgain} THEN resends - ${used} ELSE 0 END
    WHERE id = ${id} AND attempts = ${attempt} - 1`;
  return ({ deliveryId, attempt: made, trigger, outcome, state: after, nextAttemptAtMs }) => {
    const isResend = trigger === 'resend' ? 1 : 0;
    const values = [deliveryId, made, isResend, outcome.isSuccess ? 1 : 0, after, nextAttemptAtMs];
    return { kind: 'plain', statement: { text, values } };
  };
}
