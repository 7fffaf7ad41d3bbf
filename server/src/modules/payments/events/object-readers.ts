import type { ObjectKind, PendingReason, StatedFacts } from '../facts.ts';
import { idAt, integerAt, type Json, listAt, textAt, textsAt } from './json-path.ts';
import type { ProviderEvent } from './provider-event.ts';
import { readSubscription } from './read-subscription.ts';
import type { Reading } from './reading.ts';

/** Progress of a charge or session, to order events of the same second. */
const RANKS = { pending: 1, failed: 2, succeeded: 3 } as const;
/** Progress of an invoice: another attempt may follow a failed one, and nothing follows payment. */
const INVOICE_RANKS = { open: 0, failed: 1, closed: 2, succeeded: 3 } as const;

/** The status that an event's type names, for objects that do not state one. */
const STATUS_OF_EVENT: Readonly<Record<string, string>> = {
  'charge.captured': 'succeeded',
  'charge.failed': 'failed',
  'charge.refunded': 'succeeded',
  'charge.succeeded': 'succeeded',
  'invoice.paid': 'paid',
  'invoice.payment_succeeded': 'paid',
  'payment_intent.amount_capturable_updated': 'requires_capture',
  'payment_intent.canceled': 'canceled',
  'payment_intent.processing': 'processing',
  'payment_intent.requires_action': 'requires_action',
  'payment_intent.succeeded': 'succeeded',
};

type Reader = (object: Json, event: ProviderEvent) => Reading | undefined;

export const READERS: Readonly<Record<ObjectKind, Reader>> = {
  session: readSession,
  intent: readIntent,
  charge: readCharge,
  refund: readRefund,
  dispute: readDispute,
  invoice: readInvoice,
  invoice_payment: (object) => ({
    links: [
      ['invoice', idAt(object, 'invoice')],
      ['intent', idAt(object, 'payment', 'payment_intent')],
      ['charge', idAt(object, 'payment', 'charge')],
    ],
  }),
  subscription: readSubscription,
};

function readSession(object: Json, event: ProviderEvent): Reading | undefined {
  const mode = textAt(object, 'mode') ?? (idAt(object, 'subscription') === null ? 'payment' : 'subscription');
  // An expired session was never paid, and a session that only saves a card has no payment.
  if ((mode !== 'payment' && mode !== 'subscription') || textAt(object, 'status') === 'expired') return undefined;
  const isPaid = ['paid', 'no_payment_required'].includes(textAt(object, 'payment_status') ?? '');
  const isFailed = event.type === 'checkout.session.async_payment_failed';
  const status = isPaid ? 'succeeded' : isFailed ? 'failed' : 'pending';
  return {
    rank: RANKS[status],
    paidAt: isPaid ? event.created : null,
    said: {
      status,
      pending_reason: status === 'pending' ? 'processing' : null,
      type: mode === 'subscription' ? 'subscription' : 'one_time',
      amount: integerAt(object, 'amount_total'),
      currency: textAt(object, 'currency'),
      user_id: textAt(object, 'metadata', 'user_id') ?? textAt(object, 'client_reference_id'),
      email: textAt(object, 'customer_details', 'email') ?? textAt(object, 'customer_email'),
      subscription_id: idAt(object, 'subscription'),
      ...purchaseFacts(object),
    },
    links: [
      ['intent', idAt(object, 'payment_intent')],
      ['invoice', idAt(object, 'invoice')],
    ],
  };
}

function readIntent(object: Json, event: ProviderEvent): Reading {
  const { status, reason = null, rank, isTried } = intentState(object, event.type);
  return {
    rank,
    isTried,
    paidAt: status === 'succeeded' ? event.created : null,
    said: {
      status,
      pending_reason: reason,
      type: 'one_time',
      amount: (status === 'succeeded' ? integerAt(object, 'amount_received') : null) || integerAt(object, 'amount'),
      currency: textAt(object, 'currency'),
      user_id: textAt(object, 'metadata', 'user_id'),
      email: textAt(object, 'receipt_email'),
      description: textAt(object, 'description'),
      charge_id: idAt(object, 'latest_charge'),
      ...purchaseFacts(object),
    },
    links: [
      ['charge', idAt(object, 'latest_charge')],
      ['invoice', idAt(object, 'invoice')],
    ],
  };
}

