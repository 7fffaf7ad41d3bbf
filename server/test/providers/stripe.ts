import { createHmac } from 'node:crypto';
import type { StripeEvent } from '../../src/modules/payments/simulate/objects.ts';
import type { ReceivedRequest } from '../receiver.ts';
import type { ReceiverAnswer } from '../receiver-connection.ts';
import { createOnce, json, type ScriptedProvider, startScriptedProvider } from './scripted-provider.ts';

export type { StripeEvent } from '../../src/modules/payments/simulate/objects.ts';

export const STRIPE_KEY = 'sk_test_0123456789abcdef';
export const STRIPE_SECRET = 'whsec_test_0123456789abcdef';

export interface ScriptedStripe extends ScriptedProvider {
  /** Checkout sessions and payment intents that were created, as requested. */
  readonly made: readonly Readonly<Record<string, string>>[];
  /** The events that the list returns, newest first. */
  events: readonly StripeEvent[];
  /** By id: the amount in euro cents, the price's product, and how often it is paid. */
  readonly prices: Map<string, { readonly amount: number; readonly product: string; readonly interval?: string }>;
  readonly customers: Map<string, Readonly<Record<string, string>>>;
  /** Objects that can be fetched by id: intents, charges, invoices and subscriptions. */
  readonly objects: Map<string, Readonly<Record<string, unknown>>>;
  /** Invoice of each payment intent. */
  readonly invoices: Map<string, string>;
  readonly refunds: readonly Readonly<Record<string, string>>[];
  /** Checkout sessions by id, with their status. */
  readonly sessions: Map<string, Session>;
}

export interface Session {
  readonly id: string;
  readonly object: 'checkout.session';
  readonly url: string;
  readonly mode: string | undefined;
  readonly status: 'open' | 'complete' | 'expired';
  readonly customer: string | undefined;
  readonly metadata: Readonly<Record<string, string>>;
}

type Form = Readonly<Record<string, string>>;

interface ProviderRequest {
  readonly method: string;
  readonly pathname: string;
  readonly query: URLSearchParams;
  readonly form: Form;
  readonly once: (act: () => ReceiverAnswer) => ReceiverAnswer;
}

/** https://docs.stripe.com/api: form encoding, idempotency, errors. */
export async function startStripe(): Promise<ScriptedStripe> {
  const once = createOnce();
  const state = {
    made: [] as Form[],
    refunds: [] as Form[],
    events: [] as readonly StripeEvent[],
    prices: new Map<string, { amount: number; product: string; interval?: string }>([
      ['price_1', { amount: 1500, product: 'prod_1' }],
      ['price_monthly', { amount: 450, product: 'prod_monthly' }],
      ['price_yearly', { amount: 4500, product: 'prod_monthly' }],
    ]),
    customers: new Map<string, Form>(),
    objects: new Map<string, Readonly<Record<string, unknown>>>(),
    invoices: new Map<string, string>(),
    sessions: new Map<string, Session>(),
  };
  // The handler reads the events from the object that tests see, because they may replace them.
  let stripe: ScriptedStripe | undefined;
  const provider = await startScriptedProvider((request) => {
    if (request.headers['authorization'] !== `Bearer ${STRIPE_KEY}`)
      return refusal(401, `Invalid API Key provided: ${request.headers['authorization']}`);
    const asked = read(request, once);
    return answer(asked, { ...state, events: stripe?.events ?? [] });
  });
  stripe = Object.assign(provider, state);
  return stripe;
}

function read({ method, path, headers, body }: ReceivedRequest, once: ReturnType<typeof createOnce>): ProviderRequest {
  const { pathname, searchParams: query } = new URL(path, 'http://stripe');
  const form = Object.fromEntries(new URLSearchParams(new TextDecoder().decode(body)));
  return { method, pathname, query, form, once: (act) => once(headers['idempotency-key'], act) };
}

type State = Pick<ScriptedStripe, 'prices' | 'objects' | 'invoices' | 'events' | 'sessions'> & {
  readonly made: Form[];
  readonly refunds: Form[];
  readonly customers: Map<string, Form>;
};

