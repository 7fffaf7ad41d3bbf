import type { Plan, SubscriptionStatus } from '../facts.ts';
import { at, idAt, integerAt, type Json, listAt, textAt } from './json-path.ts';
import type { ProviderEvent } from './provider-event.ts';
import type { Reading } from './reading.ts';

const STATUSES: Readonly<Record<string, SubscriptionStatus>> = {
  incomplete: 'incomplete',
  incomplete_expired: 'canceled',
  trialing: 'trialing',
  active: 'active',
  past_due: 'past_due',
  unpaid: 'unpaid',
  paused: 'paused',
  canceled: 'canceled',
};
/** The usual progress of a subscription, to order events of the same second. */
const PROGRESS: readonly SubscriptionStatus[] = [
  'incomplete',
  'trialing',
  'active',
  'past_due',
  'unpaid',
  'paused',
  'canceled',
];
/** Within one second, `created` comes before all other events and `deleted` after them. */
const CREATED_RANK = 0;
const CHANGED_RANK = 10;
const DELETED_RANK = 20;

export function readSubscription(object: Json, event: ProviderEvent): Reading {
  const items = listAt(object, 'items', 'data');
  const first = at(items, 0);
  const status = STATUSES[textAt(object, 'status') ?? ''] ?? 'incomplete';
  const userId = textAt(object, 'metadata', 'user_id');
  return {
    rank: eventRank(event.type) + PROGRESS.indexOf(status),
    said: {
      user_id: userId,
      price_id: idAt(first, 'price') ?? idAt(first, 'plan'),
      product_id: idAt(first, 'price', 'product') ?? idAt(first, 'plan', 'product'),
      quantity: integerAt(first, 'quantity'),
      amount: amountOf(items),
      currency: textAt(object, 'currency') ?? textAt(first, 'price', 'currency'),
      plan: planOf(object, first, { status, event }),
    },
  };
}

function eventRank(type: string): number {
  if (type.endsWith('.deleted')) return DELETED_RANK;
  return type.endsWith('.created') ? CREATED_RANK : CHANGED_RANK;
}

function amountOf(items: readonly unknown[]): number | null {
  const amounts = items.map((item) => {
    const unit = integerAt(item, 'price', 'unit_amount') ?? integerAt(item, 'plan', 'amount');
    return unit === null ? null : unit * (integerAt(item, 'quantity') ?? 1);
  });
  if (amounts.length === 0 || amounts.includes(null)) return null;
  return amounts.reduce<number>((sum, amount) => sum + (amount ?? 0), 0);
}

function planOf(
  object: Json,
  item: unknown,
  { status, event }: { readonly status: SubscriptionStatus; readonly event: ProviderEvent },
): Plan {
  const hasEnded = status === 'canceled';
  const endedAt = integerAt(object, 'ended_at') ?? integerAt(object, 'canceled_at') ?? event.created;
  return {
    customer_id: idAt(object, 'customer'),
    status,
    interval: intervalOf(item),
    // Newer versions of the API have a period per item.
    period_start: integerAt(item, 'current_period_start') ?? integerAt(object, 'current_period_start'),
    period_end: integerAt(item, 'current_period_end') ?? integerAt(object, 'current_period_end'),
    trial_end: integerAt(object, 'trial_end'),
    cancel_at_period_end:
      object['cancel_at_period_end'] === true || (!hasEnded && integerAt(object, 'cancel_at') !== null),
    canceled_at: integerAt(object, 'canceled_at'),
    ended_at: hasEnded ? endedAt : null,
  };
}

/** `month`, or `3 months` for a period of several. */
function intervalOf(item: unknown): string | null {
  const from = at(item, 'price', 'recurring') ?? at(item, 'plan');
  const interval = textAt(from, 'interval');
  const count = integerAt(from, 'interval_count') ?? 1;
  return interval === null || count === 1 ? interval : `${count} ${interval}s`;
}
