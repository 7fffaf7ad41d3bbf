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

const USER = { id: '0199aaaa-0000-7000-8000-000000000001', email: 'ann@example.com' };
const CHECKOUT = {
  mode: 'payment',
  price_id: 'price_1',
  success_url: 'https://app.example.com/thanks',
  cancel_url: 'https://app.example.com/cart',
};

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

  const createShop = async (): Promise<TestProject> => {
    const project = await server.createProject();
    const secrets = { secret_key: STRIPE_KEY, webhook_secret: STRIPE_SECRET };
    await connect(project, 'payments', { provider: 'stripe', ...secrets, base_url: stripe.url });
    return project;
  };
  const pay = (project: TestProject, json: unknown = CHECKOUT, init = {}) =>
    project.api<{ data: { id: string; url: string } }>('/functions/process_payment/invoke', {
      json,
      user: USER,
      ...init,
    });
  const post = (project: TestProject, body: string, signature = stripeSignature(body, { atMs: clock.now() })) =>
    project.api('/payments/webhook/stripe', { body, key: null, headers: { 'stripe-signature': signature } });
  const send = (project: TestProject, event: StripeEvent) => post(project, JSON.stringify(event));
  const rows = async (project: TestProject) =>
    (await project.secretApi<{ data: Record<string, unknown>[] }>('/data/payments?order=provider_payment_id')).body
      .data;
  const at = () => Math.floor(clock.now() / 1000);

  test('a signed-in user opens a checkout, on every plan and without a balance', async () => {
    const project = await createShop();
    const before = stripe.made.length;
    expect((await pay(project, CHECKOUT, { user: undefined })).status).toBe(401);
    const alone = await project.secretApi('/functions/process_payment/invoke', { json: CHECKOUT });
    expect([alone.status, alone.body]).toMatchObject([401, { success: false, code: 'not_authenticated' }]);
    const opened = await pay(project, { ...CHECKOUT, quantity: 2, metadata: { user_id: 'somebody else', cart: 7 } });
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
    expect(await billingOf(project)).toMatchObject({
      plan: 'free',
      balance: 0,
      entries: [],
    });
  });

  test('one idempotency key opens one checkout, even when the provider acts and drops the connection', async () => {
    const project = await createShop();
    const headers = { 'idempotency-key': 'cart-1' };
    const before = stripe.made.length;
    stripe.fault = { answer: { reset: 'before_headers' }, hasActed: true };
    expect((await pay(project, CHECKOUT, { headers })).status).toBe(502);
    stripe.fault = undefined;
    expect((await pay(project, CHECKOUT, { headers })).status).toBe(200);
    expect((await pay(project, CHECKOUT, { headers })).status).toBe(200);
    expect(stripe.made.length).toBe(before + 1);
    stripe.fault = {
      answer: { status: 429, headers: { 'retry-after': '9' }, body: '{"error":{"message":"slow down"}}' },
    };
    const limited = await pay(project);
    stripe.fault = undefined;
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '9']);
  });

  test('the first connection creates the tables; keys and functions read them, and no caller writes them', async () => {
    const project = await createShop();
    const { body } = await project.cloudApi<{ data: { name: string }[] }>('/tables');
    expect(body.data.map(({ name }) => name)).toEqual(['payments', 'subscriptions']);
    expect((await project.api('/data/payments', { user: USER })).status).toBe(403);
    expect(await rows(project)).toEqual([]);
    for (const event of saleEvents({ user: USER.id, name: 'w', at: at() }).slice(0, 2)) await send(project, event);
    const [row] = await rows(project);
    const id = String(row?.['id']);
    const attempts = [
      project.secretApi('/data/payments', { json: { provider: 'stripe' } }),
      project.secretApi(`/data/payments/${id}`, { method: 'PATCH', json: { status: 'succeeded' } }),
      project.secretApi('/data/payments?all=true', { method: 'DELETE' }),
      project.secretApi('/data/payments/batch', { json: [{ provider: 'stripe' }] }),
      project.cloudApi('/tables/payments/import?format=csv&mode=insert', {
        body: 'provider\nstripe\n',
        method: 'POST',
        headers: { 'content-type': 'text/csv' },
      }),
    ];
    for (const attempt of await Promise.all(attempts))
      expect([attempt.status, attempt.text], attempt.text).toEqual([403, expect.any(String)]);
    expect((await project.cloudApi('/tables/payments', { method: 'DELETE' })).body).toMatchObject({ code: 'in_use' });
    const json = { drop_columns: ['metadata'] };
    expect((await project.cloudApi('/tables/payments', { method: 'PATCH', json })).body).toMatchObject({
      code: 'in_use',
    });
    const read = { rules: { read: { level: 'authenticated', where: 'user_id:eq:$user.id' } } };
    expect((await project.cloudApi('/tables/payments', { method: 'PATCH', json: read })).status).toBe(200);
    expect((await project.api('/data/payments', { user: USER })).body).toMatchObject({ count: 1 });
    await deploy(project, 'revenue', `export default (ctx) => ctx.data.table('payments').count({})`);
    expect((await project.api('/functions/revenue/invoke', { method: 'POST' })).body).toMatchObject({ data: 1 });
  });

  test('a project that already has a table of this name keeps it and gets an error', async () => {
    const project = await server.createProject();
    await project.createTable({ name: 'payments', columns: [{ name: 'note', type: 'text' }] });
    const json = { provider: 'stripe', secret_key: STRIPE_KEY, webhook_secret: STRIPE_SECRET };
    const refused = await project.cloudApi('/integrations/payments', { method: 'PUT', json });
    expect([refused.status, refused.body]).toMatchObject([409, { code: 'duplicate' }]);
    expect((await project.cloudApi('/integrations/payments')).status).toBe(404);
  });

  test('events in any order make one row, and outgoing webhooks deliver each change', async () => {
    const project = await createShop();
    const json = { table: 'payments', events: ['insert', 'update', 'delete'], url: receiver.url };
    expect((await project.cloudApi('/webhooks', { json })).status).toBe(201);
    const events = saleEvents({ user: USER.id, name: 'a', at: at() });
    for (const event of events)
      expect((await send(project, event)).body).toMatchObject({ data: { received: true, applied: true } });
    const [first] = await rows(project);
    const isLast = (request: ReceivedRequest) =>
      request.json<{ data: { record: { status: string } } }>().data.record.status === 'refunded';
    await receiver.received((requests) => requests.some(isLast));
    for (const order of [events.toReversed(), [...events.slice(4), ...events.slice(0, 4)]]) {
      const other = await createShop();
      for (const event of order) await send(other, event);
      const [row, ...more] = await rows(other);
      expect(more).toEqual([]);
      const own = { id: 0, created_at: 0, updated_at: 0 };
      expect({ ...row, ...own }).toEqual({ ...first, ...own });
    }
  });

  test('twenty copies of one event at once, and all events at once, make one row', async () => {
    const project = await createShop();
    const events = saleEvents({ user: USER.id, name: 'b', at: at() });
    const [event] = events;
    if (event === undefined) throw new Error('There are events.');
    const same = await Promise.all(Array.from({ length: 20 }, () => send(project, event)));
    expect(same.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(same.filter(({ text }) => text.includes('"applied":true'))).toHaveLength(1);
    await Promise.all([...events, ...events].map((each) => send(project, each)));
    expect(await rows(project)).toMatchObject([{ status: 'refunded', amount_refunded: 1500 }]);
  });

  test('each renewal gets a row with the user of the subscription, whichever events announce it', async () => {
    const forwards = await createShop();
    const backwards = await createShop();
    const events = subscriptionEvents({ user: USER.id, name: 'c', at: at() });
    for (const event of events) await send(forwards, event);
    for (const event of events.toReversed()) await send(backwards, event);
    const seen = await rows(forwards);
    expect(seen).toMatchObject([
      {
        provider_payment_id: 'pi_c_1',
        type: 'subscription',
        status: 'succeeded',
        user_id: USER.id,
        subscription_id: 'sub_c',
      },
      { provider_payment_id: 'pi_c_2', type: 'subscription', status: 'succeeded', user_id: USER.id, amount: 900 },
    ]);
    const plain = (all: Record<string, unknown>[]) =>
      all.map((row) => ({ ...row, id: 0, created_at: 0, updated_at: 0 }));
    expect(plain(await rows(backwards))).toEqual(plain(seen));
  });

  test('forged, old, changed and foreign events are refused and change nothing; unknown ones are accepted', async () => {
    const project = await createShop();
    const [event] = saleEvents({ user: USER.id, name: 'd', at: at() });
    const body = JSON.stringify(event);
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
      const { status, body: answer } = await post(project, body, signature);
      expect([status, answer]).toMatchObject([401, { code: 'invalid_signature' }]);
    }
    expect(await rows(project)).toEqual([]);
    expect(
      (
        await send(project, {
          ...event,
          id: 'evt_u',
          type: 'new.kind',
          data: { object: { object: 'moon' } },
        } as StripeEvent)
      ).status,
    ).toBe(200);
    const stranger = await server.createProject();
    expect((await post(stranger, body)).status).toBe(409);
    const foreign = saleEvents({ user: USER.id, name: 'e', at: at() }).map((each) =>
      JSON.stringify(each).replace('"plan":"gold"', `"service_project_id":"${stranger.id}"`),
    );
    for (const each of foreign.slice(0, 4))
      expect((await post(project, each)).body).toMatchObject({ data: { applied: false } });
    expect(await rows(project)).toEqual([]);
    const large = JSON.stringify({ ...event, padding: 'x'.repeat(1_048_577) });
    expect((await post(project, large)).status).toBe(413);
  });

  test('the service fetches events that never arrived from the provider', async () => {
    const project = await createShop();
    const events = saleEvents({ user: USER.id, name: 'f', at: at() });
    stripe.events = events.toReversed();
    const [first] = events;
    if (first !== undefined) await send(project, first);
    await server.runJobsUntilIdle();
    expect(await rows(project)).toEqual([]);
    clock.advance(6 * 60 * 60 * 1000);
    await server.runJobsUntilIdle();
    stripe.events = [];
    expect(await rows(project)).toMatchObject([{ status: 'refunded', amount_refunded: 1500 }]);
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
