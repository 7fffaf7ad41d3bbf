import type { Database, PlainStep, Value } from '../../../database/index.ts';
import { isoTime } from '../../../platform/clock.ts';
import type { AttemptRecord, DeliveryStates } from './delivery-states.ts';
import { FAILURES_MAX, type StreakChange } from './failure-streak.ts';
import type { LeaseTerms } from './lease.ts';
import type { AttemptOutcome } from './make-attempt.ts';

export interface FinishedAttempt extends AttemptRecord {
  readonly outcome: AttemptOutcome;
}

/** Prefix of the name of the step that fails when another process has taken over the webhook; the webhook's id follows. */
export const LEASE_STEP = 'lease:';

export interface CounterChange {
  readonly webhookId: string;
  readonly change: StreakChange;
  /** Renewed with the results; undefined where no other process may send. */
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

export function createResultStore(
  { dialect }: Pick<Database, 'dialect'>,
  states: Pick<DeliveryStates, 'attemptedStep'>,
) {
  const { nowMs, placeholder, table, value } = dialect;
  const webhooks = table('_webhooks');
  const insertAttempt = `INSERT INTO ${table('_webhook_attempts')} (${ATTEMPT_COLUMNS.join(', ')})
    VALUES (${ATTEMPT_COLUMNS.map((_, index) => placeholder(index + 1)).join(', ')}) ON CONFLICT DO NOTHING`;
  const [added, anew] = [`consecutive_failures + ${value(2, 'integer')}`, value(2, 'integer')];
  const ofWebhook = `WHERE id = ${value(1, 'uuid')}`;
  const counted = 'RETURNING consecutive_failures, updated_at';
  const alone = (counter: string): string =>
    `UPDATE ${webhooks} SET consecutive_failures = ${counter} ${ofWebhook} ${counted}`;
  const renewed = `lease_until_ms = ${nowMs} + ${value(3, 'integer')}`;
  const leased = (counter: string): string =>
    `UPDATE ${webhooks} SET consecutive_failures = ${counter}, ${renewed} ${ofWebhook} AND lease_owner = ${value(4, 'text')} ${counted}`;
  const counters = {
    alone: { add: alone(added), reset: alone(anew) },
    leased: { add: leased(added), reset: leased(anew) },
  };
  const disable = `UPDATE ${webhooks} SET enabled = 0, disabled_reason = ${value(2, 'text')}, disabled_at = ${value(3, 'text')},
    updated_at = ${value(3, 'text')}, disabled_mail_due = 1
    WHERE id = ${value(1, 'uuid')} AND enabled = 1 AND consecutive_failures >= ${FAILURES_MAX}`;

  return {
    attemptSteps: (finished: FinishedAttempt): readonly PlainStep[] => [
      plain(insertAttempt, attemptValues(finished)),
      states.attemptedStep(finished),
    ],

    counterStep: ({ webhookId, change, lease }: CounterChange): PlainStep => {
      const kind = change.isReset ? 'reset' : 'add';
      const values = [webhookId, change.failures];
      if (lease === undefined) return plain(counters.alone[kind], values);
      const step = plain(counters.leased[kind], [...values, lease.leaseMs, lease.owner]);
      return { ...step, atLeast: 1, name: `${LEASE_STEP}${webhookId}` };
    },

    /** Disables the webhook only if its stored counter has reached the limit, whatever the caller assumes. */
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
