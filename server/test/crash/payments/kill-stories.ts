import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { STORY_NAMES, type StoryName, storyEvents } from '../../../src/modules/payments/simulate/stories.ts';
import { createPostgresDatabase } from '../../engines/postgres-database.ts';
import { ADMIN_TOKEN, createApi, type Engine } from '../../index.ts';
import { type KillableServer, type KillPoint, startKillableServer } from '../../killable-server.ts';
import { BUYER } from '../../payment-shop.ts';
import { moneyIn, rememberInvoice, STORY_ENDINGS } from '../../payment-stories.ts';
import {
  type ScriptedStripe,
  STRIPE_KEY,
  STRIPE_SECRET,
  type StripeEvent,
  startStripe,
  stripeSignature,
} from '../../providers/index.ts';

const CLOUD = '/api/cloud/projects/shop';
const BASE = '/api/baas/shop';
/** Right before an event is stored, and right after that, before the provider gets its answer. */
const MOMENTS = ['^write project$', '^committed project$'];
/** How many events the provider sends at once. */
const AT_ONCE = 3;

type Row = Readonly<Record<string, unknown>> & { readonly id: string };

/** A service with a fake provider that is killed and started again on the same data. */
export async function openKilledShop(engine: Engine) {
  const stripe = await startStripe();
  const dataDir = await mkdtemp(join(tmpdir(), 'payments-kill-'));
  const postgres = engine === 'postgres' ? await createPostgresDatabase() : undefined;
  const env = {
    SERVICE_OUTBOUND_ALLOW: stripe.receiver.host,
    ...(postgres && { SERVICE_DATABASE_URL: postgres.url, SERVICE_SINGLE_PROCESS: 'on' }),
  };
  let server: KillableServer | undefined;
  const restart = async (): Promise<void> => {
    await server?.kill();
    server = await startKillableServer({ dataDir, aheadMs: 0, env });
  };
  onTestFinished(async () => {
    await server?.kill();
    await stripe[Symbol.asyncDispose]();
    await postgres?.[Symbol.asyncDispose]();
    await rm(dataDir, { recursive: true, force: true });
  });
  await restart();
  const api: ReturnType<typeof createApi> = (path, init) => createApi(server?.url ?? '', ADMIN_TOKEN)(path, init);
  const connection = { provider: 'stripe', secret_key: STRIPE_KEY, webhook_secret: STRIPE_SECRET };
  const made = await api('/api/cloud/projects', { json: { name: 'Shop', id: 'shop' } });
  expect(made.status, made.text).toBe(201);
  const json = { ...connection, base_url: stripe.url };
  const connected = await api(`${CLOUD}/integrations/payments`, { method: 'PUT', json });
  expect(connected.status, connected.text).toBe(201);
  return {
    stripe,
    restart,
    killAt: async (point: KillPoint | undefined) => await server?.count(point),
    effects: async () => (await server?.effects()) ?? [],
    /** 0 when the service died before it answered. */
    async send(event: StripeEvent): Promise<number> {
      const body = JSON.stringify(event);
      const headers = { 'stripe-signature': stripeSignature(body) };
      return await statusOf(api(`${BASE}/payments/webhook/stripe`, { body, key: null, headers }));
    },
    async refund(json: object, key: string): Promise<number> {
      const headers = { 'idempotency-key': key };
      return await statusOf(api(`${BASE}/functions/refund_payment/invoke`, { json, headers }));
    },
    rows: async (table: 'payments' | 'subscriptions') =>
      (await api<{ data: Row[] }>(`${BASE}/data/${table}?limit=1000`)).body.data,
  };
}

type KilledShop = Awaited<ReturnType<typeof openKilledShop>>;

async function statusOf(answer: Promise<{ readonly status: number }>): Promise<number> {
  try {
    return (await answer).status;
  } catch (error) {
    // `fetch` throws a TypeError when the connection breaks.
    if (error instanceof TypeError) return 0;
    throw error;
  }
}

/**
 * Sends the events of all stories in random order, each twice, a few at once, and kills the service `kills` times. The provider
 * sends an event again until it is answered with 200. Then every story must have the rows and the money in which it ends.
 */
