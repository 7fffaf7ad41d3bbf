import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestClock, startTestServer, type TestServer } from '../../../../test/index.ts';
import { openShop } from '../../../../test/payment-shop.ts';
import { type ScriptedStripe, startStripe } from '../../../../test/providers/index.ts';

const clock = createTestClock();
let stripe: ScriptedStripe;
let server: TestServer;

beforeAll(async () => {
  stripe = await startStripe();
  server = await startTestServer({ clock, config: { outboundAllow: [stripe.receiver.host] } });
});
afterAll(async () => {
  await server?.close();
  await stripe?.[Symbol.asyncDispose]();
});

describe('200', () => {
  test('an admin sees the prices of the provider as they are now, with their products, from every page', async () => {
    const shop = await openShop(server, stripe, clock);
    stripe.prices.clear();
    for (let n = 0; n < 150; n += 1) stripe.prices.set(`price_${n}`, { amount: n, product: 'prod_1' });
    stripe.prices.set('price_monthly', { amount: 450, product: 'prod_2', interval: 'month' });
    stripe.prices.set('price_old', { amount: 1, product: 'prod_retired' });
    const { status, body } = await shop.project.cloudApi<{ data: object[]; count: number }>('/payments/prices');
    expect([status, body.count, body.data.length]).toEqual([200, 151, 151]);
    const plain = { nickname: null, currency: 'eur', interval_count: 1, livemode: false };
    expect([body.data[0], body.data[149], body.data[150]]).toEqual([
      { ...plain, id: 'price_0', product_id: 'prod_1', product_name: 'Name of prod_1', amount: 0, interval: null },
      { ...plain, id: 'price_149', product_id: 'prod_1', product_name: 'Name of prod_1', amount: 149, interval: null },
      {
        ...plain,
        id: 'price_monthly',
        product_id: 'prod_2',
        product_name: 'Name of prod_2',
        amount: 450,
        interval: 'month',
      },
    ]);
    const asked = stripe.receiver.requests.filter(({ path }) => path.startsWith('/v1/prices?'));
    expect(asked.map(({ path }) => new URL(path, 'http://stripe').searchParams.get('starting_after'))).toEqual([
      null,
      'price_99',
    ]);
  });

  test('the service reads at most a thousand prices of a provider', async () => {
    const shop = await openShop(server, stripe, clock);
    stripe.prices.clear();
    for (let n = 0; n < 1200; n += 1) stripe.prices.set(`price_${n}`, { amount: n, product: 'prod_1' });
    const { body } = await shop.project.cloudApi<{ count: number }>('/payments/prices');
    expect(body.count).toBe(1000);
  });
});

describe('409', () => {
  test('a project without a connection has no prices', async () => {
    const project = await server.createProject();
    expect(await project.cloudApi('/payments/prices')).toMatchObject({
      status: 409,
      body: { code: 'integration_not_connected' },
    });
  });
});
