import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deploy } from '../../../../test/functions.ts';
import { createTestClock, ENGINES, startTestServer, type TestServer } from '../../../../test/index.ts';
import { BUYER, CHECKOUT, openShop, type Shop, STRANGER } from '../../../../test/payment-shop.ts';
import { type ScriptedStripe, startStripe } from '../../../../test/providers/index.ts';
import { type StoryName, storyEvents } from '../simulate/stories.ts';

describe.each(ENGINES)('managing payments on %s', (engine) => {
  const clock = createTestClock();
  let stripe: ScriptedStripe;
  let server: TestServer;
  let stories = 0;
  beforeAll(async () => {
    stripe = await startStripe();
    server = await startTestServer({ engine, clock, config: { outboundAllow: [stripe.receiver.host] } });
  });
  afterAll(async () => {
    await server?.close();
    await stripe?.[Symbol.asyncDispose]();
  });

  /** A shop in which the events of one story were received. */
  const openAfter = async (story: StoryName, count = 100): Promise<Shop & { readonly name: string }> => {
    const shop = await openShop(server, stripe, clock);
    stories += 1;
    const name = `${engine}-${stories}`;
    const at = Math.floor(clock.now() / 1000);
    const told = storyEvents(story, { name, userId: BUYER.id, projectId: shop.project.id, at }).slice(0, count);
    for (const { data } of told) stripe.objects.set(String(Object(data.object).id), { ...data.object });
    for (const event of told) await shop.send(event);
    return { ...shop, name };
  };
  const invoke = (shop: Shop, name: string, json: unknown, headers = {}) =>
    shop.project.secretApi<{ data: Record<string, unknown> }>(`/functions/${name}/invoke`, { json, headers });
  const expectAudited = async (shop: Shop, action: string, times: number): Promise<void> => {
    const count = async () => (await shop.project.cloudApi<{ count: number }>(`/audit?action=${action}`)).body.count;
    await expect.poll(count).toBe(times);
  };
  const paymentOf = async (shop: Shop) => (await shop.rows('payments'))[0]?.id;

  describe('200', () => {
    test('the portal opens for a signed-in user and creates a missing customer', async () => {
      const shop = await openShop(server, stripe, clock);
      const before = stripe.customers.size;
      const json = { return_url: 'https://app.example.com/account' };
      const opened = await shop.call('billing_portal', json);
      expect(opened.body, opened.text).toMatchObject({ data: { url: expect.stringContaining('billing.stripe.com') } });
      expect(stripe.customers.size).toBe(before + 1);
      await shop.call('process_payment', CHECKOUT);
      expect(stripe.customers.size).toBe(before + 1);
    });

    test('a user ends their own subscription at the end of its period or at once', async () => {
      const shop = await openAfter('subscription', 1);
      const [row] = await shop.rows('subscriptions');
      const id = row?.id;
      const later = await shop.call('cancel_subscription', { id });
      expect(later.body, later.text).toMatchObject({
        data: { id, status: 'trialing', cancel_at_period_end: true, product_id: 'prod_monthly' },
      });
      expect(await shop.rows('subscriptions')).toMatchObject([{ cancel_at_period_end: true }]);
      const asked = stripe.requests.length;
      expect((await shop.call('cancel_subscription', { id })).status).toBe(200);
      expect(stripe.requests.length).toBe(asked);
      const now = await shop.call('cancel_subscription', { id, at_period_end: false });
      expect(now.body, now.text).toMatchObject({ data: { id, status: 'canceled', ended_at: expect.any(String) } });
      expect(await shop.rows('subscriptions')).toMatchObject([{ status: 'canceled', user_id: BUYER.id, amount: 900 }]);
      await expectAudited(shop, 'subscription.cancel', 2);
    });

    test('a payment is refunded in parts, and one idempotency key refunds once', async () => {
      const shop = await openAfter('checkout');
      const [row] = await shop.rows('payments');
      const payment_id = row?.id;
      const before = stripe.refunds.length;
      const once = { 'idempotency-key': 'first' };
      for (let n = 0; n < 2; n += 1) {
        const part = await invoke(shop, 'refund_payment', { payment_id, amount: 500, reason: 'It broke.' }, once);
        expect(part.body, part.text).toMatchObject({
          data: { id: payment_id, status: 'partially_refunded', amount_refunded: 500 },
        });
      }
      expect(stripe.refunds.slice(before)).toMatchObject([{ amount: '500', 'metadata[reason]': 'It broke.' }]);
      const rest = await invoke(shop, 'refund_payment', { payment_id, reason: 'requested_by_customer' });
      expect(rest.body, rest.text).toMatchObject({ data: { status: 'refunded', amount_refunded: 1500 } });
      expect(stripe.refunds.at(-1)).toMatchObject({ amount: '1000', reason: 'requested_by_customer' });
      expect(stripe.refunds.length).toBe(before + 2);
      await expectAudited(shop, 'payment.refund', 2);
    });

    test('concurrent refunds never exceed the payment', async () => {
      const shop = await openAfter('checkout');
      const [row] = await shop.rows('payments');
      const before = stripe.refunds.length;
      const json = { payment_id: row?.id, amount: 1000 };
      const answers = await Promise.all([1, 2, 3].map(() => invoke(shop, 'refund_payment', json)));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
      expect(stripe.refunds.length).toBe(before + 1);
      expect(await shop.rows('payments')).toMatchObject([{ status: 'partially_refunded', amount_refunded: 1000 }]);
    });

    test('functions and the console may refund', async () => {
      const shop = await openAfter('checkout');
      const [row] = await shop.rows('payments');
      const json = { payment_id: row?.id, amount: 100 };
      const opened = await shop.project.cloudApi('/functions/refund_payment', {
        method: 'PUT',
        json: { access: 'authenticated' },
      });
      expect(opened.status, opened.text).toBe(200);
      await deploy(
        shop.project,
        'refund',
        `export default (ctx) => ctx.functions.invoke('refund_payment', ctx.payload)`,
      );
      expect((await shop.call('refund', json)).body).toMatchObject({ data: { data: { amount_refunded: 100 } } });
      const byConsole = await shop.project.cloudApi('/functions/refund_payment/run', { json: { payload: json } });
      expect(byConsole.body, byConsole.text).toMatchObject({ data: { result: { amount_refunded: 200 } } });
    });

    test('refunding an invoice refunds the intent that paid it', async () => {
      const shop = await openAfter('subscription');
      const paid = (await shop.rows('payments')).find(({ status, amount }) => status === 'succeeded' && amount === 900);
      const refunded = await invoke(shop, 'refund_payment', { payment_id: paid?.id });
      expect(refunded.body, refunded.text).toMatchObject({ data: { status: 'refunded', type: 'subscription' } });
      expect(stripe.refunds.at(-1)).toMatchObject({ payment_intent: `pi_${shop.name}_1`, amount: '900' });
    });

    test('one request deletes all test-mode rows and keeps live rows', async () => {
      const shop = await openAfter('checkout');
      const at = Math.floor(clock.now() / 1000);
      const live = storyEvents('checkout', { name: `${shop.name}-live`, userId: null, projectId: shop.project.id, at });
      for (const event of live) {
        const text = JSON.stringify(event).replaceAll('"livemode":false', '"livemode":true');
        await shop.post(text);
      }
      expect(await shop.rows('payments')).toHaveLength(2);
      const deleted = await shop.project.cloudApi('/payments/test-rows', { method: 'DELETE' });
      expect(deleted.body, deleted.text).toEqual({ count: 1 });
      expect(await shop.rows('payments')).toMatchObject([{ livemode: true }]);
    });

    test('catching up reports what it read and changed, up to 30 days back', async () => {
      const shop = await openShop(server, stripe, clock);
      const at = Math.floor(clock.now() / 1000) - 29 * 86_400;
      const story = { name: `late-${engine}`, userId: BUYER.id, projectId: shop.project.id, at };
      stripe.events = storyEvents('checkout', story).toReversed();
      const since = (days: number) => new Date(clock.now() - days * 86_400_000).toISOString();
      const reconcile = (json: unknown) => shop.project.cloudApi('/payments/reconcile', { json });
      expect((await reconcile({ since: since(20) })).body).toEqual({
        data: { seen: 0, added: 0, changed: 0 },
        count: 1,
      });
      expect((await reconcile({ since: since(29.5) })).body).toEqual({
        data: { seen: 4, added: 1, changed: 0 },
        count: 1,
      });
      expect((await reconcile({ since: since(29.5) })).body).toEqual({
        data: { seen: 4, added: 0, changed: 0 },
        count: 1,
      });
      stripe.events = [];
    });

    test('simulations send whole stories through the real endpoint', async () => {
      const shop = await openShop(server, stripe, clock);
      const simulate = (json: unknown) =>
        shop.project.cloudApi<{ data: { events: { status: number }[] } }>('/payments/simulate', { json });
      const told = await simulate({ story: 'subscription', user_id: BUYER.id });
      expect(told.status, told.text).toBe(200);
      expect(new Set(told.body.data.events.map(({ status }) => status))).toEqual(new Set([200]));
      expect(await shop.rows('subscriptions')).toMatchObject([
        { status: 'canceled', user_id: BUYER.id, livemode: false },
      ]);
      const rows = await shop.rows('payments');
      expect((await simulate({ story: 'test_event' })).body).toMatchObject({ data: { events: [{ status: 200 }] } });
      expect(await shop.rows('payments')).toEqual(rows);
    });

    test('answers about the connection include the webhook address for the provider', async () => {
      const shop = await openShop(server, stripe, clock);
      const path = `/api/baas/${shop.project.id}/payments/webhook/stripe`;
      const shown = await shop.project.cloudApi('/integrations/payments');
      expect(shown.body).toMatchObject({ data: { webhook_url: expect.stringMatching(new RegExp(`^http.*${path}$`)) } });
      const json = { provider: 'stripe', base_url: stripe.url };
      const changed = await shop.project.cloudApi('/integrations/payments', { method: 'PUT', json });
      expect(changed.body, changed.text).toMatchObject({ data: { webhook_url: expect.stringContaining(path) } });
    });
  });

  describe('400', () => {
    test('the portal needs an address to return to', async () => {
      const shop = await openShop(server, stripe, clock);
      expect((await shop.call('billing_portal', {})).status).toBe(400);
    });

    test('a refund cannot exceed what is left of the payment', async () => {
      const shop = await openAfter('checkout');
      const payment_id = await paymentOf(shop);
      expect((await invoke(shop, 'refund_payment', { payment_id, amount: 500 })).status).toBe(200);
      const before = stripe.refunds.length;
      const tooMuch = await invoke(shop, 'refund_payment', { payment_id, amount: 1001 });
      expect([tooMuch.status, tooMuch.body]).toMatchObject([400, { code: 'validation_failed' }]);
      expect(stripe.refunds.length).toBe(before);
    });

    test('catching up needs a time within the last 30 days', async () => {
      const shop = await openShop(server, stripe, clock);
      const old = new Date(clock.now() - 31 * 86_400_000).toISOString();
      for (const since of [old, 'yesterday', 5])
        expect((await shop.project.cloudApi('/payments/reconcile', { json: { since } })).status).toBe(400);
    });

    test('an unknown story cannot be simulated', async () => {
      const shop = await openShop(server, stripe, clock);
      const answer = await shop.project.cloudApi('/payments/simulate', { json: { story: 'moonlight' } });
      expect(answer.status).toBe(400);
    });
  });

  describe('401', () => {
    test('callers without a user open no portal and end no subscription', async () => {
      const shop = await openAfter('subscription', 1);
      const [row] = await shop.rows('subscriptions');
      const json = { return_url: 'https://app.example.com/account' };
      expect((await shop.call('billing_portal', json, { user: undefined })).status).toBe(401);
      expect((await shop.call('cancel_subscription', { id: row?.id }, { user: undefined })).status).toBe(401);
      expect(await shop.rows('subscriptions')).toEqual([row]);
    });
  });

  describe('403', () => {
    test('a user may not refund, even if the access setting lets them call the function', async () => {
      const shop = await openAfter('checkout');
      const before = stripe.refunds.length;
      const json = { access: 'authenticated' };
      await shop.project.cloudApi('/functions/refund_payment', { method: 'PUT', json });
      const refused = await shop.call('refund_payment', { payment_id: await paymentOf(shop), amount: 100 });
      expect([refused.status, stripe.refunds.length]).toEqual([403, before]);
    });
  });

  describe('404', () => {
    test('a user cannot end the subscription of another user', async () => {
      const shop = await openAfter('subscription', 1);
      const [row] = await shop.rows('subscriptions');
      const stranger = await shop.call('cancel_subscription', { id: row?.id }, { user: STRANGER });
      expect([stranger.status, stranger.body]).toMatchObject([404, { code: 'row_not_found' }]);
      expect(await shop.rows('subscriptions')).toEqual([row]);
    });

    test('users do not find the function for refunds, and an unknown payment is not found', async () => {
      const shop = await openAfter('checkout');
      const json = { payment_id: await paymentOf(shop), amount: 100 };
      expect((await shop.call('refund_payment', json)).status).toBe(404);
      const unknown = await invoke(shop, 'refund_payment', { payment_id: '0199aaaa-0000-7000-8000-00000000dead' });
      expect([unknown.status, unknown.body]).toMatchObject([404, { code: 'row_not_found' }]);
    });
  });

  describe('409', () => {
    test('a refunded payment cannot be refunded again', async () => {
      const shop = await openAfter('checkout');
      const payment_id = await paymentOf(shop);
      expect((await invoke(shop, 'refund_payment', { payment_id })).status).toBe(200);
      const again = await invoke(shop, 'refund_payment', { payment_id });
      expect([again.status, again.body]).toMatchObject([409, { code: 'conflict' }]);
    });

    test('a project without a connection cannot catch up', async () => {
      const alone = await server.createProject();
      const since = new Date(clock.now() - 86_400_000).toISOString();
      expect((await alone.cloudApi('/payments/reconcile', { json: { since } })).status).toBe(409);
    });

    test('stories cannot be simulated in live mode; a test event can', async () => {
      const shop = await openShop(server, stripe, clock);
      const live = { provider: 'stripe', secret_key: 'sk_live_0123456789abcdef', base_url: stripe.url };
      await shop.project.cloudApi('/integrations/payments', { method: 'PUT', json: live });
      const simulate = (story: string) => shop.project.cloudApi('/payments/simulate', { json: { story } });
      expect((await simulate('checkout')).status).toBe(409);
      expect((await simulate('test_event')).body).toMatchObject({ data: { events: [{ status: 200 }] } });
      expect(await shop.rows('payments')).toEqual([]);
    });
  });
});

test('signed events have their own rate limit, and unsigned ones count as writes', async () => {
  const clock = createTestClock();
  await using stripe = await startStripe();
  const config = { outboundAllow: [stripe.receiver.host], rateLimits: true };
  await using server = await startTestServer({ clock, config });
  const shop = await openShop(server, stripe, clock);
  const body = JSON.stringify({ id: 'evt_1', type: 'moon.rises', created: 1, data: { object: {} } });
  const signed = await Promise.all(Array.from({ length: 150 }, () => shop.post(body)));
  expect(signed.filter(({ status }) => status !== 200)).toEqual([]);
  const forged = await Promise.all(Array.from({ length: 102 }, () => shop.post(body, 't=1,v1=00')));
  expect(forged.filter(({ status }) => status === 429)).toHaveLength(2);
  expect((await shop.post(body)).status).toBe(200);
});
