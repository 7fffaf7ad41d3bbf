import { afterEach, describe, expect, test } from 'vitest';
import {
  createTestClock,
  ENGINES,
  type Engine,
  type Receiver,
  startReceiver,
  startTestServer,
  type TestProject,
  type TestServer,
} from '../../../../test/index.ts';
import type { DeliveryRecord, WebhookRecord } from '../webhook-schemas.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

interface Payload {
  readonly webhook_id: string;
  readonly event: string;
  readonly table: string;
  readonly timestamp: string;
  readonly data: { record: Record<string, unknown> | null; old_record?: Record<string, unknown> };
}

interface OpenedProject {
  readonly server: TestServer;
  readonly project: TestProject;
  readonly receiver: Receiver;
  readonly clock: ReturnType<typeof createTestClock>;
  watch(table?: string, over?: Record<string, unknown>): Promise<WebhookRecord>;
  send(path: string, json?: unknown, method?: string): Promise<Record<string, unknown>[] & Record<string, unknown>>;
  log(webhook: WebhookRecord, query?: string): Promise<readonly DeliveryRecord[]>;
  get(webhook: WebhookRecord): Promise<WebhookRecord>;
  act(path: string, json?: unknown, method?: string): Promise<number>;
}

async function open(engine: Engine, timeoutMs = 500): Promise<OpenedProject> {
  const receiver = await startReceiver();
  const clock = createTestClock(Date.now());
  const config = { outboundAllow: [receiver.host], webhooks: { retryMs: [5000, 300_000, 1_800_000], timeoutMs } };
  const server = await startTestServer({ engine, clock, config });
  closers.push(
    () => receiver.close(),
    () => server.close(),
  );
  const project = await server.createProject();
  const columns = [
    { name: 'title', type: 'text' },
    { name: 'secret', type: 'text', hidden: true },
  ];
  await project.createTable({ name: 'items', columns });
  const ok = async <T>(call: Promise<{ status: number; text: string; body: { data: T } }>): Promise<T> => {
    const answer = await call;
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.body.data;
  };
  return {
    server,
    project,
    receiver,
    clock,
    watch: (table = 'items', over = {}) =>
      ok(
        project.cloudApi<{ data: WebhookRecord }>('/webhooks', {
          json: { table, events: ['insert', 'update', 'delete'], url: receiver.url, ...over },
        }),
      ),
    send: (path, json, method = 'POST') => ok(project.secretApi(path, { json, method })),
    log: ({ id }, query = '') => ok(project.cloudApi(`/webhooks/${id}/deliveries${query}`)),
    get: ({ id }) => ok(project.cloudApi(`/webhooks/${id}`)),
    act: async (path, json = {}, method = 'POST') => (await project.cloudApi(path, { json, method })).status,
  };
}

const titles = (requests: Receiver['requests']) =>
  requests.map((request) => request.json<Payload>().data.record?.['title']);