function answer(asked: ProviderRequest, state: State): ReceiverAnswer | undefined {
  const { method, pathname } = asked;
  const [, , resource = '', id] = pathname.split('/');
  if (method === 'GET') return found(asked, state, { resource, id });
  if (method === 'DELETE' && resource === 'subscriptions') return changed(state, id, { status: 'canceled' });
  if (pathname === '/v1/checkout/sessions') return asked.once(() => startSession(asked, state));
  if (pathname.endsWith('/expire')) return expireSession(pathname.split('/')[4], state);
  if (pathname === '/v1/payment_intents')
    return asked.once(() => {
      state.made.push(asked.form);
      const made = `pi_${state.made.length}`;
      return json(200, { id: made, object: 'payment_intent', client_secret: `${made}_secret_x` });
    });
  if (pathname === '/v1/customers') return asked.once(() => makeCustomer(asked, state));
  if (resource === 'customers' && id !== undefined) return changeCustomer(asked, state, id);
  if (pathname === '/v1/billing_portal/sessions') return openPortal(asked, state);
  if (pathname === '/v1/refunds') return asked.once(() => refund(asked, state));
  if (resource === 'subscriptions') return changed(state, id, { cancel_at_period_end: true });
  return undefined;
}

function found(
  { pathname, query }: ProviderRequest,
  state: State,
  { resource, id }: { readonly resource: string; readonly id: string | undefined },
): ReceiverAnswer | undefined {
  const { prices, objects, invoices, events } = state;
  if (pathname === '/v1/balance') return json(200, { object: 'balance', available: [] });
  if (pathname === '/v1/events') {
    const since = Number(query.get('created[gte]'));
    const data = events.filter(({ created }) => created >= since);
    const after = data.findIndex((event) => event.id === query.get('starting_after')) + 1;
    const page = data.slice(after, after + Number(query.get('limit')));
    return json(200, { object: 'list', data: page, has_more: after + page.length < data.length });
  }
  if (pathname === '/v1/checkout/sessions') return listOf(query, state.sessions.values());
  if (pathname === '/v1/subscriptions') {
    const all = [...objects.values()].filter(
      ({ object, status }) => object === 'subscription' && status !== 'canceled',
    );
    return listOf(query, all);
  }
  if (pathname === '/v1/invoice_payments') {
    const invoice = objects.get(invoices.get(query.get('payment[payment_intent]') ?? '') ?? '');
    return json(200, { object: 'list', data: invoice === undefined ? [] : [{ object: 'invoice_payment', invoice }] });
  }
  if (pathname === '/v1/prices') return listPrices(query, state);
  if (resource === 'prices') {
    const price = prices.get(id ?? '');
    if (price === undefined) return missing('price', `No such price: '${id}'`);
    const { amount, product } = price;
    return json(200, {
      id,
      object: 'price',
      active: true,
      currency: 'eur',
      unit_amount: amount,
      product,
      recurring: null,
    });
  }
  const object = objects.get(id ?? '');
  return object === undefined ? missing('id', `No such object: '${id}'`, 404) : json(200, object);
}

/** All prices in the order of their ids, by pages, with their products whole. */
function listPrices(query: URLSearchParams, { prices }: State): ReceiverAnswer {
  const all = [...prices].map(([id, { amount, product, interval }]) => ({
    id,
    object: 'price',
    active: true,
    currency: 'eur',
    unit_amount: amount,
    nickname: null,
    livemode: false,
    product: { id: product, object: 'product', active: product !== 'prod_retired', name: `Name of ${product}` },
    recurring: interval === undefined ? null : { interval, interval_count: 1 },
  }));
  const after = all.findIndex(({ id }) => id === query.get('starting_after')) + 1;
  const page = all.slice(after, after + Number(query.get('limit')));
  return json(200, { object: 'list', data: page, has_more: after + page.length < all.length });
}

/** The objects of a customer, in the status that is asked for. */
function listOf(query: URLSearchParams, all: Iterable<object>): ReceiverAnswer {
  const wanted = ['customer', 'status'].filter((name) => query.has(name));
  const data = [...all].filter((each) => wanted.every((name) => Reflect.get(each, name) === query.get(name)));
  return json(200, { object: 'list', data: data.slice(0, Number(query.get('limit'))), has_more: false });
}

