import type { Facts, ObjectKind, Said } from '../facts.ts';
import { at, idAt, integerAt, type Json, listAt, textAt, textsAt } from './json-path.ts';

/** Facts told by one event. */
export interface Observation {
  readonly id: string;
  readonly facts: Facts;
  /** Other objects of the same payment. */
  readonly links: readonly { readonly id: string; readonly kind: ObjectKind }[];
  readonly subscriptionId: string | null;
}

/** A verified event. */
export interface ProviderEvent {
  readonly id: string;
  readonly type: string;
  /** Seconds since 1970. */
  readonly created: number;
  readonly object: Json;
}

const KINDS: Readonly<Record<string, ObjectKind>> = {
  'checkout.session': 'session',
  payment_intent: 'intent',
  charge: 'charge',
  refund: 'refund',
  dispute: 'dispute',
  invoice: 'invoice',
  invoice_payment: 'invoice_payment',
  subscription: 'subscription',
};

/** Undefined when the bytes are no event. */
export function readEvent(parsed: unknown): ProviderEvent | undefined {
  const id = textAt(parsed, 'id');
  const type = textAt(parsed, 'type');
  const created = integerAt(parsed, 'created');
  const object = at(parsed, 'data', 'object');
  if (id === null || type === null || created === null || typeof object !== 'object' || object === null)
    return undefined;
  return { id, type, created, object: object as Json };
}

/** Facts of a payment told by an event; undefined when it is about something else. */
export function observeEvent(event: ProviderEvent): Observation | undefined {
  const { object } = event;
  const kind = KINDS[textAt(object, 'object') ?? ''];
  const id = textAt(object, 'id');
  if (kind === undefined || id === null) return undefined;
  const reading = READERS[kind](object, event);
  if (reading === undefined) return undefined;
  const { said = {}, rank = 0, links = [], paidAt = null } = reading;
  const whole: Said = {
    ...NOTHING,
    livemode: object['livemode'] === true,
    metadata: textsAt(object, 'metadata'),
    ...said,
  };
  return {
    id,
    facts: { kind, at: event.created, rank, event: event.id, said: whole, paid_at: paidAt },
    links: links.flatMap(([linkKind, linkId]) => (linkId === null ? [] : [{ kind: linkKind, id: linkId }])),
    subscriptionId: kind === 'subscription' ? id : whole.subscription_id,
  };
}

const NOTHING: Said = {
  status: null,
  type: null,
  amount: null,
  refunded: null,
  currency: null,
  user_id: null,
  email: null,
  subscription_id: null,
  product_id: null,
  price_id: null,
  quantity: null,
  description: null,
  livemode: false,
  metadata: {},
  charge_id: null,
};

interface Reading {
  readonly said?: Partial<Said>;
  readonly rank?: number;
  readonly links?: readonly (readonly [ObjectKind, string | null])[];
  readonly paidAt?: number | null;
}

type Reader = (object: Json, event: ProviderEvent) => Reading | undefined;

/** One reader for each kind of object; those of older versions of the API have more of their links in them. */
const READERS: Readonly<Record<ObjectKind, Reader>> = {
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
  subscription: (object) => ({
    said: {
      user_id: textAt(object, 'metadata', 'user_id'),
      price_id: idAt(object, 'items', 'data', 0, 'price'),
      product_id: idAt(object, 'items', 'data', 0, 'price', 'product'),
      quantity: integerAt(object, 'items', 'data', 0, 'quantity'),
    },
  }),
};

function readSession(object: Json, event: ProviderEvent): Reading | undefined {
  const mode = textAt(object, 'mode');
  // An expired session was never paid, and one that only keeps a card pays nothing.
  if ((mode !== 'payment' && mode !== 'subscription') || textAt(object, 'status') === 'expired') return undefined;
  const isPaid = ['paid', 'no_payment_required'].includes(textAt(object, 'payment_status') ?? '');
  const isFailed = event.type === 'checkout.session.async_payment_failed';
  const status = isPaid ? 'succeeded' : isFailed ? 'failed' : 'pending';
  return {
    rank: RANKS[status],
    paidAt: isPaid ? event.created : null,
    said: {
      status,
      type: mode === 'subscription' ? 'subscription' : 'one_time',
      amount: integerAt(object, 'amount_total'),
      currency: textAt(object, 'currency'),
      user_id: textAt(object, 'metadata', 'user_id') ?? textAt(object, 'client_reference_id'),
      email: textAt(object, 'customer_details', 'email') ?? textAt(object, 'customer_email'),
      subscription_id: idAt(object, 'subscription'),
      ...boughtIn(object),
    },
    links: [
      ['intent', idAt(object, 'payment_intent')],
      ['invoice', idAt(object, 'invoice')],
    ],
  };
}

