import { isoTime } from '../../../platform/clock.ts';
import type { ObjectFacts, ObjectKind, StatedFacts } from '../facts.ts';
import type { PAYMENT_STATUSES, PAYMENT_TYPES } from '../provider-tables.ts';

export interface KnownObject {
  readonly id: string;
  readonly facts: ObjectFacts;
}

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

/** When several objects state the same fact, the first one in this order is used. */
const AMOUNTS: readonly ObjectKind[] = ['invoice', 'charge', 'intent', 'session'];
const BOUGHT: readonly ObjectKind[] = ['session', 'invoice', 'intent', 'charge', 'subscription'];
const METADATA: readonly ObjectKind[] = ['subscription', 'invoice', 'charge', 'intent', 'session'];
/** Keys that only the service writes. Metadata of a checkout comes from the buyer. */
const OWN_KEY = /^(?:service_.*|dispute_status|pending_reason)$/s;

/** Independent of the objects' order. Undefined until the buyer tries to pay, and for refunds of unknown payments. */
export function paymentOf(objects: readonly KnownObject[]): Payment | undefined {
  const known = createReader(objects);
  const amount = known.first(AMOUNTS, 'amount');
  const status = statusOf(known);
  if (status === undefined) return undefined;
  const refunded = Math.min(amount ?? 0, refundedOf(known));
  const isPaid = status === 'succeeded';
  return {
    provider: 'stripe',
    type: typeOf(known),
    status: isPaid && refunded > 0 ? (refunded >= (amount ?? 0) ? 'refunded' : 'partially_refunded') : status,
    amount: amount ?? 0,
    amount_refunded: isPaid ? refunded : 0,
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
    metadata: metadataOf(known, status),
    paid_at: isPaid ? paidAtOf(known) : null,
  };
}

type Reader = ReturnType<typeof createReader>;

function createReader(objects: readonly KnownObject[]) {
  const sorted = objects.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const all = (...kinds: readonly ObjectKind[]): readonly KnownObject[] =>
    sorted.filter(({ facts }) => kinds.includes(facts.kind));
  const of = (...kinds: readonly ObjectKind[]): readonly ObjectFacts[] => all(...kinds).map(({ facts }) => facts);
  return {
    all,
    of,
    /** The value from the first of these kinds that has one. Within a kind, objects that succeeded come first. */
    first<Name extends keyof StatedFacts>(kinds: readonly ObjectKind[], name: Name): StatedFacts[Name] | null {
      for (const kind of kinds) {
        const statements = of(kind).flatMap(({ said }) => (said === null ? [] : [said]));
        const found = [...statements.filter(({ status }) => status === 'succeeded'), ...statements].find(
          (said) => said[name] != null,
        );
        if (found !== undefined) return found[name];
      }
      return null;
    },
    /** Prefers an object that succeeded. Also finds objects that are known only by reference. */
    id(kind: ObjectKind): string | null {
      const named = all(kind);
      const best = named.find(({ facts }) => facts.said?.status === 'succeeded') ?? named[0];
      return best?.id ?? null;
    },
  };
}

type Status = NonNullable<StatedFacts['status']>;

/** If no object says that the payment succeeded, the newest one decides: a bank debit may follow a failed card. */
function statusOf(known: Reader): Status | undefined {
  const statements = known.all('session', 'intent', 'charge', 'invoice').filter((each) => !isOutdated(each, known));
  const said = statements.flatMap(({ facts }) =>
    facts.said?.status == null || facts.is_untied === true ? [] : [{ at: facts.at, status: facts.said.status }],
  );
  if (said.some(({ status }) => status === 'succeeded')) return 'succeeded';
  const newest = Math.max(...said.map(({ at }) => at));
  const statuses = said.filter(({ at }) => at === newest).map(({ status }) => status);
  return statuses.includes('pending') ? 'pending' : statuses[0];
}

/** Intent and charge report the end of an attempt at different times. Cancelling an untried intent is no failure. */
function isOutdated({ id, facts }: KnownObject, known: Reader): boolean {
  const { kind, said } = facts;
  if (kind === 'intent' && said?.status === 'failed') return facts.is_tried !== true;
  if (said?.status !== 'pending') return false;
  if (kind === 'intent') return known.all('charge').some((charge) => charge.id === said.charge_id && hasFailed(charge));
  return kind === 'charge' && known.all('intent').some((intent) => isOf(intent, id) && hasFailed(intent));
}

function hasFailed({ facts: { said } }: KnownObject): boolean {
  return said?.status === 'failed';
}

function isOf({ facts: { said } }: KnownObject, chargeId: string): boolean {
  return said?.charge_id === chargeId;
}

/** The larger of the charge's total less failed refunds and the sum of refunds, plus lost disputes. */
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

function typeOf(known: Reader): Payment['type'] {
  const isSubscription = known.of('session', 'invoice').some(({ said }) => said?.type === 'subscription');
  return isSubscription ? 'subscription' : 'one_time';
}

function paymentIdOf(known: Reader): string {
  const id = known.id('intent') ?? known.id('invoice') ?? known.id('charge') ?? known.id('session');
  if (id === null) throw new Error('A payment has at least one object.');
  return id;
}

/** `pending_reason` tells the buyer's page that the money is on its way, so that the buyer does not pay twice. */
function metadataOf(known: Reader, status: Status): Readonly<Record<string, string>> {
  const all = METADATA.flatMap((kind) => known.of(kind).map(({ said }) => said?.metadata ?? {}));
  const reason = status === 'pending' ? (known.first(['intent', 'charge', 'session'], 'pending_reason') ?? null) : null;
  const named = Object.entries(Object.assign({}, ...all) as Record<string, string>);
  const own = known.of('dispute').flatMap(({ said }) => Object.entries(said?.metadata ?? {}));
  const entries = [...named.filter(([key]) => !OWN_KEY.test(key)), ...own];
  if (reason !== null) entries.push(['pending_reason', reason]);
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function paidAtOf(known: Reader): string | null {
  for (const kinds of [['invoice'], ['charge'], ['intent', 'session']] as const) {
    const times = known.of(...kinds).flatMap(({ paid_at: at }) => (at === null ? [] : [at]));
    if (times.length > 0) return isoTime(Math.min(...times) * 1000);
  }
  return null;
}