function expireSession(id: string | undefined, { sessions }: State): ReceiverAnswer {
  const session = sessions.get(id ?? '');
  if (session === undefined) return missing('session', `No such checkout.session: '${id}'`, 404);
  if (session.status !== 'open')
    return refusal(400, 'Only Checkout Sessions with a status in ["open"] can be expired.');
  sessions.set(session.id, { ...session, status: 'expired' });
  return json(200, { ...session, status: 'expired' });
}

function startSession({ form }: ProviderRequest, { prices, customers, made, sessions }: State): ReceiverAnswer {
  const price = form['line_items[0][price]'];
  if (price !== undefined && !prices.has(price)) return missing('line_items[0][price]', `No such price: '${price}'`);
  const customer = form['customer'];
  if (customer !== undefined && !customers.has(customer)) return missing('customer', `No such customer: '${customer}'`);
  if (customer !== undefined && form['customer_email'] !== undefined)
    return refusal(400, 'You may only specify one of these parameters: customer, customer_email.');
  made.push(form);
  const id = `cs_test_${made.length}`;
  const session: Session = {
    id,
    object: 'checkout.session',
    url: `https://checkout.stripe.com/c/pay/${id}`,
    mode: form['mode'],
    status: 'open',
    customer,
    metadata: metadataIn(form),
  };
  sessions.set(id, session);
  return json(200, session);
}

let customersMade = 0;

function makeCustomer({ form }: ProviderRequest, { customers }: State): ReceiverAnswer {
  customersMade += 1;
  const id = `cus_${customersMade}`;
  customers.set(id, form);
  return json(200, { id, object: 'customer' });
}

function changeCustomer({ form }: ProviderRequest, { customers }: State, id: string): ReceiverAnswer {
  const known = customers.get(id);
  if (known === undefined) return missing('id', `No such customer: '${id}'`);
  customers.set(id, { ...known, ...form });
  return json(200, { id, object: 'customer' });
}

function openPortal({ form }: ProviderRequest, { customers }: State): ReceiverAnswer {
  const customer = form['customer'] ?? '';
  if (!customers.has(customer)) return missing('customer', `No such customer: '${customer}'`);
  return json(200, { id: 'bps_1', object: 'billing_portal.session', url: `https://billing.stripe.com/p/${customer}` });
}

function refund({ form }: ProviderRequest, { refunds }: State): ReceiverAnswer {
  const target = form['charge'] ?? form['payment_intent'];
  refunds.push(form);
  const id = `re_${target}_${refunds.length}`;
  const named = { charge: form['charge'] ?? null, payment_intent: form['payment_intent'] ?? null };
  const amount = Number(form['amount']);
  const metadata = metadataIn(form);
  return json(200, {
    id,
    object: 'refund',
    amount,
    currency: 'eur',
    status: 'succeeded',
    created: 1,
    metadata,
    ...named,
  });
}

function metadataIn(form: Form): Form {
  const entries = Object.entries(form).map(([name, value]) => [/^metadata\[(.+)\]$/.exec(name)?.[1], value] as const);
  return Object.fromEntries(entries.flatMap(([key, value]) => (key === undefined ? [] : [[key, value]])));
}

function changed({ objects }: State, id: string | undefined, change: object): ReceiverAnswer {
  const known = objects.get(id ?? '');
  if (id === undefined || known === undefined) return missing('id', `No such subscription: '${id}'`, 404);
  const canceledAt = Number(known['current_period_start'] ?? 0) + 5;
  const ended = 'status' in change ? { ended_at: canceledAt } : {};
  const next = { ...known, ...change, ...ended, canceled_at: canceledAt };
  objects.set(id, next);
  return json(200, next);
}

function refusal(status: number, message: string, more: object = {}) {
  return json(status, { error: { type: 'invalid_request_error', message, ...more } }, { 'request-id': 'req_1' });
}

function missing(param: string, message: string, status = 400) {
  return refusal(status, message, { code: 'resource_missing', param });
}

/** `t=…,v1=…` over the body's bytes, according to https://docs.stripe.com/webhooks. */
export function stripeSignature(body: string, { secret = STRIPE_SECRET, atMs = Date.now() } = {}): string {
  const time = Math.floor(atMs / 1000);
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`;
}
