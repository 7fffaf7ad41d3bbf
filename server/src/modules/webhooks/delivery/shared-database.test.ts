import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPostgresDatabase } from '../../../../test/engines/postgres-database.ts';
import {
  ADMIN_TOKEN,
  createApi,
  createTestClock,
  type Receiver,
  startReceiver,
  startServerProcess,
  startTestServer,
  type TestClock,
  type TestServer,
} from '../../../../test/index.ts';
import type { DeliveryRecord, WebhookRecord } from '../webhook-schemas.ts';

const WEBHOOKS = { retryMs: [200, 200, 200], timeoutMs: 1000 };

/** Registers a cleanup for the end of the test. */
type OnTestFinished = (end: () => Promise<void>) => void;

interface Place {
  readonly receiver: Receiver;
  readonly dataDir: string;
  readonly databaseUrl: string;
  readonly onTestFinished: OnTestFinished;
}

async function openPlace(onTestFinished: OnTestFinished): Promise<Place> {
  const receiver = await startReceiver();
  const dataDir = await mkdtemp(join(tmpdir(), 'delivery-'));
  const postgres = await createPostgresDatabase();
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  onTestFinished(async () => await postgres[Symbol.asyncDispose]());
  onTestFinished(() => receiver.close());
  return { receiver, dataDir, databaseUrl: postgres.url, onTestFinished };
}

interface OwnOptions {
  readonly outboundAllow?: readonly string[];
  readonly clock?: TestClock;
}

async function openServer({
  receiver,
  dataDir,
  databaseUrl,
  outboundAllow = [receiver.host],
  clock,
  onTestFinished,
}: Place & OwnOptions): Promise<TestServer> {
  const database = { engine: 'postgres', url: databaseUrl } as const;
  const server = await startTestServer({
    ...(clock !== undefined && { clock }),
    config: { dataDir, database, outboundAllow, webhooks: WEBHOOKS },
  });
  onTestFinished(() => server.close());
  return server;
}

async function createWatched(server: TestServer, receiver: Receiver) {
  const project = await server.createProject();
  await project.createTable({ name: 'items', columns: [{ name: 'n', type: 'integer' }], rules: { create: 'public' } });
  const made = await project.cloudApi<{ data: WebhookRecord }>('/webhooks', {
    json: { table: 'items', events: ['insert'], url: receiver.url },
  });
  expect(made.status, made.text).toBe(201);
  return { project, webhook: made.body.data };
}

const idsOf = (receiver: Receiver) => receiver.requests.map(({ headers }) => headers['webhook-id']);

describe('two processes', () => {
  const cleanUp = new AsyncDisposableStack();
  const receivers: Receiver[] = [];
  let outboundAllow: readonly string[] = [];
  let place: Place;
  let one: TestServer;
  let other: TestServer;
  beforeAll(async () => {
    for (let count = 0; count < 4; count += 1) receivers.push(cleanUp.use(await startReceiver()));
    outboundAllow = receivers.map(({ host }) => host);
    place = await openPlace((end) => cleanUp.defer(end));
    one = await openServer({ ...place, outboundAllow });
    other = await openServer({ ...place, outboundAllow });
  });
  afterAll(() => cleanUp.disposeAsync());
  /** Each test has its own. */
  const nextReceiver = (): Receiver => {
    const receiver = receivers.shift();
    if (receiver === undefined) throw new Error('There are no more receivers.');
    return receiver;
  };

  test('that write at once deliver every change exactly once', async () => {
    const receiver = nextReceiver();
    const { project } = await createWatched(one, receiver);
    const insert = async (server: TestServer, n: number): Promise<void> => {
      const answer = await createApi(server.url, project.publicKey)(`/api/baas/${project.id}/data/items`, {
        json: { n },
      });
      expect(answer.status, answer.text).toBe(201);
    };
    const lines = [one, other, one, other].map(async (server, line) => {
      for (let n = 0; n < 40; n += 1) await insert(server, line * 100 + n);
    });
    await Promise.all(lines);
    await receiver.received(160, 20_000);
    await Promise.all([one.runJobsUntilIdle(), other.runJobsUntilIdle()]);
    expect(new Set(idsOf(receiver)).size).toBe(160);
    expect(idsOf(receiver)).toHaveLength(160);
  });

  test('both use a new URL set on one of them, even for deliveries of the other', async () => {
    const [receiver, moved] = [nextReceiver(), nextReceiver()];
    const { project, webhook } = await createWatched(one, receiver);
    receiver.script = { delayMs: 20 };
    for (let page = 0; page < 6; page += 1) {
      const rows = Array.from({ length: 100 }, (_, n) => ({ n }));
      expect((await project.secretApi('/data/items', { json: rows })).status).toBe(201);
    }
    await receiver.received(50);
    const path = `/api/cloud/projects/${project.id}/webhooks/${webhook.id}`;
    const answer = await createApi(other.url, ADMIN_TOKEN)(path, { method: 'PATCH', json: { url: moved.url } });
    expect(answer.status, answer.text).toBe(200);
    const before = receiver.requests.length;
    await moved.received((requests) => requests.length + receiver.requests.length === 600, 20_000);
    // Attempts in progress, and those that started before the database returned the results of these.
    expect(receiver.requests.length - before).toBeLessThan(50);
    await Promise.all([one.runJobsUntilIdle(), other.runJobsUntilIdle()]);
    expect(new Set([...idsOf(receiver), ...idsOf(moved)]).size).toBe(600);
  });

  test('do not take each other’s leases when one clock is fast', async ({ onTestFinished }) => {
    const receiver = nextReceiver();
    const clock = createTestClock(Date.now() + 3_600_000);
    const fast = await openServer({ ...place, outboundAllow, clock, onTestFinished });
    const { project } = await createWatched(one, receiver);
    receiver.script = { delayMs: 20 };
    const insert = (server: TestServer) =>
      createApi(server.url, project.publicKey)(`/api/baas/${project.id}/data/items`, {
        json: Array.from({ length: 20 }, (_, n) => ({ n })),
      });
    for (let round = 0; round < 8; round += 1) {
      expect((await insert(one)).status).toBe(201);
      expect((await insert(fast)).status).toBe(201);
    }
    await receiver.received(320, 20_000);
    await Promise.all([one.runJobsUntilIdle(), fast.runJobsUntilIdle()]);
    expect(new Set(idsOf(receiver)).size).toBe(320);
    expect(idsOf(receiver)).toHaveLength(320);
  });
});