function readIntent(object: Json, event: ProviderEvent): Reading {
  const status = intentStatus(textAt(object, 'status'), event.type);
  return {
    rank: RANKS[status],
    paidAt: status === 'succeeded' ? event.created : null,
    said: {
      status,
      type: 'one_time',
      amount: (status === 'succeeded' ? integerAt(object, 'amount_received') : null) || integerAt(object, 'amount'),
      currency: textAt(object, 'currency'),
      user_id: textAt(object, 'metadata', 'user_id'),
      email: textAt(object, 'receipt_email'),
      description: textAt(object, 'description'),
      ...boughtIn(object),
    },
    links: [
      ['charge', idAt(object, 'latest_charge')],
      ['invoice', idAt(object, 'invoice')],
    ],
  };
}

function intentStatus(status: string | null, eventType: string): NonNullable<Said['status']> {
  if (status === 'succeeded') return 'succeeded';
  return status === 'canceled' || eventType === 'payment_intent.payment_failed' ? 'failed' : 'pending';
}

function readCharge(object: Json): Reading {
  const status = chargeStatus(textAt(object, 'status'));
  const refunded = integerAt(object, 'amount_refunded') ?? 0;
  return {
    rank: RANKS[status] * 1e12 + refunded,
    paidAt: status === 'succeeded' ? integerAt(object, 'created') : null,
    said: {
      status,
      type: 'one_time',
      amount: integerAt(object, 'amount_captured') || integerAt(object, 'amount'),
      refunded,
      currency: textAt(object, 'currency'),
      user_id: textAt(object, 'metadata', 'user_id'),
      email: textAt(object, 'billing_details', 'email') ?? textAt(object, 'receipt_email'),
      description: textAt(object, 'description'),
      ...boughtIn(object),
    },
    links: [
      ['intent', idAt(object, 'payment_intent')],
      ['invoice', idAt(object, 'invoice')],
    ],
  };
}

function chargeStatus(status: string | null): NonNullable<Said['status']> {
  return status === 'succeeded' || status === 'failed' ? status : 'pending';
}

/** `refunded` is what is on its way back or has come back. */
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
      metadata: {},
    },
    links: [
      ['intent', idAt(object, 'payment_intent')],
      ['charge', idAt(object, 'charge')],
    ],
  };
}

/** A dispute takes the money when it is lost. */
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

/** An invoice counts once it was paid, or once a try to pay it failed. */
function readInvoice(object: Json, event: ProviderEvent): Reading | undefined {
  const isPaid = textAt(object, 'status') === 'paid' || object['paid'] === true;
  const isFailed =
    event.type === 'invoice.payment_failed' || ['void', 'uncollectible'].includes(textAt(object, 'status') ?? '');
  const status = isPaid ? 'succeeded' : isFailed ? 'failed' : null;
  const parent = ['parent', 'subscription_details'] as const;
  const payments = listAt(object, 'payments', 'data');
  return {
    rank: status === null ? 0 : RANKS[status],
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

function subscriptionMetadata(object: Json): Partial<Said> {
  const metadata = {
    ...textsAt(object, 'subscription_details', 'metadata'),
    ...textsAt(object, 'parent', 'subscription_details', 'metadata'),
    ...textsAt(object, 'metadata'),
  };
  return { metadata, user_id: metadata['user_id'] ?? null };
}

/** The first line that costs something, else the first. */
function lineOf(object: Json): Partial<Said> {
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

/** Metadata that the service wrote when the payment was begun. */
function boughtIn(object: Json): Partial<Said> {
  const quantity = Number(textAt(object, 'metadata', 'service_quantity'));
  const name = textAt(object, 'metadata', 'service_name');
  return {
    price_id: textAt(object, 'metadata', 'service_price_id'),
    ...(Number.isSafeInteger(quantity) && quantity > 0 && { quantity }),
    ...(name !== null && { description: name }),
  };
}

const RANKS = { pending: 1, failed: 2, succeeded: 3 } as const;
