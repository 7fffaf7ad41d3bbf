import { isoTime } from '../../../platform/clock.ts';
import type { Facts, ObjectKind, Said } from '../facts.ts';
import type { PAYMENT_STATUSES, PAYMENT_TYPES } from '../payments-table.ts';

export interface KnownObject {
  readonly id: string;
  readonly facts: Facts;
}

/** A row of `payments`, but for what every row has. */
export interface Payment {
  readonly provider: 'stripe';
  readonly type: (typeof PAYMENT_TYPES)[number];
  readonly status: (typeof PAYMENT_STATUSES)[number];
  readonly amount: number;
  readonly amount_refunded: number;
  readonly currency: string | null;
  readonly user_id: string | null;
  readonly customer_email: string | null;
  readonly provider_payment_id: string;
  readonly provider_session_id: string | null;
  readonly subscription_id: string | null;
  readonly product_id: string | null;
  readonly price_id: string | null;
  readonly quantity: number | null;
  readonly description: string | null;
  readonly livemode: boolean;
  readonly metadata: Readonly<Record<string, string>>;
  readonly paid_at: string | null;
}

/** Precedence of the objects, where several say the same thing. */
const AMOUNTS: readonly ObjectKind[] = ['invoice', 'charge', 'intent', 'session'];
const BOUGHT: readonly ObjectKind[] = ['session', 'invoice', 'intent', 'charge', 'subscription'];
const METADATA: readonly ObjectKind[] = ['dispute', 'subscription', 'invoice', 'charge', 'intent', 'session'];
/** How Stripe describes intents of its invoices, which newer versions of its API do not link to them. */
const INVOICED = /^(Subscription (creation|update)|Payment for Invoice)$/;
const OWN_KEY = /^service_/;

/**
 * The row that the objects of one payment make, with their subscription where there is one: the same whatever order they
 * came to be known in. Undefined while they say nothing about money.
 */
export function paymentOf(objects: readonly KnownObject[]): Payment | undefined {
  const known = createReader(objects);
  const amount = known.first(AMOUNTS, 'amount');
  const takenBack = known.of('refund', 'dispute').reduce((sum, { said }) => sum + (said?.refunded ?? 0), 0);
  const status = statusOf(known);
  if ((status === undefined && takenBack === 0) || isOfInvoice(known)) return undefined;
  const refunded = Math.min(amount ?? takenBack, refundedOf(known));
  const isPaid = status === 'succeeded' || status === undefined;
  return {
    provider: 'stripe',
    type: typeOf(known, status),
    status:
      isPaid && refunded > 0
        ? refunded >= (amount ?? refunded)
          ? 'refunded'
          : 'partially_refunded'
        : (status ?? 'pending'),
    amount: amount ?? takenBack,
    amount_refunded: refunded,
    currency: known.first([...AMOUNTS, 'refund', 'dispute'], 'currency'),
    user_id: known.first(BOUGHT, 'user_id'),
    customer_email: known.first(BOUGHT, 'email'),
    provider_payment_id: paymentIdOf(known),
    provider_session_id: known.id('session'),
    subscription_id: known.first(BOUGHT, 'subscription_id'),
    product_id: known.first(BOUGHT, 'product_id'),
    price_id: known.first(BOUGHT, 'price_id'),
    quantity: known.first(BOUGHT, 'quantity'),
    description: known.first(['session', 'intent', 'charge', 'invoice'], 'description'),
    livemode: objects.some(({ facts: { said } }) => said?.livemode === true),
    metadata: metadataOf(known),
    paid_at: isPaid ? paidAtOf(known) : null,
  };
}

type Reader = ReturnType<typeof createReader>;

function createReader(objects: readonly KnownObject[]) {
  const sorted = objects.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const of = (...kinds: readonly ObjectKind[]): readonly Facts[] =>
    sorted.filter(({ facts }) => kinds.includes(facts.kind)).map(({ facts }) => facts);
  return {
    of,
    /** The first of these kinds that says something, one that succeeded before others. */
    first<Name extends keyof Said>(kinds: readonly ObjectKind[], name: Name): Said[Name] | null {
      for (const kind of kinds) {
        const all = of(kind).flatMap(({ said }) => (said === null ? [] : [said]));
        const found = [...all.filter(({ status }) => status === 'succeeded'), ...all].find(
          (said) => said[name] !== null,
        );
        if (found !== undefined) return found[name];
      }
      return null;
    },
    /** One that succeeded before others; one that was only spoken of counts as well. */
    id(kind: ObjectKind): string | null {
      const all = sorted.filter(({ facts }) => facts.kind === kind);
      const best = all.find(({ facts }) => facts.said?.status === 'succeeded') ?? all[0];
      return best?.id ?? null;
    },
  };
}

/** Intents and charges of an invoice share its row; until it is heard of there would be two rows for one payment. */
function isOfInvoice(known: Reader): boolean {
  if (known.of('session', 'invoice').length > 0) return false;
  return known.of('intent', 'charge').some(({ said }) => INVOICED.test(said?.description ?? ''));
}

/** Paid is paid, whoever says so; it has failed when nobody still waits. */
function statusOf(known: Reader): Said['status'] | undefined {
  const statuses = known.of('session', 'intent', 'charge', 'invoice').map(({ said }) => said?.status ?? null);
  if (statuses.includes('succeeded')) return 'succeeded';
  if (statuses.includes('failed')) return 'failed';
  return statuses.includes('pending') ? 'pending' : undefined;
}

/**
 * A charge says what it gave back when it was last heard of, and refunds say it one by one: the larger of the two, but
 * for refunds that turned out to have failed since. What a lost dispute took comes on top.
 */
function refundedOf(known: Reader): number {
  const refunds = known.of('refund');
  const byRefunds = refunds.reduce((sum, { said }) => sum + (said?.refunded ?? 0), 0);
  const byCharges = known.of('charge').reduce((sum, charge) => {
    const undone = refunds.filter(({ said, at }) => said?.refunded === 0 && at >= charge.at);
    const missing = undone.reduce((amount, { said }) => amount + (said?.amount ?? 0), 0);
    return sum + Math.max(0, (charge.said?.refunded ?? 0) - missing);
  }, 0);
  const byDisputes = known.of('dispute').reduce((sum, { said }) => sum + (said?.refunded ?? 0), 0);
  return Math.max(byRefunds, byCharges) + byDisputes;
}

function typeOf(known: Reader, status: Said['status'] | undefined): Payment['type'] {
  if (status === undefined) return 'refund';
  const isSubscription = known.of('session', 'invoice').some(({ said }) => said?.type === 'subscription');
  return isSubscription ? 'subscription' : 'one_time';
}

function paymentIdOf(known: Reader): string {
  const id = known.id('intent') ?? known.id('invoice') ?? known.id('charge') ?? known.id('session');
  const other = id ?? known.id('refund') ?? known.id('dispute');
  if (other === null) throw new Error('A payment has at least one object.');
  return other;
}

function metadataOf(known: Reader): Readonly<Record<string, string>> {
  const all = METADATA.flatMap((kind) => known.of(kind).map(({ said }) => said?.metadata ?? {}));
  const entries = Object.entries(Object.assign({}, ...all) as Record<string, string>);
  return Object.fromEntries(entries.filter(([key]) => !OWN_KEY.test(key)).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function paidAtOf(known: Reader): string | null {
  for (const kinds of [['invoice'], ['charge'], ['intent', 'session']] as const) {
    const times = known.of(...kinds).flatMap(({ paid_at: at }) => (at === null ? [] : [at]));
    if (times.length > 0) return isoTime(Math.min(...times) * 1000);
  }
  return null;
}
