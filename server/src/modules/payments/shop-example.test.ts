import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { deploy } from '../../../test/functions.ts';
import { startTestServer, type TestProject } from '../../../test/index.ts';
import { BUYER, openShop, STRANGER } from '../../../test/payment-shop.ts';
import { startStripe } from '../../../test/providers/index.ts';
import { systemClock } from '../../platform/clock.ts';
import { type StoryName, storyEvents } from './simulate/stories.ts';

const EXAMPLE = new URL('../../../../examples/shop/', import.meta.url);

test('the example shop sells once and by subscription, delivers once, and revokes refunded purchases', async () => {
  // Functions check the times of signatures against the real clock.
  const clock = systemClock;
  await using stripe = await startStripe();
  const config = { outboundAllow: [stripe.receiver.host] };
  await using server = await startTestServer({ clock, config });
  const shop = await openShop(server, stripe, clock);
  const { project } = shop;
  await setUp(project);
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

/** Does what the tutorial does with the command line. */
async function setUp(project: TestProject): Promise<void> {
  const read = (name: string): Promise<string> => readFile(new URL(name, EXAMPLE), 'utf8');
  const { tables } = JSON.parse(await read('schema.json')) as { tables: Record<string, object> };
  const products = (await read('products.ndjson')).trimEnd().split('\n');
  await deploy(project, 'buy', await read('functions/buy.ts'), { trigger: 'http', access: 'authenticated' });
  await deploy(project, 'fulfil', await read('functions/fulfil.ts'), { trigger: 'webhook', access: 'private' });
  const article = { title: 'First issue', body: 'Only subscribers read this.' };
  const webhook = { table: 'payments', events: ['insert', 'update'], url: 'function:fulfil' };
  const answers = [];
  for (const [name, table] of Object.entries(tables))
    answers.push(await project.cloudApi('/tables', { json: { name, ...table } }));
  answers.push(
    await project.cloudApi('/settings', {
      method: 'PATCH',
      json: { payments: { products: ['price_test', 'price_monthly'] } },
    }),
    await project.secretApi('/data/products', { json: products.map((line) => JSON.parse(line)) }),
    await project.secretApi('/data/articles', { json: article }),
    await project.cloudApi('/webhooks', { json: webhook }),
  );
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 200, 201, 201, 201]);
}