interface IntentState {
  readonly status: StatedFacts['status'];
  readonly reason?: PendingReason;
  readonly rank: number;
  readonly isTried: boolean;
}

/** A pending payment may follow a failed attempt of the same second. The status is null until confirmation. */
function intentState(object: Json, eventType: string): IntentState {
  const status = statusAt(object, eventType);
  const hasFailed =
    eventType === 'payment_intent.payment_failed' || textAt(object, 'last_payment_error', 'type') !== null;
  switch (status) {
    case 'succeeded':
      return { status, rank: 5, isTried: true };
    case 'canceled':
      return { status: 'failed', rank: 4, isTried: hasFailed || idAt(object, 'latest_charge') !== null };
    case 'processing':
    case 'requires_capture':
      return { status: 'pending', reason: status, rank: 3, isTried: true };
    case 'requires_action':
      return { status: 'pending', reason: status, rank: 1, isTried: true };
    default:
      return hasFailed ? { status: 'failed', rank: 2, isTried: true } : { status: null, rank: 0, isTried: false };
  }
}

function readCharge(object: Json, event: ProviderEvent): Reading {
  const { status, reason = null } = chargeState(object, event.type);
  const refunded = status === 'succeeded' ? (integerAt(object, 'amount_refunded') ?? 0) : 0;
  return {
    rank: RANKS[status] * 1e12 + refunded,
    paidAt: status === 'succeeded' ? integerAt(object, 'created') : null,
    said: {
      status,
      pending_reason: reason,
      type: 'one_time',
      amount: integerAt(object, 'amount_captured') || integerAt(object, 'amount'),
      refunded,
      currency: textAt(object, 'currency'),
      user_id: textAt(object, 'metadata', 'user_id'),
      email: textAt(object, 'billing_details', 'email') ?? textAt(object, 'receipt_email'),
      description: textAt(object, 'description'),
      ...purchaseFacts(object),
    },
    links: [
      ['intent', idAt(object, 'payment_intent')],
      ['invoice', idAt(object, 'invoice')],
    ],
  };
}

interface ChargeState {
  readonly status: NonNullable<StatedFacts['status']>;
  readonly reason?: PendingReason;
}

/** An authorised charge has `captured: false`; when it is released, the provider marks it as refunded. */
function chargeState(object: Json, eventType: string): ChargeState {
  const status = statusAt(object, eventType);
  if (status === 'succeeded' && object['captured'] === false)
    return object['refunded'] === true ? { status: 'failed' } : { status: 'pending', reason: 'requires_capture' };
  if (status === 'succeeded' || status === 'failed') return { status };
  return { status: 'pending', reason: 'processing' };
}

/** `refunded`: the amount that is being refunded or has been refunded. */
function readRefund(object: Json): Reading {
  const status = textAt(object, 'status');
  const isUndone = status === 'failed' || status === 'canceled';
  return {
    rank: isUndone ? 3 : status === 'succeeded' ? 2 : 1,
    said: {
      amount: integerAt(object, 'amount'),
      refunded: isUndone ? 0 : integerAt(object, 'amount'),
      currency: textAt(object, 'currency'),
      charge_id: idAt(object, 'charge'),
    },
    links: [
      ['intent', idAt(object, 'payment_intent')],
      ['charge', idAt(object, 'charge')],
    ],
  };
}

