import type { Clock } from '../src/platform/clock.ts';
import { connect } from './billing.ts';
import {
  type ScriptedStripe,
  STRIPE_KEY,
  STRIPE_SECRET,
  type StripeEvent,
  stripeSignature,
} from './providers/index.ts';
import type { TestProject, TestServer } from './start-test-server.ts';

export const BUYER = { id: '0199aaaa-0000-7000-8000-000000000001', email: 'ann@example.com' };
export const STRANGER = { id: '0199aaaa-0000-7000-8000-000000000002', email: 'bob@example.com' };
export const CHECKOUT = {
  mode: 'payment',
  price_id: 'price_1',
  success_url: 'https://app.example.com/thanks',
  cancel_url: 'https://app.example.com/cart',
};

type Row = Readonly<Record<string, unknown>> & { readonly id: string };

export interface Shop {
  readonly project: TestProject;
  /** Calls a function with the public key, by default as the buyer. */
  call(name: string, json: unknown, init?: object): ReturnType<TestProject['api']>;
  post(body: string, signature?: string): ReturnType<TestProject['api']>;
  send(event: StripeEvent): ReturnType<TestProject['api']>;
  rows(table: 'payments' | 'subscriptions'): Promise<readonly Row[]>;
  set(payments: object): Promise<void>;
}

export async function openShop(server: TestServer, stripe: ScriptedStripe, clock: Pick<Clock, 'now'>): Promise<Shop> {
  const project = await server.createProject();
  const secrets = { secret_key: STRIPE_KEY, webhook_secret: STRIPE_SECRET };
  await connect(project, 'payments', { provider: 'stripe', ...secrets, base_url: stripe.url });
  const post: Shop['post'] = (body, signature = stripeSignature(body, { atMs: clock.now() })) =>
    project.api('/payments/webhook/stripe', { body, key: null, headers: { 'stripe-signature': signature } });
  return {
    project,
    call: (name, json, init = {}) => project.api(`/functions/${name}/invoke`, { json, user: BUYER, ...init }),
    post,
    send: (event) => post(JSON.stringify(event)),
    async rows(table) {
      const order = table === 'payments' ? 'provider_payment_id' : 'provider_subscription_id';
      return (await project.secretApi<{ data: Row[] }>(`/data/${table}?order=${order}`)).body.data;
    },
    async set(payments) {
      const { status, text } = await project.cloudApi('/settings', { method: 'PATCH', json: { payments } });
      if (status !== 200) throw new Error(text);
    },
  };
}
