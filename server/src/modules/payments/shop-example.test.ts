import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../test/index.ts';
import { BUYER, openShop, STRANGER } from '../../../test/payment-shop.ts';
import { startStripe } from '../../../test/providers/index.ts';
import { systemClock } from '../../platform/clock.ts';
import { type StoryName, storyEvents } from './simulate/stories.ts';

const EXAMPLE = fileURLToPath(new URL('../../../../examples/shop', import.meta.url));
const run = promisify(execFile);

test('the example shop sells once and by subscription, delivers once, and revokes refunded purchases', async () => {
  // Functions check the times of signatures against the real clock.
  const clock = systemClock;
  await using stripe = await startStripe();
  const config = { outboundAllow: [stripe.receiver.host] };
  await using server = await startTestServer({ clock, config });
  const shop = await openShop(server, stripe, clock);
  const { project } = shop;
  await using folder = await copyExample();
  await run(process.execPath, [join(folder.path, 'setup.ts')], {
    env: {
      SERVICE_URL: server.url,
      SERVICE_PROJECT_ID: project.id,
      SERVICE_PUBLIC_KEY: project.publicKey,
      SERVICE_TOKEN: server.adminToken,
      ONCE_PRICE: 'price_test',
      ONCE_PRODUCT: 'prod_test',
      MONTHLY_PRICE: 'price_monthly',
      MONTHLY_PRODUCT: 'prod_monthly',
    },
  });
  stripe.prices.set('price_test', { amount: 1500, product: 'prod_test' });
  const products = await project.api<{ data: { id: string; mode: string }[] }>('/data/products?order=mode');
  expect(products.body.data).toMatchObject([{ mode: 'payment' }, { mode: 'subscription' }]);
  for (const { id, mode } of products.body.data) {
    const bought = await shop.call('buy', { product_id: id, return_url: 'https://shop.example.com/' });
    expect(bought.body, bought.text).toMatchObject({ data: { url: expect.stringContaining('stripe.com') } });
    expect(stripe.made.at(-1)).toMatchObject({ mode, 'metadata[user_id]': BUYER.id });
  }
  const tell = async (story: StoryName, from: number, to?: number) => {
    const at = Math.floor(clock.now() / 1000);
    const events = storyEvents(story, { name: `shop-${story}`, userId: BUYER.id, projectId: project.id, at });
    for (const event of events.slice(from, to)) await shop.send(event);
  };
  const ordersOf = async (user: typeof BUYER) =>
    (await project.api<{ data: object[] }>('/data/orders', { user })).body.data;
  const articles = async (user: typeof BUYER) =>
    (await project.api<{ count: number }>('/data/articles', { user })).body.count;

  await tell('partial_refunds', 0, 4);
  await expect.poll(() => ordersOf(BUYER)).toMatchObject([{ title: 'A book', state: 'delivered' }]);
  expect(await ordersOf(STRANGER)).toEqual([]);
  await tell('partial_refunds', 4);
  await expect.poll(() => ordersOf(BUYER)).toMatchObject([{ state: 'taken_back' }]);

  expect(await articles(BUYER)).toBe(0);
  await tell('subscription', 0, 3);
  expect([await articles(BUYER), await articles(STRANGER)]).toEqual([1, 0]);
  await tell('subscription', 3);
  expect(await articles(BUYER)).toBe(0);
  expect(await ordersOf(BUYER)).toHaveLength(1);
}, 60_000);

async function copyExample(): Promise<AsyncDisposable & { readonly path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'shop-'));
  await cp(EXAMPLE, path, { recursive: true });
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}
