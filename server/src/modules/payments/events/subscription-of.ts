import { isoTime } from '../../../platform/clock.ts';
import type { ObjectFacts, SubscriptionStatus } from '../facts.ts';
import type { KnownObject } from './payment-of.ts';

export interface Subscription {
  readonly provider: 'stripe';
  readonly provider_subscription_id: string;
  readonly provider_customer_id: string | null;
  readonly user_id: string | null;
  readonly customer_email: string | null;
  readonly status: SubscriptionStatus;
  readonly product_id: string | null;
  readonly price_id: string | null;
  readonly quantity: number | null;
  readonly amount: number | null;
  readonly currency: string | null;
  readonly interval: string | null;
  readonly current_period_start: string | null;
  readonly current_period_end: string | null;
  readonly trial_end: string | null;
  readonly cancel_at_period_end: boolean;
  readonly canceled_at: string | null;
  readonly ended_at: string | null;
  readonly livemode: boolean;
  readonly metadata: Readonly<Record<string, string>>;
}

const OWN_KEY = /^service_/;

/** Undefined while known only by reference. `customerUserId`: the user whose customer has the subscription. */
export function subscriptionOf(
  { id, facts: { said } }: KnownObject,
  related: readonly KnownObject[],
  customerUserId: string | null,
): Subscription | undefined {
  const plan = said?.plan;
  if (said == null || plan == null) return undefined;
  const metadata = Object.entries(said.metadata).filter(([key]) => !OWN_KEY.test(key));
  return {
    provider: 'stripe',
    provider_subscription_id: id,
    provider_customer_id: plan.customer_id,
    user_id: said.user_id ?? customerUserId,
    customer_email: emailOf(related),
    status: plan.status,
    product_id: said.product_id,
    price_id: said.price_id,
    quantity: said.quantity,
    amount: said.amount,
    currency: said.currency,
    interval: plan.interval,
    current_period_start: timeOf(plan.period_start),
    current_period_end: timeOf(plan.period_end),
    trial_end: timeOf(plan.trial_end),
    cancel_at_period_end: plan.cancel_at_period_end,
    canceled_at: timeOf(plan.canceled_at),
    ended_at: timeOf(plan.ended_at),
    livemode: said.livemode,
    metadata: Object.fromEntries(metadata.toSorted(([a], [b]) => (a < b ? -1 : 1))),
  };
}

function emailOf(related: readonly KnownObject[]): string | null {
  const named = related.filter(({ facts: { said } }) => said?.email != null);
  const [newest] = named.toSorted((a, b) => orderOf(b.facts, a.facts) || (a.id < b.id ? -1 : 1));
  return newest?.facts.said?.email ?? null;
}

function orderOf(one: ObjectFacts, other: ObjectFacts): number {
  return one.at - other.at;
}

function timeOf(seconds: number | null): string | null {
  return seconds === null ? null : isoTime(seconds * 1000);
}