/** A dispute takes the money back only when it is lost. */
function readDispute(object: Json): Reading {
  const isLost = textAt(object, 'status') === 'lost';
  const isOver = isLost || textAt(object, 'status') === 'won';
  return {
    rank: isOver ? 2 : 1,
    said: {
      amount: integerAt(object, 'amount'),
      refunded: isLost ? integerAt(object, 'amount') : 0,
      currency: textAt(object, 'currency'),
      charge_id: idAt(object, 'charge'),
      metadata: { dispute_status: textAt(object, 'status') ?? 'open' },
    },
    links: [
      ['intent', idAt(object, 'payment_intent')],
      ['charge', idAt(object, 'charge')],
    ],
  };
}

/** An invoice has a status once it was paid or an attempt to pay it failed. */
function readInvoice(object: Json, event: ProviderEvent): Reading | undefined {
  const isPaid = statusAt(object, event.type) === 'paid' || object['paid'] === true;
  const isClosed = ['void', 'uncollectible'].includes(textAt(object, 'status') ?? '');
  const wasAttempted = object['attempted'] === true || (integerAt(object, 'attempt_count') ?? 0) > 0;
  const isFailed = event.type === 'invoice.payment_failed' || (isClosed && wasAttempted);
  const status = isPaid ? 'succeeded' : isFailed ? 'failed' : null;
  const parent = ['parent', 'subscription_details'] as const;
  const payments = listAt(object, 'payments', 'data');
  return {
    rank: INVOICE_RANKS[isPaid ? 'succeeded' : isClosed ? 'closed' : isFailed ? 'failed' : 'open'],
    paidAt: isPaid ? (integerAt(object, 'status_transitions', 'paid_at') ?? event.created) : null,
    said: {
      status,
      type: 'subscription',
      amount: isPaid ? integerAt(object, 'amount_paid') : integerAt(object, 'amount_due'),
      currency: textAt(object, 'currency'),
      email: textAt(object, 'customer_email'),
      subscription_id: idAt(object, 'subscription') ?? idAt(object, ...parent, 'subscription'),
      ...lineOf(object),
      ...(idAt(object, 'subscription') === null &&
        idAt(object, ...parent, 'subscription') === null && { type: 'one_time' }),
      ...subscriptionMetadata(object),
    },
    links: [
      ['intent', idAt(object, 'payment_intent')],
      ['charge', idAt(object, 'charge')],
      ...payments.map((payment) => ['intent', idAt(payment, 'payment', 'payment_intent')] as const),
    ],
  };
}

function subscriptionMetadata(object: Json): Partial<StatedFacts> {
  const metadata = {
    ...textsAt(object, 'subscription_details', 'metadata'),
    ...textsAt(object, 'parent', 'subscription_details', 'metadata'),
    ...textsAt(object, 'metadata'),
  };
  return { metadata, user_id: metadata['user_id'] ?? null };
}

function lineOf(object: Json): Partial<StatedFacts> {
  const lines = listAt(object, 'lines', 'data');
  const line = lines.find((each) => (integerAt(each, 'amount') ?? 0) > 0) ?? lines[0];
  const pricing = ['pricing', 'price_details'] as const;
  return {
    price_id: idAt(line, ...pricing, 'price') ?? idAt(line, 'price') ?? idAt(line, 'plan'),
    product_id: idAt(line, ...pricing, 'product') ?? idAt(line, 'price', 'product') ?? idAt(line, 'plan', 'product'),
    quantity: integerAt(line, 'quantity'),
    description: textAt(line, 'description') ?? textAt(object, 'description'),
  };
}

function purchaseFacts(object: Json): Partial<StatedFacts> {
  const quantity = Number(textAt(object, 'metadata', 'service_quantity'));
  const name = textAt(object, 'metadata', 'service_name');
  return {
    price_id: textAt(object, 'metadata', 'service_price_id'),
    product_id: textAt(object, 'metadata', 'service_product_id'),
    ...(Number.isSafeInteger(quantity) && quantity > 0 && { quantity }),
    ...(name !== null && { description: name }),
  };
}

function statusAt(object: Json, eventType: string): string | null {
  return textAt(object, 'status') ?? STATUS_OF_EVENT[eventType] ?? null;
}