export async function killStories(engine: Engine, kills: number): Promise<void> {
  const shop = await openKilledShop(engine);
  const events = tell(shop.stripe);
  let waiting = shuffled([...events, ...events]);
  const every = Math.floor(waiting.length / kills);
  let deaths = 0;
  let isArmed = false;
  for (let armedAt = waiting.length; waiting.length > 0; ) {
    // Once armed, the service may die at any time, also after its answers.
    if (!isArmed && deaths < kills && waiting.length <= armedAt) {
      await shop.killAt(MOMENTS[deaths % MOMENTS.length] ?? '');
      armedAt = waiting.length - every;
      isArmed = true;
    }
    const batch = waiting.slice(0, AT_ONCE);
    const statuses = await Promise.all(batch.map(shop.send));
    expect(new Set(statuses).isSubsetOf(new Set([0, 200])), String(statuses)).toBe(true);
    waiting = [...waiting.slice(AT_ONCE), ...batch.filter((_, n) => statuses[n] !== 200)];
    if (!statuses.includes(0)) continue;
    deaths += 1;
    isArmed = false;
    await shop.restart();
  }
  // An event that was not answered waits behind the others, so the last kills may find nothing left to store.
  expect(deaths).toBeGreaterThanOrEqual(Math.ceil(kills / 2));
  if (isArmed) await shop.restart();
  await expectEndings(shop);
}

function tell(stripe: ScriptedStripe): readonly StripeEvent[] {
  const at = Math.floor(Date.now() / 1000);
  const events = STORY_NAMES.flatMap((name) => storyEvents(name, { name, userId: BUYER.id, projectId: 'shop', at }));
  for (const { data } of events) rememberInvoice(stripe, data.object);
  return events;
}

async function expectEndings(shop: KilledShop): Promise<void> {
  const payments = await shop.rows('payments');
  const subscriptions = await shop.rows('subscriptions');
  for (const story of STORY_NAMES) {
    const ending = STORY_ENDINGS[story];
    const own = payments.filter((row) => isOf(row, story));
    expect(own, story).toHaveLength(ending.payments.length);
    expect(own).toEqual(expect.arrayContaining(ending.payments.map((row) => expect.objectContaining(row))));
    expect(moneyIn(own), story).toBe(ending.money);
    expect(subscriptions.filter((row) => isOf(row, story))).toMatchObject(ending.subscriptions);
  }
  const all = STORY_NAMES.reduce((sum, story) => sum + STORY_ENDINGS[story].money, 0);
  expect(moneyIn(payments)).toBe(all);
}

/** The ids of a story's objects contain its name. */
function isOf(row: Row, story: StoryName): boolean {
  const id = String(row['provider_payment_id'] ?? row['provider_subscription_id']);
  return new RegExp(`^[a-z]+_${story}(?:_\\d+)?$`).test(id);
}

function shuffled<Value>(values: readonly Value[]): readonly Value[] {
  return values
    .map((value) => ({ value, place: Math.random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ value }) => value);
}

/** Refunds its own payment and returns the effects of the call, in order. */
export async function effectsOfRefund(shop: KilledShop): Promise<readonly string[]> {
  const { json } = await pay(shop, 'counted');
  await shop.killAt(undefined);
  expect(await shop.refund(json, 'counted')).toBe(200);
  return await shop.effects();
}

/** Kills the service at a point of a refund and repeats the call, which must give the money back once. */
export async function killRefund(shop: KilledShop, point: KillPoint): Promise<void> {
  const name = `at_${String(point).replaceAll(/\W/g, '')}`;
  const { json, refunds } = await pay(shop, name);
  await shop.killAt(point);
  expect([0, 200]).toContain(await shop.refund(json, name));
  await shop.restart();
  expect(await shop.refund(json, name), name).toBe(200);
  expect(shop.stripe.refunds.length, name).toBe(refunds + 1);
  const row = (await shop.rows('payments')).find(({ id }) => id === json.payment_id);
  expect(row, name).toMatchObject({ status: 'refunded', amount: 1500, amount_refunded: 1500 });
}

async function pay(shop: KilledShop, name: string) {
  const at = Math.floor(Date.now() / 1000);
  for (const event of storyEvents('checkout', { name, userId: BUYER.id, projectId: 'shop', at }))
    expect(await shop.send(event)).toBe(200);
  const paid = (await shop.rows('payments')).find((row) => row['provider_payment_id'] === `pi_${name}`);
  return { json: { payment_id: paid?.id }, refunds: shop.stripe.refunds.length };
}
