import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { billingOf, connect, fund } from '../../../test/billing.ts';
import { deploy } from '../../../test/functions.ts';
import {
  createTestClock,
  ENGINES,
  type ReceivedRequest,
  type Receiver,
  startReceiver,
  startTestServer,
  type TestProject,
  type TestServer,
} from '../../../test/index.ts';
import { CHECKOUT, openShop, type Shop, BUYER as USER } from '../../../test/payment-shop.ts';
import {
  type ScriptedStripe,
  STRIPE_KEY,
  STRIPE_SECRET,
  type StripeEvent,
  saleEvents,
  startStripe,
  stripeSignature,
  subscriptionEvents,
} from '../../../test/providers/index.ts';
import { backUp, restore } from '../../../test/whole-project.ts';

describe.each(ENGINES)('payments on %s', (engine) => {
  const clock = createTestClock();
  let stripe: ScriptedStripe;
  let receiver: Receiver;
  let server: TestServer;
  beforeAll(async () => {
    [stripe, receiver] = await Promise.all([startStripe(), startReceiver()]);
    const outboundAllow = [stripe.receiver.host, receiver.host];
    server = await startTestServer({ engine, clock, config: { outboundAllow }, providerMs: 1500 });
  });
  afterAll(async () => {
    await server?.close();
    await Promise.all([stripe, receiver].map((each) => each?.[Symbol.asyncDispose]()));
  });

  const open = () => openShop(server, stripe, clock);
  const pay = (shop: Shop, json: unknown = CHECKOUT, init = {}) => shop.call('process_payment', json, init);
  const at = () => Math.floor(clock.now() / 1000);
  const sale = (name: string) => saleEvents({ user: USER.id, name, at: at() });
  const firstOf = (name: string): StripeEvent => {
    const [event] = sale(name);
    if (event === undefined) throw new Error('A sale has events.');
    return event;
  };

  describe('events', () => {
    test('in any order make one row, and outgoing webhooks deliver each change', async () => {
      const shop = await open();
      const json = { table: 'payments', events: ['insert', 'update', 'delete'], url: receiver.url };
      expect((await shop.project.cloudApi('/webhooks', { json })).status).toBe(201);
      const events = sale('a');
      for (const event of events)
        expect((await shop.send(event)).body).toMatchObject({ data: { received: true, applied: true } });
      const [first] = await shop.rows('payments');
      const isLast = (request: ReceivedRequest) =>
        request.json<{ data: { record: { status: string } } }>().data.record.status === 'refunded';
      await receiver.received((requests) => requests.some(isLast));
      for (const order of [events.toReversed(), [...events.slice(4), ...events.slice(0, 4)]]) {
        const other = await open();
        for (const event of order) await other.send(event);
        const [row, ...more] = await other.rows('payments');
        expect(more).toEqual([]);
        const own = { id: 0, created_at: 0, updated_at: 0 };
        expect({ ...row, ...own }).toEqual({ ...first, ...own });
      }
    });

    test('of which twenty copies arrive at once, or all arrive at once, make one row', async () => {
      const shop = await open();
      const event = firstOf('b');
      const same = await Promise.all(Array.from({ length: 20 }, () => shop.send(event)));
      expect(same.map(({ status }) => status)).toEqual(Array(20).fill(200));
      expect(same.filter(({ text }) => text.includes('"applied":true'))).toHaveLength(1);
      const events = sale('b');
      await Promise.all([...events, ...events].map((each) => shop.send(each)));
      expect(await shop.rows('payments')).toMatchObject([{ status: 'refunded', amount_refunded: 1500 }]);
    });

    test('of a renewal make a row with the user of the subscription, whichever of them announces it', async () => {
      const [forwards, backwards] = [await open(), await open()];
      const events = subscriptionEvents({ user: USER.id, name: 'c', at: at() });
      for (const event of events) await forwards.send(event);
      for (const event of events.toReversed()) await backwards.send(event);
      const seen = await forwards.rows('payments');
      const renewal = { type: 'subscription', status: 'succeeded', user_id: USER.id };
      expect(seen).toMatchObject([
        { ...renewal, provider_payment_id: 'pi_c_1', subscription_id: 'sub_c' },
        { ...renewal, provider_payment_id: 'pi_c_2', amount: 900 },
      ]);
      const plain = (all: readonly object[]) => all.map((row) => ({ ...row, id: 0, created_at: 0, updated_at: 0 }));
      expect(plain(await backwards.rows('payments'))).toEqual(plain(seen));
    });

    test('that never arrived are fetched from the provider', async () => {
      const shop = await open();
      stripe.events = sale('f').toReversed();
      await shop.send(firstOf('f'));
      await server.runJobsUntilIdle();
      expect(await shop.rows('payments')).toEqual([]);
      clock.advance(6 * 60 * 60 * 1000);
      await server.runJobsUntilIdle();
      stripe.events = [];
      expect(await shop.rows('payments')).toMatchObject([{ status: 'refunded', amount_refunded: 1500 }]);
    });
  });

  describe('200', () => {
    test('a signed-in user opens a checkout, on every plan and without a balance', async () => {
      const shop = await open();
      const before = stripe.made.length;
      const opened = await shop.project.api<{ data: { url: string } }>('/functions/process_payment/invoke', {
        json: { ...CHECKOUT, quantity: 2, metadata: { user_id: 'somebody else', cart: 7 } },
        user: USER,
      });
      expect(opened.status, opened.text).toBe(200);
      expect(opened.body.data.url).toMatch(/^https:\/\/checkout\.stripe\.com\//);
      expect(stripe.made.length).toBe(before + 1);
      expect(stripe.made.at(-1)).toMatchObject({
        mode: 'payment',
        'line_items[0][price]': 'price_1',
        'line_items[0][quantity]': '2',
        client_reference_id: USER.id,
        'metadata[user_id]': USER.id,
        'metadata[cart]': '7',
        'payment_intent_data[metadata][user_id]': USER.id,
        success_url: CHECKOUT.success_url,
      });
      expect(await billingOf(shop.project)).toMatchObject({ plan: 'free', balance: 0, entries: [] });
    });

    test('the first connection creates the tables, which keys, functions and allowed users read', async () => {
      const shop = await open();
      const { body } = await shop.project.cloudApi<{ data: { name: string }[] }>('/tables');
      expect(body.data.map(({ name }) => name)).toEqual(['payments', 'subscriptions']);
      expect(await shop.rows('payments')).toEqual([]);
      for (const event of sale('w').slice(0, 2)) await shop.send(event);
      expect(await shop.rows('payments')).toHaveLength(1);
      const read = { rules: { read: { level: 'authenticated', where: 'user_id:eq:$user.id' } } };
      const allowed = await shop.project.cloudApi('/tables/payments', { method: 'PATCH', json: read });
      expect(allowed.status).toBe(200);
      expect((await shop.project.api('/data/payments', { user: USER })).body).toMatchObject({ count: 1 });
      await deploy(shop.project, 'revenue', `export default (ctx) => ctx.data.table('payments').count({})`);
      const invoked = await shop.project.api('/functions/revenue/invoke', { method: 'POST' });
      expect(invoked.body).toMatchObject({ data: 1 });
    });

    test('events of an unknown kind and of another project are accepted, and change nothing', async () => {
      const shop = await open();
      const unknown: StripeEvent = {
        ...firstOf('u'),
        id: 'evt_u',
        type: 'new.kind',
        data: { object: { object: 'moon' } },
      };
      expect((await shop.send(unknown)).status).toBe(200);
      const stranger = await server.createProject();
      const foreign = sale('e').map((each) =>
        JSON.stringify(each).replace('"plan":"gold"', `"service_project_id":"${stranger.id}"`),
      );
      for (const each of foreign.slice(0, 4))
        expect((await shop.post(each)).body).toMatchObject({ data: { applied: false } });
      expect(await shop.rows('payments')).toEqual([]);
    });
  });

  describe('401', () => {
    test('callers without a user open no checkout, even with the secret key', async () => {
      const shop = await open();
      const before = stripe.made.length;
      expect((await pay(shop, CHECKOUT, { user: undefined })).status).toBe(401);
      const alone = await shop.project.secretApi('/functions/process_payment/invoke', { json: CHECKOUT });
      expect([alone.status, alone.body]).toMatchObject([401, { success: false, code: 'not_authenticated' }]);
      expect(stripe.made.length).toBe(before);
    });

    test('forged, old, early and changed events are refused and change nothing', async () => {
      const shop = await open();
      const body = JSON.stringify(firstOf('d'));
      const nowMs = clock.now();
      const signatures = [
        '',
        't=1,v1=00',
        stripeSignature(body, { secret: 'whsec_other', atMs: nowMs }),
        stripeSignature(body, { atMs: nowMs - 301_000 }),
        stripeSignature(body, { atMs: nowMs + 301_000 }),
        stripeSignature(`${body} `, { atMs: nowMs }),
      ];
      for (const signature of signatures) {
        const { status, body: answer } = await shop.post(body, signature);
        expect([status, answer]).toMatchObject([401, { code: 'invalid_signature' }]);
      }
      expect(await shop.rows('payments')).toEqual([]);
    });
  });

  describe('403', () => {
    test('no caller writes the table of payments, and users do not read it by default', async () => {
      const shop = await open();
      expect((await shop.project.api('/data/payments', { user: USER })).status).toBe(403);
      for (const event of sale('v').slice(0, 2)) await shop.send(event);
      const before = await shop.rows('payments');
      const attempts = [
        shop.project.secretApi('/data/payments', { json: { provider: 'stripe' } }),
        shop.project.secretApi(`/data/payments/${before[0]?.id}`, { method: 'PATCH', json: { status: 'succeeded' } }),
        shop.project.secretApi('/data/payments?all=true', { method: 'DELETE' }),
        shop.project.secretApi('/data/payments/batch', { json: [{ provider: 'stripe' }] }),
        shop.project.cloudApi('/tables/payments/import?format=csv&mode=insert', {
          body: 'provider\nstripe\n',
          method: 'POST',
          headers: { 'content-type': 'text/csv' },
        }),
      ];
      for (const attempt of await Promise.all(attempts)) expect(attempt.status, attempt.text).toBe(403);
      expect(await shop.rows('payments')).toEqual(before);
    });
  });

  describe('409', () => {
    test('a project that already has a table of this name keeps it and gets an error', async () => {
      const project = await server.createProject();
      await project.createTable({ name: 'payments', columns: [{ name: 'note', type: 'text' }] });
      const json = { provider: 'stripe', secret_key: STRIPE_KEY, webhook_secret: STRIPE_SECRET };
      const refused = await project.cloudApi('/integrations/payments', { method: 'PUT', json });
      expect([refused.status, refused.body]).toMatchObject([409, { code: 'duplicate' }]);
      expect((await project.cloudApi('/integrations/payments')).status).toBe(404);
    });

    test('the table of payments and its columns cannot be dropped', async () => {
      const { project } = await open();
      const inUse = { status: 409, body: { code: 'in_use' } };
      expect(await project.cloudApi('/tables/payments', { method: 'DELETE' })).toMatchObject(inUse);
      const json = { drop_columns: ['metadata'] };
      expect(await project.cloudApi('/tables/payments', { method: 'PATCH', json })).toMatchObject(inUse);
    });

    test('a project without a connection receives no events', async () => {
      const project = await server.createProject();
      const body = JSON.stringify(firstOf('n'));
      const headers = { 'stripe-signature': stripeSignature(body, { atMs: clock.now() }) };
      expect((await project.api('/payments/webhook/stripe', { body, key: null, headers })).status).toBe(409);
    });
  });

  describe('413', () => {
    test('an event of more than 1 MB is refused', async () => {
      const shop = await open();
      const large = JSON.stringify({ ...firstOf('l'), padding: 'x'.repeat(1_048_577) });
      expect((await shop.post(large)).status).toBe(413);
      expect(await shop.rows('payments')).toEqual([]);
    });
  });

  describe('429', () => {
    test('the provider’s limit is passed on with its retry time', async () => {
      const shop = await open();
      stripe.fault = {
        answer: { status: 429, headers: { 'retry-after': '9' }, body: '{"error":{"message":"slow down"}}' },
      };
      const limited = await pay(shop);
      stripe.fault = undefined;
      expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '9']);
    });
  });

  describe('502', () => {
    test('one idempotency key opens one checkout, even when the provider acts and drops the connection', async () => {
      const shop = await open();
      const headers = { 'idempotency-key': 'cart-1' };
      const before = stripe.made.length;
      stripe.fault = { answer: { reset: 'before_headers' }, hasActed: true };
      expect((await pay(shop, CHECKOUT, { headers })).status).toBe(502);
      stripe.fault = undefined;
      expect((await pay(shop, CHECKOUT, { headers })).status).toBe(200);
      expect((await pay(shop, CHECKOUT, { headers })).status).toBe(200);
      expect(stripe.made.length).toBe(before + 1);
    });
  });
});