test.concurrent('another process sends everything that killed processes left', async ({ expect, onTestFinished }) => {
  const place = await openPlace(onTestFinished);
  const survivor = await openServer(place);
  /** Killed at its own random moment, while it writes and sends the rows of its own project. */
  const killAfter = async (deliveries: number): Promise<void> => {
    const { project, webhook } = await createWatched(survivor, place.receiver);
    const killed = await startServerProcess({ ...place, outboundAllow: place.receiver.host });
    onTestFinished(async () => killed.kill());
    const insert = createApi(killed.url, project.publicKey);
    let answered = 0;
    const lines = Array.from({ length: 4 }, async () => {
      for (;;) {
        try {
          const answer = await insert(`/api/baas/${project.id}/data/items`, { json: { n: 1 } });
          if (answer.status === 201) answered += 1;
        } catch {
          return;
        }
      }
    });
    const ofWebhook = () => place.receiver.requests.filter(({ headers }) => headers['x-webhook-id'] === webhook.id);
    await place.receiver.received(() => ofWebhook().length >= deliveries, 30_000);
    await killed.kill();
    await Promise.all(lines);
    expect(answered).toBeGreaterThan(10);
    const countOf = async (query: string): Promise<number> =>
      (await project.cloudApi<{ count: number }>(`/webhooks/${webhook.id}/deliveries?limit=0${query}`)).body.count;
    await expect.poll(() => countOf('&state=pending'), { timeout: 30_000, interval: 200 }).toBe(0);
    const all = await countOf('');
    expect(await countOf('&state=succeeded')).toBe(all);
    expect(all).toBeGreaterThanOrEqual(answered);
    expect(new Set(ofWebhook().map(({ headers }) => headers['webhook-id'])).size).toBe(all);
  };
  await Promise.all([20, 37, 54, 71].map(killAfter));
}, 90_000);

test.concurrent('a paused process whose deliveries another took over starts nothing when it resumes and overwrites no result', async ({
  expect,
  onTestFinished,
}) => {
  const place = await openPlace(onTestFinished);
  const one = await openServer(place);
  const { project, webhook } = await createWatched(one, place.receiver);
  await one.runJobsUntilIdle();
  const stopped = await startServerProcess({ ...place, outboundAllow: place.receiver.host });
  onTestFinished(async () => stopped.kill());
  // The other process has the lease, with running attempts and more deliveries to send.
  place.receiver.script = { hang: 'before_headers' };
  const api = createApi(stopped.url, project.publicKey);
  const rows = Array.from({ length: 30 }, (_, n) => ({ n }));
  expect((await api(`/api/baas/${project.id}/data/items`, { json: rows })).status).toBe(201);
  await place.receiver.received(2);
  stopped.freeze();
  const underWay = await countAtRest(place.receiver);
  place.receiver.script = {};
  // This process notices that the lease has expired, and sends everything.
  await place.receiver.received(underWay + 30, 30_000);
  await one.runJobsUntilIdle();
  const sent = place.receiver.requests.length;
  expect(sent).toBe(underWay + 30);
  stopped.thaw();
  place.receiver.release();
  // The process resumes and first tries what it was about to do.
  await expect.poll(async () => (await createApi(stopped.url)('/health')).status).toBe(200);
  expect((await api(`/api/baas/${project.id}/data/items`, { json: { n: 99 } })).status).toBe(201);
  await place.receiver.received(sent + 1);
  await one.runJobsUntilIdle();
  expect(place.receiver.requests).toHaveLength(sent + 1);
  const attempts = async () => {
    const path = `/webhooks/${webhook.id}/deliveries?limit=100`;
    const { body } = await project.cloudApi<{ data: DeliveryRecord[] }>(path);
    return body.data.map(({ state, attempts: made }) => [state, made.length]);
  };
  // The other process may record the last one, after its request has arrived.
  await expect.poll(attempts, { timeout: 10_000 }).toEqual(Array.from({ length: 31 }, () => ['succeeded', 1]));
}, 90_000);

/** The number of requests once those in transit have arrived. */
async function countAtRest({ requests }: Receiver): Promise<number> {
  for (let count = -1; ; ) {
    if (count === requests.length) return count;
    count = requests.length;
    await wait(100);
  }
}
