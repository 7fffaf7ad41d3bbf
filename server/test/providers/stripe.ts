import { createHmac } from 'node:crypto';
import { createOnce, json, type ScriptedProvider, startScriptedProvider } from './scripted-provider.ts';

export const STRIPE_KEY = 'sk_test_0123456789abcdef';
export const STRIPE_SECRET = 'whsec_test_0123456789abcdef';

export interface ScriptedStripe extends ScriptedProvider {
  /** Checkout sessions and payment intents that were made, as they were asked for. */
  readonly made: readonly Readonly<Record<string, string>>[];
  /** The list of events, the newest first. */
  events: readonly StripeEvent[];
  /** By id: unit amounts in euro cents. */
  readonly prices: Map<string, number>;
}

export interface StripeEvent {
  readonly id: string;
  readonly object: 'event';
  readonly type: string;
  readonly created: number;
  readonly livemode: boolean;
  readonly data: { readonly object: object };
}

/** https://docs.stripe.com/api: form encoding, idempotency, errors. */
export async function startStripe(): Promise<ScriptedStripe> {
  const made: Record<string, string>[] = [];
  const prices = new Map([['price_1', 1500]]);
  const once = createOnce();
  const provider: ScriptedProvider & { events?: readonly StripeEvent[] } = await startScriptedProvider(
    ({ method, path: target, headers, body }) => {
      const { pathname, searchParams } = new URL(target, 'http://stripe');
      if (headers['authorization'] !== `Bearer ${STRIPE_KEY}`)
        return refusal(401, `Invalid API Key provided: ${headers['authorization']}`);
      const form = Object.fromEntries(new URLSearchParams(new TextDecoder().decode(body)));
      if (method === 'GET' && pathname === '/v1/balance') return json(200, { object: 'balance', available: [] });
      if (method === 'GET' && pathname.startsWith('/v1/prices/')) {
        const id = pathname.slice('/v1/prices/'.length);
        const amount = prices.get(id);
        if (amount === undefined) return refusal(404, `No such price: '${id}'`);
        return json(200, { id, object: 'price', active: true, currency: 'eur', unit_amount: amount, recurring: null });
      }
      if (method === 'GET' && pathname === '/v1/events') {
        const since = Number(searchParams.get('created[gte]'));
        const data = (provider.events ?? []).filter(({ created }) => created >= since);
        return json(200, { object: 'list', data, has_more: false });
      }
      if (method !== 'POST') return undefined;
      if (pathname !== '/v1/checkout/sessions' && pathname !== '/v1/payment_intents') return undefined;
      return once(headers['idempotency-key'], () => {
        made.push(form);
        const number = made.length;
        if (pathname === '/v1/payment_intents')
          return json(200, { id: `pi_${number}`, object: 'payment_intent', client_secret: `pi_${number}_secret_x` });
        const id = `cs_test_${number}`;
        return json(200, { id, object: 'checkout.session', url: `https://checkout.stripe.com/c/pay/${id}` });
      });
    },
  );
  return Object.assign(provider, { made, events: [], prices });
}

function refusal(status: number, message: string) {
  return json(status, { error: { type: 'invalid_request_error', message } }, { 'request-id': 'req_1' });
}

/** `t=…,v1=…` over the bytes, as https://docs.stripe.com/webhooks has it. */
export function stripeSignature(body: string, { secret = STRIPE_SECRET, atMs = Date.now() } = {}): string {
  const time = Math.floor(atMs / 1000);
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`;
}
