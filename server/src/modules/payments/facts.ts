export const OBJECT_KINDS = [
  'session',
  'intent',
  'charge',
  'refund',
  'dispute',
  'invoice',
  'invoice_payment',
  'subscription',
] as const;
export type ObjectKind = (typeof OBJECT_KINDS)[number];

export const SUBSCRIPTION_STATUSES = [
  'incomplete',
  'trialing',
  'active',
  'past_due',
  'unpaid',
  'paused',
  'canceled',
] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

export type PendingReason = 'processing' | 'requires_action' | 'requires_capture';

/** Facts that only a subscription has. Times are seconds since 1970. */
export interface Plan {
  readonly customer_id: string | null;
  readonly status: SubscriptionStatus;
  readonly interval: string | null;
  readonly period_start: number | null;
  readonly period_end: number | null;
  readonly trial_end: number | null;
  readonly cancel_at_period_end: boolean;
  readonly canceled_at: number | null;
  readonly ended_at: number | null;
}

/** The facts that an object states about its payment; null for those it does not state. */
export interface StatedFacts {
  readonly status: 'succeeded' | 'pending' | 'failed' | null;
  readonly type: 'one_time' | 'subscription' | null;
  readonly amount: number | null;
  readonly refunded: number | null;
  readonly currency: string | null;
  readonly user_id: string | null;
  readonly email: string | null;
  readonly subscription_id: string | null;
  readonly product_id: string | null;
  readonly price_id: string | null;
  readonly quantity: number | null;
  readonly description: string | null;
  readonly livemode: boolean;
  readonly metadata: Readonly<Record<string, string>>;
  readonly charge_id: string | null;
  /** Absent in facts that older versions stored. */
  readonly pending_reason?: PendingReason | null;
  /** Only for subscriptions. Absent in facts that older versions stored. */
  readonly plan?: Plan | null;
}

/** The newest known state of an object, regardless of the order in which its events arrived. */
export interface ObjectFacts {
  readonly kind: ObjectKind;
  /** Seconds since 1970. With `rank` (progress of the object) and `event` (event id) it forms a total order. */
  readonly at: number;
  readonly rank: number;
  readonly event: string;
  /** Null while only other objects have referred to this one. */
  readonly said: StatedFacts | null;
  /** Seconds since 1970: the earliest known time of payment. */
  readonly paid_at: number | null;
  /** The intent was confirmed at some time, so its failure or cancellation counts. */
  readonly is_tried?: boolean;
  /** It states a refund, and nothing ties its payment to the project, so its status does not count. Every other statement about it ends this. */
  readonly is_untied?: boolean;
}

export function emptyFacts(kind: ObjectKind): ObjectFacts {
  return { kind, at: 0, rank: 0, event: '', said: null, paid_at: null };
}

/** Commutative and idempotent, so events may arrive in any order and repeatedly. */
export function joinFacts(one: ObjectFacts, other: ObjectFacts): ObjectFacts {
  const later = isLater(one, other) ? one : other;
  const { is_untied: _, ...joined } = later;
  const isTried = one.is_tried === true || other.is_tried === true;
  const isUntied = later.is_untied === true && [one, other].every(({ said, is_untied }) => said === null || is_untied);
  return {
    ...joined,
    paid_at: earliest(one.paid_at, other.paid_at),
    ...(isTried && { is_tried: true }),
    ...(isUntied && { is_untied: true }),
  };
}

function isLater(one: ObjectFacts, other: ObjectFacts): boolean {
  if ((one.said === null) !== (other.said === null)) return one.said !== null;
  if (one.at !== other.at) return one.at > other.at;
  if (one.rank !== other.rank) return one.rank > other.rank;
  return one.event > other.event;
}

function earliest(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other;
  return Math.min(one, other);
}
