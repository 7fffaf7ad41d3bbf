import type { Project } from '../../../callers/index.ts';
import type { PlainStep } from '../../../database/index.ts';
import { isNotApplied } from '../../../database/index.ts';
import { isoTime } from '../../../platform/clock.ts';
import { ServiceError } from '../../../platform/errors.ts';
import { BALANCE_STEP, DAY_STEP } from '../balance-store.ts';
import type { BillingContext } from '../billing-context.ts';
import type { PricedKind } from '../price-list.ts';
import { DAY_MS, dayOf, noticeDaySpending } from './day-spending.ts';
import { noticeLowBalance } from './low-balance.ts';

/** Well above the longest call. When a process dies, its reserved amounts become available again after this time. */
const HOLD_MS = 5 * 60_000;

export interface Charge {
  readonly hold: readonly PlainStep[];
  readonly settle: readonly PlainStep[];
  readonly release: readonly PlainStep[];
  /** The error for a transaction that failed in a step of `hold`; undefined when it failed for another reason. */
  refusalOf(error: unknown): ServiceError | undefined;
  /** Checks in the background whether the owners should get a notice about the balance. */
  noted(): void;
}

export interface ChargedCall {
  readonly kind: PricedKind;
  readonly runId: string;
  /** Daily limit (UTC) on the cost of all calls of the kind. Undefined: no limit. */
  readonly perDay?: number | undefined;
}

export async function chargeFor(
  context: BillingContext,
  project: Project,
  { kind, runId, perDay }: ChargedCall,
): Promise<Charge> {
  const { balances, clock, ids, prices } = context;
  const nowMs = clock.now();
  const id = ids();
  const amount = (await prices.all())[kind];
  if (amount === 0) return FREE;
  return {
    hold: [
      ...balances.holdSteps({ id, amount, kind, runId, expiresAtMs: nowMs + HOLD_MS }, nowMs),
      ...(perDay === undefined ? [] : [balances.withinDayStep(kind, dayOf(nowMs), perDay)]),
    ],
    settle: balances.settleSteps(id, isoTime(nowMs)),
    release: balances.releaseSteps(id),
    refusalOf(error) {
      if (isNotApplied(error, BALANCE_STEP)) return balanceExhausted();
      return isNotApplied(error, DAY_STEP) ? daySpent(kind, nowMs, perDay ?? 0) : undefined;
    },
    noted: () => {
      noticeLowBalance(context, project, amount).catch(context.onError);
      if (perDay !== undefined) noticeDaySpending(context, project, { kind, nowMs, perDay }).catch(context.onError);
    },
  };
}

const FREE: Charge = { hold: [], settle: [], release: [], refusalOf: () => undefined, noted: () => undefined };

function daySpent(kind: PricedKind, nowMs: number, perDay: number): ServiceError {
  const retryAfterSeconds = Math.ceil((Date.parse(dayOf(nowMs)) + DAY_MS - nowMs) / 1000);
  const message = `This project has reached its daily limit for ${kind} calls (limits.${kind}_per_day).`;
  return new ServiceError('rate_limited', message, { retryAfterSeconds, limit: perDay });
}

function balanceExhausted(): ServiceError {
  return new ServiceError('balance_exhausted', 'The balance of this project does not cover this call. Top it up.');
}
