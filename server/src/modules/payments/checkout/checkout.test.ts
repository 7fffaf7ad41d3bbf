import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deploy } from '../../../../test/functions.ts';
import { createTestClock, ENGINES, startTestServer, type TestServer } from '../../../../test/index.ts';
import { BUYER, CHECKOUT, openShop, STRANGER } from '../../../../test/payment-shop.ts';
import { type ScriptedStripe, startStripe } from '../../../../test/providers/index.ts';
import { storyEvents } from '../simulate/stories.ts';

const CASTLE = { ...CHECKOUT, price_id: undefined, amount: 1, currency: 'eur', name: 'A castle' };
const RELAY = `export default (ctx) => ctx.functions.invoke('process_payment', ctx.payload)`;

describe.each(ENGINES)('checkouts on %s', (engine) => {
  const clock = createTestClock();
  let stripe: ScriptedStripe;
  let server: TestServer;
  beforeAll(async () => {
    stripe = await startStripe();
    const config = { outboundAllow: [stripe.receiver.host] };
    server = await startTestServer({ engine, clock, config, providerMs: 1500 });
  });
  afterAll(async () => {
    await server?.close();
    await stripe?.[Symbol.asyncDispose]();
  });
  const open = () => openShop(server, stripe, clock);

  describe('200', () => {
    test('a function of the project may name amounts, prices and metadata, and the buyer is the caller of its run', async () => {
      const shop = await open();
      await shop.set({ products: ['price_1'] });
      await deploy(shop.project, 'buy', RELAY);
      const nested = await shop.call('buy', { ...CASTLE, metadata: { product_id: 'castle', user_id: 'x' } });
      expect(nested.body, nested.text).toMatchObject({ data: { success: true, data: { id: expect.any(String) } } });
      expect(stripe.made.at(-1)).toMatchObject({
        'metadata[product_id]': 'castle',
        'metadata[user_id]': BUYER.id,
      });
      const { body } = await shop.project.cloudApi<{ data: { caller: string }[] }>('/functions/process_payment/runs');
      expect(body.data[0]?.caller).toBe(`user:${BUYER.id}`);
    });

    test('the service ignores what a buyer claims about the purchase in metadata', async () => {
      const shop = await open();
      const metadata = { product_id: 'gold', price_id: 'price_gold', user_id: STRANGER.id, quantity: '9', note: 'hi' };
      expect((await shop.call('process_payment', { ...CHECKOUT, metadata })).status).toBe(200);
      const asked = stripe.made.at(-1) ?? {};
      expect(asked).toMatchObject({
        'metadata[note]': 'hi',
        'metadata[user_id]': BUYER.id,
        'metadata[service_price_id]': 'price_1',
        'metadata[service_product_id]': 'prod_1',
      });
      for (const key of ['product_id', 'price_id', 'quantity']) expect(asked).not.toHaveProperty(`metadata[${key}]`);
      const forged = await shop.call('process_payment', { ...CHECKOUT, metadata: { service_product_id: 'gold' } });
      expect(forged.status).toBe(400);
    });

    test('checkouts start subscriptions and intents, and the provider gives the cost of an intent', async () => {
      const shop = await open();
      expect((await shop.call('process_payment', { ...CHECKOUT, mode: 'subscription' })).status).toBe(200);
      expect(stripe.made.at(-1)).toMatchObject({
        mode: 'subscription',
        'subscription_data[metadata][user_id]': BUYER.id,
      });
      const intent = await shop.call('process_payment', { mode: 'intent', price_id: 'price_1', quantity: 3 });
      expect(intent.body, intent.text).toMatchObject({
        success: true,
        data: { client_secret: expect.stringContaining('secret') },
      });
      expect(stripe.made.at(-1)).toMatchObject({ amount: '4500', currency: 'eur', 'metadata[user_id]': BUYER.id });
    });

    test('a user has one customer for all checkouts, even concurrent ones, and a deleted customer is recreated', async () => {
      const shop = await open();
      const before = stripe.customers.size;
      await Promise.all([shop.call('process_payment', CHECKOUT), shop.call('process_payment', CHECKOUT)]);
      await shop.call('process_payment', { mode: 'intent', price_id: 'price_1' });
      expect(stripe.customers.size).toBe(before + 1);
      const [id, customer] = [...stripe.customers].at(-1) ?? [];
      expect(customer).toMatchObject({ email: BUYER.email, 'metadata[user_id]': BUYER.id });
      expect(stripe.made.slice(-3).map((asked) => asked['customer'])).toEqual([id, id, id]);
      stripe.customers.delete(String(id));
      expect((await shop.call('process_payment', CHECKOUT)).status).toBe(200);
      expect(stripe.made.at(-1)?.['customer']).not.toBe(id);
    });

    test('of several checkout pages for one product only the last stays open, even when all open at once', async () => {
      const shop = await open();
      const subscribe = async (price_id: string, init = {}) => {
        const opened = await shop.call('process_payment', { ...CHECKOUT, mode: 'subscription', price_id }, init);
        expect(opened.status, opened.text).toBe(200);
        return (opened.body as { data: { id: string } }).data.id;
      };
      const statusesOf = (ids: readonly string[]) => ids.map((id) => stripe.sessions.get(id)?.status);
      const others = [await subscribe('price_monthly', { user: STRANGER }), await subscribe('price_1')];
      const once = await shop.call('process_payment', CHECKOUT);
      expect(once.status).toBe(200);
      const pages = [
        await subscribe('price_monthly'),
        await subscribe('price_yearly'),
        await subscribe('price_monthly'),
      ];
      expect(statusesOf(pages)).toEqual(['expired', 'expired', 'open']);
      const atOnce = await Promise.all(Array.from({ length: 4 }, () => subscribe('price_monthly')));
      expect(statusesOf(atOnce).filter((status) => status === 'open')).toHaveLength(1);
      expect(statusesOf([...others, (once.body as { data: { id: string } }).data.id])).toEqual(Array(3).fill('open'));
      await shop.set({ several_subscriptions: true });
      const two = [await subscribe('price_monthly'), await subscribe('price_monthly')];
      expect(statusesOf(two)).toEqual(['open', 'open']);
    });

    test('options from functions are checked by name and passed to the provider; buyers may send none', async () => {
      const shop = await open();
      await deploy(shop.project, 'buy', RELAY);
      const options = {
        automatic_tax: true,
        tax_id_collection: { enabled: true },
        allow_promotion_codes: true,
        trial_period_days: 14,
        billing_address_collection: 'required',
        line_items: [{ price_id: 'price_monthly', quantity: 2 }, { price_id: 'price_yearly' }],
      };
      const wanted = { ...CHECKOUT, mode: 'subscription', price_id: undefined, options };
      const refused = await shop.call('process_payment', { ...wanted, price_id: 'price_1' });
      expect([refused.status, refused.body]).toMatchObject([
        400,
        { details: { fields: { options: expect.any(String) } } },
      ]);
      expect((await shop.call('buy', wanted)).body).toMatchObject({ data: { success: true } });
      expect(stripe.made.at(-1)).toMatchObject({
        'automatic_tax[enabled]': 'true',
        'tax_id_collection[enabled]': 'true',
        'customer_update[address]': 'auto',
        allow_promotion_codes: 'true',
        'subscription_data[trial_period_days]': '14',
        billing_address_collection: 'required',
        'line_items[0][price]': 'price_monthly',
        'line_items[0][quantity]': '2',
        'line_items[1][price]': 'price_yearly',
      });
      const unknown = { ...wanted, options: { coupon: 'x', trial_period_days: 0 } };
      expect((await shop.call('buy', unknown)).body).toMatchObject({
        data: { success: false, code: 'validation_failed' },
      });
    });
  });

  describe('400', () => {
    test('a price that the provider does not know is a client error', async () => {
      const shop = await open();
      for (const mode of ['payment', 'subscription', 'intent']) {
        const { success_url, cancel_url } = CHECKOUT;
        const pages = mode === 'intent' ? {} : { success_url, cancel_url };
        const refused = await shop.call('process_payment', { mode, price_id: 'price_unknown', ...pages });
        expect([refused.status, refused.body], mode).toMatchObject([
          400,
          { code: 'validation_failed', details: { fields: { price_id: expect.stringContaining('No such price') } } },
        ]);
      }
    });

    test('an amount times its quantity has at most twelve digits', async () => {
      const shop = await open();
      await shop.set({ allow_custom_amounts: true });
      const rupiah = { ...CASTLE, currency: 'idr', amount: 100_000_000_000 };
      expect((await shop.call('process_payment', rupiah)).status).toBe(200);
      expect((await shop.call('process_payment', { ...rupiah, quantity: 11 })).status).toBe(400);
    });
  });

  describe('403', () => {
    test('a buyer cannot name an amount unless the owner allows it, whether or not prices are listed', async () => {
      const shop = await open();
      const made = stripe.made.length;
      const refused = await shop.call('process_payment', CASTLE);
      expect([refused.status, refused.body]).toMatchObject([403, { success: false, code: 'forbidden' }]);
      expect((await shop.call('process_payment', { ...CASTLE, success_url: 'no address' })).status).toBe(403);
      await shop.set({ products: ['price_1'] });
      expect((await shop.call('process_payment', CASTLE)).status).toBe(403);
      const other = await shop.call('process_payment', { ...CHECKOUT, price_id: 'price_yearly' });
      expect([other.status, other.body]).toMatchObject([400, { code: 'validation_failed' }]);
      expect(stripe.made.length).toBe(made);
      expect((await shop.call('process_payment', CHECKOUT)).status).toBe(200);
      await shop.set({ allow_custom_amounts: true });
      expect((await shop.call('process_payment', CASTLE)).status).toBe(200);
    });
  });

  describe('409', () => {
    test('a second subscription to the same product is refused while one is active, unless the owner allows it', async () => {
      const shop = await open();
      const subscribe = (price_id: string, init = {}) =>
        shop.call('process_payment', { ...CHECKOUT, mode: 'subscription', price_id }, init);
      const at = Math.floor(clock.now() / 1000);
      const story = { name: `dup-${engine}`, userId: BUYER.id, projectId: shop.project.id, at };
      const [trial, ...later] = storyEvents('subscription', story).filter(({ type }) => type.includes('subscription'));
      if (trial === undefined) throw new Error('There are events.');
      await shop.send(trial);
      for (const price of ['price_monthly', 'price_yearly']) {
        const refused = await subscribe(price);
        expect([refused.status, refused.body], price).toMatchObject([409, { code: 'duplicate' }]);
      }
      expect((await subscribe('price_1')).status).toBe(200);
      expect((await subscribe('price_monthly', { user: STRANGER })).status).toBe(200);
      await shop.set({ several_subscriptions: true });
      expect((await subscribe('price_yearly')).status).toBe(200);
      await shop.set({ several_subscriptions: false });
      for (const event of later) await shop.send(event);
      expect(await shop.rows('subscriptions')).toMatchObject([{ status: 'canceled' }]);
      expect((await subscribe('price_monthly')).status).toBe(200);
    });

    test('a page completed a moment ago makes the next one a duplicate, even before its event arrives', async () => {
      const shop = await open();
      const json = { ...CHECKOUT, mode: 'subscription', price_id: 'price_monthly' };
      const first = (await shop.call('process_payment', json)).body as { data: { id: string } };
      const session = stripe.sessions.get(first.data.id);
      if (session === undefined) throw new Error('The page was opened.');
      stripe.sessions.set(session.id, { ...session, status: 'complete' });
      const items = { data: [{ price: { id: 'price_yearly', product: 'prod_monthly' } }] };
      const id = `sub_${session.id}`;
      stripe.objects.set(id, { id, object: 'subscription', status: 'active', customer: session.customer, items });
      const second = await shop.call('process_payment', json);
      expect([second.status, second.body]).toMatchObject([409, { code: 'duplicate' }]);
      expect(
        [...stripe.sessions.values()].filter(
          ({ customer, status }) => customer === session.customer && status === 'open',
        ),
      ).toEqual([]);
      stripe.objects.set(id, { id, object: 'subscription', status: 'canceled', customer: session.customer, items });
      expect((await shop.call('process_payment', json)).status).toBe(200);
    });
  });
});