test.each([
  ['sqlite', 'postgres'],
  ['postgres', 'sqlite'],
] as const)(
  'a backup from %s restores connections, payments and their events on another server on %s',
  async (one, two) => {
    const clock = createTestClock();
    await using stripe = await startStripe();
    const config = { outboundAllow: [stripe.receiver.host] };
    await using from = await startTestServer({ engine: one, clock, config });
    await using to = await startTestServer({ engine: two, clock, config });
    const [source, target] = [await from.createProject(), await to.createProject()];
    const secrets = { secret_key: STRIPE_KEY, webhook_secret: STRIPE_SECRET };
    await connect(source, 'payments', { provider: 'stripe', ...secrets, base_url: stripe.url });
    await source.cloudApi('/functions/process_payment', { method: 'PUT', json: { access: 'role:member' } });
    const events = saleEvents({ user: USER.id, name: 'z', at: Math.floor(clock.now() / 1000) });
    const send = (project: TestProject, event: StripeEvent) => {
      const body = JSON.stringify(event);
      const signature = stripeSignature(body, { atMs: clock.now() });
      return project.api('/payments/webhook/stripe', { body, key: null, headers: { 'stripe-signature': signature } });
    };
    for (const event of events.slice(0, 4)) await send(source, event);
    const archive = await backUp(from, source, { passphrase: 'correct horse battery' });
    await fund(target, 77);
    const before = await billingOf(target);
    const restored = await restore(to, target, archive, { passphrase: 'correct horse battery' });
    expect(restored.body).toMatchObject({ data: { state: 'done', left_out: [] } });
    expect(await billingOf(target)).toEqual(before);
    expect((await target.cloudApi('/integrations/payments')).body).toMatchObject({ data: { has_secret_key: true } });
    expect((await target.cloudApi('/functions/process_payment')).body).toMatchObject({
      data: { access: 'role:member' },
    });
    expect((await target.secretApi('/data/payments', { json: { provider: 'x' } })).status).toBe(403);
    for (const event of events.slice(4))
      expect((await send(target, event)).body).toMatchObject({ data: { applied: true } });
    expect((await target.secretApi('/data/payments')).body).toMatchObject({
      count: 1,
      data: [{ status: 'refunded', amount_refunded: 1500, user_id: USER.id }],
    });
  },
);
