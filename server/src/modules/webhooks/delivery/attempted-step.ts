import type { Database, PlainStep } from '../../../database/index.ts';
import type { AttemptTrigger } from '../webhook-tables.ts';
import type { AttemptOutcome } from './make-attempt.ts';
import { retryDelayMs } from './retry-policy.ts';

export interface StateAfter {
  readonly state: 'succeeded' | 'failed' | 'pending';
  /** 0 unless the delivery is pending. */
  readonly nextAttemptAtMs: number;
}

export interface AttemptRecord extends StateAfter {
  readonly deliveryId: string;
  /** From 1. */
  readonly attempt: number;
  readonly trigger: AttemptTrigger;
  readonly outcome: Pick<AttemptOutcome, 'isSuccess'>;
}

/** The waits between retries and the values that decide when the next one is due. */
export interface RetryTimes {
  readonly retryMs: readonly number[];
  readonly nowMs: number;
  /** From 0 to 1. */
  readonly random: number;
}

/** Only automatic attempts are retried, until the configured waits are used up. */
export function stateAfter(
  { outcome, trigger, attempt }: { outcome: AttemptOutcome; trigger: AttemptTrigger; attempt: number },
  { retryMs, nowMs, random }: RetryTimes,
): StateAfter {
  if (outcome.isSuccess) return { state: 'succeeded', nextAttemptAtMs: 0 };
  const failed = { attempt, retryAfterMs: outcome.retryAfterMs };
  const delayMs = trigger === 'auto' ? retryDelayMs(failed, retryMs, random) : undefined;
  if (delayMs === undefined) return { state: 'failed', nextAttemptAtMs: 0 };
  return { state: 'pending', nextAttemptAtMs: nowMs + delayMs };
}

/** The step that updates a delivery after an attempt. The SQL text is built once because there are thousands of results a second. */
export function createAttemptedStep({ dialect }: Pick<Database, 'dialect'>): (attempted: AttemptRecord) => PlainStep {
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
