/** The objects of a provider that say something about a payment. */
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

/** Why the money of a payment is still on its way. */
export type PendingReason = 'processing' | 'requires_action' | 'requires_capture';

/** What only a subscription tells. Times are seconds since 1970. */
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

/** Statements of an object about its payment; null where it does not know. */
export interface Said {
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
  /** The charge that a refund or dispute takes from, or the newest charge of an intent. */
  readonly charge_id: string | null;
  /** Absent in facts that older versions stored. */
  readonly pending_reason?: PendingReason | null;
  /** Of a subscription. Absent in facts that older versions stored. */
  readonly plan?: Plan | null;
}

/** The newest state of an object that was heard of, however late. */
export interface Facts {
  readonly kind: ObjectKind;
  /** Seconds since 1970 of the event, then how far on the object was, then the event's id: a total order. */
  readonly at: number;
  readonly rank: number;
  readonly event: string;
  /** Null while others have only spoken of it. */
  readonly said: Said | null;
  /** Seconds since 1970: the earliest time at which it was known to be paid. */
  readonly paid_at: number | null;
  /** Somebody confirmed this intent at some time, so that its failure or cancellation counts. */
  readonly is_tried?: boolean;
}

/** An object that others spoke of. */
export function unheard(kind: ObjectKind): Facts {
  return { kind, at: 0, rank: 0, event: '', said: null, paid_at: null };
}

/**
 * Both together: the later state, the earlier time of payment, and whether either was tried. Any order and any number
 * of repetitions give the same, which is what makes events safe to be shuffled and sent again.
 */
export function joinFacts(one: Facts, other: Facts): Facts {
  const later = isLater(one, other) ? one : other;
  const isTried = one.is_tried === true || other.is_tried === true;
  return { ...later, paid_at: earliest(one.paid_at, other.paid_at), ...(isTried && { is_tried: true }) };
}

function isLater(one: Facts, other: Facts): boolean {
  if ((one.said === null) !== (other.said === null)) return one.said !== null;
  if (one.at !== other.at) return one.at > other.at;
  if (one.rank !== other.rank) return one.rank > other.rank;
  return one.event > other.event;
}

function earliest(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other;
  return Math.min(one, other);
}