describe.each(ENGINES)('delivery of row changes on %s', (engine) => {
  test('an inserted row is delivered as soon as the insert is answered, with exactly the documented bytes and headers', async () => {
    const { receiver, watch, send, log, clock } = await open(engine);
    const webhook = await watch('items', { secret: 'sesame' });
    const row = await send('/data/items', { title: 'a', secret: 'x' });
    const [request] = await receiver.received(1);
    const { secret: _, ...visible } = row;
    const [delivery] = await log(webhook);
    const timestamp = request?.json<Payload>().timestamp;
    expect(new TextDecoder().decode(request?.body)).toBe(
      JSON.stringify({ webhook_id: webhook.id, event: 'insert', table: 'items', timestamp, data: { record: visible } }),
    );
    expect(request?.headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': delivery?.id,
      'webhook-timestamp': String(Math.floor(clock.now() / 1000)),
      'x-webhook-id': webhook.id,
      'x-webhook-event': 'insert',
      'x-webhook-attempt': '1',
      'x-webhook-signature': expect.stringMatching(/^[0-9a-f]{64}$/),
      'webhook-signature': expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
      'user-agent': expect.any(String),
    });
    await expect.poll(async () => (await log(webhook))[0]?.state).toBe('succeeded');
  });

  /** Ten attempts run at once, and none ends before all ten have arrived: these ten started before the rest. */
  const tensOf = async ({ receiver }: OpenedProject, from: number, count: number): Promise<string[][]> => {
    const tens: string[][] = [];
    for (let at = from; at < from + count; at += 10) {
      const requests = await receiver.received(Math.min(at + 10, from + count));
      tens.push(titles(requests.slice(at)).map(String).toSorted());
      receiver.release();
    }
    return tens;
  };
  const named = (count: number) => Array.from({ length: count }, (_, index) => `n${String(index).padStart(2, '0')}`);
  const inTens = (names: readonly string[]) =>
    Array.from({ length: Math.ceil(names.length / 10) }, (_, ten) => names.slice(ten * 10, ten * 10 + 10).toSorted());

  test('first attempts start in the order of the changes, and those of a batch in the order of its items', async () => {
    const opened = await open(engine, 30_000);
    const { receiver, watch, send } = opened;
    await watch();
    receiver.script = { hang: 'before_headers' };
    for (const title of ['a', 'b', 'c']) await send('/data/items', { title });
    await send('/data/items', [{ title: 'd' }, { title: 'e' }, { title: 'f' }]);
    const items = named(60).map((title) => ({ op: 'insert', data: { title } }));
    await send('/data/items/batch', { items });
    expect(await tensOf(opened, 0, 66)).toEqual(inTens(['a', 'b', 'c', 'd', 'e', 'f', ...named(60)]));
  });

  test('when one more failure would be the tenth, the oldest delivery goes first and alone', async () => {
    const opened = await open(engine, 30_000);
    const { receiver, watch, send, server, log } = opened;
    const webhook = await watch();
    receiver.script = { status: 500 };
    for (let count = 0; count < 9; count += 1) await send('/data/items', { title: 'x' });
    await receiver.received(9);
    await server.runJobsUntilIdle();
    receiver.script = { hang: 'before_headers' };
    await send(
      '/data/items',
      named(20).map((title) => ({ title })),
    );
    await receiver.received(10);
    expect(await log(webhook)).toHaveLength(29);
    expect([receiver.inFlight(), ...titles(receiver.requests.slice(9))]).toEqual([1, 'n00']);
    receiver.release();
    expect(await tensOf(opened, 10, 19)).toEqual(inTens(named(20).slice(1)));
  });

  test('a failure is retried after about 5 s, 5 min and 30 min with the same id and bytes, and then given up', async () => {
    const { receiver, watch, send, clock, server, log } = await open(engine);
    receiver.script = { status: 500, body: 'no' };
    const webhook = await watch();
    await send('/data/items', { title: 'a' });
    await receiver.received(1);
    await server.runJobsUntilIdle();
    for (const [index, waitMs] of [5000, 300_000, 1_800_000].entries()) {
      clock.advance(waitMs * 0.79);
      await server.runJobsUntilIdle();
      expect(receiver.requests).toHaveLength(index + 1);
      clock.advance(waitMs * 0.42);
      await server.runJobsUntilIdle();
      expect(receiver.requests).toHaveLength(index + 2);
    }
    clock.advance(100 * 86_400_000 * 0.01);
    await server.runJobsUntilIdle();
    expect(receiver.requests).toHaveLength(4);
    expect(new Set(receiver.requests.map(({ body }) => new TextDecoder().decode(body))).size).toBe(1);
    expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(receiver.requests.map(({ headers }) => headers['x-webhook-attempt'])).toEqual(['1', '2', '3', '4']);
    const [delivery] = await log(webhook);
    expect(delivery).toMatchObject({ state: 'failed', next_attempt_at: null });
    expect(delivery?.attempts).toHaveLength(4);
    expect(delivery?.attempts[0]).toMatchObject({
      attempt: 1,
      trigger: 'auto',
      response_status: 500,
      response_body: 'no',
      error_class: 'http_500',
    });
  });

  test('a retry does not delay later deliveries', async () => {
    const { receiver, watch, send } = await open(engine);
    receiver.script = ({ json }) => (json<Payload>().data.record?.['title'] === 'bad' ? { status: 503 } : {});
    await watch();
    await send('/data/items', { title: 'bad' });
    await send('/data/items', { title: 'good' });
    await receiver.received(2);
    expect(titles(receiver.requests)).toEqual(['bad', 'good']);
  });

  test('thirty concurrent changes to a receiver that always fails make exactly ten requests and one mail to the owner', async () => {
    const { receiver, watch, send, server, log, get, clock, act } = await open(engine);
    receiver.script = { status: 500, delayMs: 5 };
    const webhook = await watch();
    await Promise.all(Array.from({ length: 30 }, (_, index) => send('/data/items', { title: `${index}` })));
    await expect.poll(async () => (await get(webhook)).enabled).toBe(false);
    await server.runJobsUntilIdle();
    clock.advance(3_600_000);
    await server.runJobsUntilIdle();
    expect(receiver.requests).toHaveLength(10);
    expect(await get(webhook)).toMatchObject({
      enabled: false,
      consecutive_failures: 10,
      disabled_reason: expect.stringContaining('http_500'),
      disabled_at: expect.any(String),
    });
    const states = (await log(webhook, '?limit=100')).map(({ state }) => state);
    expect(states).toEqual(Array.from({ length: 30 }, () => 'skipped'));
    // Changes made while it was off are logged and not sent; switching on sends nothing old.
    await send('/data/items', { title: 'meanwhile' });
    receiver.script = {};
    expect(await act(`/webhooks/${webhook.id}/enable`)).toBe(200);
    await server.runJobsUntilIdle();
    expect(receiver.requests).toHaveLength(10);
    await send('/data/items', { title: 'after' });
    await receiver.received(11);
    expect(titles(receiver.requests).at(-1)).toBe('after');
    await expect.poll(async () => (await get(webhook)).consecutive_failures).toBe(0);
  });

  test('nine failures and a success leave the counter at 0, and the webhook on', async () => {
    const { receiver, watch, send, server, get } = await open(engine);
    const webhook = await watch();
    receiver.script = { status: 500 };
    await send(
      '/data/items',
      Array.from({ length: 9 }, () => ({ title: 'x' })),
    );
    await receiver.received(9);
    await server.runJobsUntilIdle();
    expect(await get(webhook)).toMatchObject({ consecutive_failures: 9, enabled: true });
    receiver.script = {};
    await send('/data/items', { title: 'y' });
    await receiver.received(10);
    await server.runJobsUntilIdle();
    expect(await get(webhook)).toMatchObject({ consecutive_failures: 0, enabled: true });
  });

  test('resending makes one more attempt under the next number, even of skipped deliveries, and does not count as a failure', async () => {
    const { receiver, watch, send, server, log, get, act, clock } = await open(engine);
    receiver.script = { status: 500 };
    const webhook = await watch();
    await send('/data/items', { title: 'a' });
    await receiver.received(1);
    await server.runJobsUntilIdle();
    const [delivery] = await log(webhook);
    expect(await act(`/webhooks/${webhook.id}/deliveries/${delivery?.id}/resend`)).toBe(200);
    await receiver.received(2);
    await server.runJobsUntilIdle();
    expect(await get(webhook)).toMatchObject({ consecutive_failures: 1 });
    // The pending retry is not sent: the resend replaced it.
    clock.advance(3_600_000);
    await server.runJobsUntilIdle();
    expect(receiver.requests).toHaveLength(2);
    expect((await log(webhook))[0]).toMatchObject({
      state: 'failed',
      attempts: [
        { attempt: 1, trigger: 'auto' },
        { attempt: 2, trigger: 'resend' },
      ],
    });
    receiver.script = {};
    expect(await act(`/webhooks/${webhook.id}/resend-failed`, { since: '2020-01-01T00:00:00Z' })).toBe(200);
    await receiver.received(3);
    await server.runJobsUntilIdle();
    expect((await log(webhook))[0]).toMatchObject({ state: 'succeeded' });
    expect(await get(webhook)).toMatchObject({ consecutive_failures: 0 });
  });

  test('a test send goes out once, even while the webhook is off, and does not count when it fails', async () => {
    const { receiver, watch, server, get, log, act, clock } = await open(engine);
    receiver.script = { status: 500 };
    const webhook = await watch('items', { enabled: false });
    expect(await act(`/webhooks/${webhook.id}/test`)).toBe(201);
    await receiver.received(1);
    await server.runJobsUntilIdle();
    clock.advance(3_600_000);
    await server.runJobsUntilIdle();
    expect(receiver.requests).toHaveLength(1);
    expect(receiver.requests[0]?.headers).toMatchObject({ 'x-webhook-test': 'true', 'x-webhook-attempt': '1' });
    expect((await log(webhook))[0]).toMatchObject({ state: 'failed', attempts: [{ trigger: 'test' }] });
    expect(await get(webhook)).toMatchObject({ consecutive_failures: 0, enabled: false });
  });

  test('deleting a project stops all its pending deliveries', async () => {
    const { receiver, watch, send, server, project, clock } = await open(engine);
    receiver.script = { hang: 'before_headers' };
    await watch();
    await send(
      '/data/items',
      Array.from({ length: 40 }, () => ({ title: 'x' })),
    );
    await receiver.received(10);
    const deleted = await project.cloudApi('', { method: 'DELETE' });
    expect(deleted.status).toBe(200);
    receiver.script = {};
    receiver.release();
    clock.advance(3_600_000);
    await server.runJobsUntilIdle();
    expect(receiver.requests).toHaveLength(10);
  });
});
