import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestClock, ENGINES, startTestServer, type TestServer } from '../../../../test/index.ts';
import { BUYER, openShop } from '../../../../test/payment-shop.ts';
import { moneyIn, plainRows, rememberInvoice, STORY_ENDINGS } from '../../../../test/payment-stories.ts';
import { type ScriptedStripe, type StripeEvent, startStripe, stripeEvent } from '../../../../test/providers/index.ts';
import { STORY_NAMES, type StoryName, storyEvents } from '../simulate/stories.ts';

const SHUFFLES = 3;

describe.each(ENGINES)('stories of payments on %s', (engine) => {
  const clock = createTestClock();
  let stripe: ScriptedStripe;
  let server: TestServer;
  beforeAll(async () => {
    stripe = await startStripe();
    server = await startTestServer({ engine, clock, config: { outboundAllow: [stripe.receiver.host] } });
  });
  afterAll(async () => {
    await server?.close();
    await stripe?.[Symbol.asyncDispose]();
  });

  const tell = async (story: StoryName, name: string, arrange: (events: readonly StripeEvent[]) => StripeEvent[]) => {
    const shop = await openShop(server, stripe, clock);
    const at = Math.floor(clock.now() / 1000);
    const events = storyEvents(story, { name, userId: BUYER.id, projectId: shop.project.id, at });
    for (const { data } of events) rememberInvoice(stripe, data.object);
    for (const event of arrange(events)) expect((await shop.send(event)).status).toBe(200);
    return { payments: await shop.rows('payments'), subscriptions: await shop.rows('subscriptions') };
  };

  test.each(STORY_NAMES)('%s ends in the same rows in any order and number of its events', async (story) => {
    const { money, payments, subscriptions } = STORY_ENDINGS[story];
    const name = `${story}-${engine}`;
    const told = await tell(story, name, (events) => [...events]);
    expect(told.payments).toHaveLength(payments.length);
    expect(told.payments).toEqual(expect.arrayContaining(payments.map((each) => expect.objectContaining(each))));
    expect(told.subscriptions).toMatchObject(subscriptions);
    expect(moneyIn(told.payments)).toBe(money);
    const seeds = fc.sample(fc.integer(), SHUFFLES);
    for (const seed of seeds) {
      const again = await tell(story, name, (events) => {
        const twice = [...events, ...events];
        return fc.sample(fc.shuffledSubarray(twice, { minLength: twice.length }), { numRuns: 1, seed })[0] ?? [];
      });
      expect(plainRows(again.payments), `seed ${seed}`).toEqual(plainRows(told.payments));
      expect(plainRows(again.subscriptions), `seed ${seed}`).toEqual(plainRows(told.subscriptions));
    }
  });

  test('a subscription has the right state after each step', async () => {
    const shop = await openShop(server, stripe, clock);
    const at = Math.floor(clock.now() / 1000);
    const events = storyEvents('subscription', { name: 's', userId: BUYER.id, projectId: shop.project.id, at });
    const seen: unknown[] = [];
    for (const event of events) {
      rememberInvoice(stripe, event.data.object);
      await shop.send(event);
      const [row] = await shop.rows('subscriptions');
      if (seen.at(-1) !== row?.['status']) seen.push(row?.['status']);
    }
    expect(seen).toEqual(['trialing', 'active', 'past_due', 'canceled']);
  });

  test('refunds and disputes of another project’s payments create no row', async () => {
    const shop = await openShop(server, stripe, clock);
    const at = Math.floor(clock.now() / 1000);
    const foreign = storyEvents('dispute', { name: 'other', userId: 'x', projectId: 'other-project', at });
    const unknown = storyEvents('partial_refunds', { name: 'unknown', userId: null, projectId: null, at });
    for (const { data } of foreign)
      if ('id' in data.object) stripe.objects.set(String(data.object.id), { ...data.object });
    const takenBack = [...foreign, ...unknown].filter(({ type }) => /^(refund|charge\.(dispute|refunded))/.test(type));
    for (const event of takenBack) expect((await shop.send(event)).status).toBe(200);
    expect(await shop.rows('payments')).toEqual([]);
    for (const event of unknown) await shop.send(event);
    expect(await shop.rows('payments')).toMatchObject([{ status: 'refunded', amount: 1500 }]);
    const metrics = await server.adminApi('/metrics');
    expect(metrics.text).toMatch(/untied_refunds_total [1-9]/);
  });

  test('an unmarked charge without an intent gets its row in any order of its events', async () => {
    const at = Math.floor(clock.now() / 1000);
    const charge = { id: 'ch_alone', object: 'charge', amount: 700, currency: 'eur', paid: true, captured: true };
    const paid = { ...charge, status: 'succeeded', amount_refunded: 0 };
    const refunded = { ...paid, amount_refunded: 200 };
    const events = [stripeEvent('charge.succeeded', at, paid), stripeEvent('charge.refunded', at + 9, refunded)];
    for (const ordered of [events, events.toReversed()]) {
      const shop = await openShop(server, stripe, clock);
      for (const event of ordered) expect((await shop.send(event)).status).toBe(200);
      expect(await shop.rows('payments')).toMatchObject([
        { status: 'partially_refunded', amount: 700, amount_refunded: 200 },
      ]);
    }
  });

  test('a refund whose payment events were lost gets its row after one request to the provider', async () => {
    const shop = await openShop(server, stripe, clock);
    const at = Math.floor(clock.now() / 1000);
    const story = { name: `lost-${engine}`, userId: BUYER.id, projectId: shop.project.id, at };
    const events = storyEvents('partial_refunds', story);
    const intent = events.find(({ type }) => type === 'payment_intent.succeeded')?.data.object ?? {};
    stripe.objects.set(`pi_${story.name}`, { ...intent, created: at });
    const [refund] = events.filter(({ type }) => type === 'refund.created');
    if (refund === undefined) throw new Error('There is a refund.');
    await shop.send(refund);
    const expected = { status: 'partially_refunded', amount: 1500, amount_refunded: 500, user_id: BUYER.id };
    expect(await shop.rows('payments')).toMatchObject([expected]);
  });

  test('the invoice shows that an intent belongs to the subscription of another project', async () => {
    const shop = await openShop(server, stripe, clock);
    const at = Math.floor(clock.now() / 1000);
    const events = storyEvents('subscription', { name: 'far', userId: 'x', projectId: 'other-project', at });
    for (const { data } of events) rememberInvoice(stripe, data.object);
    for (const event of events) await shop.send(event);
    expect(await shop.rows('payments')).toEqual([]);
    expect(await shop.rows('subscriptions')).toEqual([]);
  });
});
