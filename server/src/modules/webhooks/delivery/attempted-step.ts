import type { Database, PlainStep } from '../../../database/database.ts';
import type { AttemptTrigger } from '../webhook-tables.ts';
import type { AttemptOutcome } from './make-attempt.ts';
import { retryDelayMs } from './retry-policy.ts';

/** State of a delivery after an attempt. */
export interface StateAfter {
  readonly state: 'succeeded' | 'failed' | 'pending';
  /** 0 unless it is pending. */
  readonly nextAttemptAtMs: number;
}

export interface Attempted extends StateAfter {
  readonly deliveryId: string;
  /** From 1. */
  readonly attempt: number;
  readonly trigger: AttemptTrigger;
  readonly outcome: Pick<AttemptOutcome, 'isSuccess'>;
}

/** When attempts are made again. */
export interface RetryTimes {
  readonly retryMs: readonly number[];
  readonly nowMs: number;
  /** From 0 to 1. */
  readonly random: number;
}

/** Tries again by itself only what nobody asked for, as long as the waits last. */
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

/** The delivery as the attempt leaves it. The text is made once: there are thousands of results a second. */
export function createAttemptedStep({ dialect }: Pick<Database, 'dialect'>): (attempted: Attempted) => PlainStep {
  const { table, value } = dialect;
  const [id, attempt, used, isSuccess, state, nextAt] = [
    value(1, 'uuid'),
    value(2, 'integer'),
    value(3, 'integer'),
    value(4, 'integer'),
    value(5, 'text'),
    value(6, 'integer'),
  ];
  // Meanwhile somebody may have asked for another attempt, or the webhook may have been switched off.
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
