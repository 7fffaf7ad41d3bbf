import type { Database, PlainStep } from '../../../database/database.ts';
import type { Value } from '../../../database/statement.ts';
import { isoTime } from '../../../platform/clock.ts';
import type { AttemptTrigger } from '../webhook-tables.ts';
import { FAILURES_MAX, type StreakChange } from './failure-streak.ts';
import type { HeldLease, LeaseTerms } from './lease.ts';
import type { AttemptOutcome } from './make-attempt.ts';

/** An attempt that has ended, and what its delivery is from then on. */
export interface FinishedAttempt {
  readonly deliveryId: string;
  /** From 1. */
  readonly attempt: number;
  readonly trigger: AttemptTrigger;
  readonly outcome: AttemptOutcome;
  readonly state: 'succeeded' | 'failed' | 'pending';
  /** Of a pending one. */
  readonly nextAttemptAtMs: number;
  /** Under which it was made. */
  readonly lease: HeldLease | undefined;
}

/** The step that fails when another process has taken the webhook over; the id follows. */
export const LEASE_STEP = 'lease:';

export interface CounterChange {
  readonly webhookId: string;
  readonly change: StreakChange;
  /** Renewed with the results; undefined where nobody else may send. */
  readonly lease: LeaseTerms | undefined;
}

export type ResultStore = ReturnType<typeof createResultStore>;

const ATTEMPT_COLUMNS = [
  'delivery_id',
  'attempt',
  'trigger_kind',
  'started_at',
  'duration_ms',
  'url',
  'request_headers',
  'response_status',
  'response_headers',
  'response_body',
  'truncated',
  'error_class',
  'error',
];

/** What attempts leave behind. The texts are made once: there are thousands of results a second. */
export function createResultStore({ dialect }: Pick<Database, 'dialect'>) {
  const { nowMs, placeholder, table, value } = dialect;
  const [webhooks, deliveries] = [table('_webhooks'), table('_webhook_deliveries')];
  const insertAttempt = `INSERT INTO ${table('_webhook_attempts')} (${ATTEMPT_COLUMNS.join(', ')})
    VALUES (${ATTEMPT_COLUMNS.map((_, index) => placeholder(index + 1)).join(', ')}) ON CONFLICT DO NOTHING`;
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
  const updateDelivery = `UPDATE ${deliveries} SET attempts = ${attempt},
    state = CASE WHEN ${isAskedAgain} THEN 'pending' WHEN ${staysSkipped} THEN 'skipped' ELSE ${state} END,
    next_attempt_at_ms = CASE WHEN ${isAskedAgain} THEN next_attempt_at_ms WHEN ${staysSkipped} THEN 0 ELSE ${nextAt} END,
    resends = CASE WHEN ${isAskedAgain} THEN resends - ${used} ELSE 0 END
    WHERE id = ${id} AND attempts = ${attempt} - 1`;
  const count = (isReset: boolean, isLeased: boolean): string =>
    `UPDATE ${webhooks} SET consecutive_failures = ${isReset ? '' : 'consecutive_failures + '}${value(2, 'integer')}${
      isLeased ? `, lease_until_ms = ${nowMs} + ${value(3, 'integer')}` : ''
    } WHERE id = ${value(1, 'uuid')}${isLeased ? ` AND lease_owner = ${value(4, 'text')}` : ''} RETURNING consecutive_failures, updated_at`;
  const disable = `UPDATE ${webhooks} SET enabled = 0, disabled_reason = ${value(2, 'text')}, disabled_at = ${value(3, 'text')},
    updated_at = ${value(3, 'text')}, disabled_mail_due = 1
    WHERE id = ${value(1, 'uuid')} AND enabled = 1 AND consecutive_failures >= ${FAILURES_MAX}`;

  return {
    attemptSteps: (finished: FinishedAttempt): readonly PlainStep[] => [
      plain(insertAttempt, attemptValues(finished)),
      plain(updateDelivery, [
        finished.deliveryId,
        finished.attempt,
        finished.trigger === 'resend' ? 1 : 0,
        finished.outcome.isSuccess ? 1 : 0,
        finished.state,
        finished.state === 'pending' ? finished.nextAttemptAtMs : 0,
      ]),
    ],

    /** Gives the counter that results, and when the webhook was changed last. */
    counterStep: ({ webhookId, change, lease }: CounterChange): PlainStep => {
      const text = count(change.isReset, lease !== undefined);
      if (lease === undefined) return plain(text, [webhookId, change.failures]);
      const step = plain(text, [webhookId, change.failures, lease.leaseMs, lease.owner]);
      return { ...step, atLeast: 1, name: `${LEASE_STEP}${webhookId}` };
    },

    /** Only if the counter has come to the limit, whatever the caller believes. */
    disableStep: (webhookId: string, reason: string, now: string): PlainStep =>
      plain(disable, [webhookId, reason, now]),
  };
}

function plain(text: string, values: readonly Value[]): PlainStep {
  return { kind: 'plain', statement: { text, values } };
}

function attemptValues({ deliveryId, attempt, trigger, outcome }: FinishedAttempt): readonly Value[] {
  const { response } = outcome;
  return [
    deliveryId,
    attempt,
    trigger,
    isoTime(outcome.startedAtMs),
    outcome.durationMs,
    outcome.url,
    JSON.stringify(outcome.requestHeaders),
    response?.status ?? null,
    response === undefined ? null : JSON.stringify(response.headers),
    response?.body ?? null,
    response?.isTruncated === true ? 1 : 0,
    outcome.errorClass ?? null,
    outcome.error ?? null,
  ];
}
