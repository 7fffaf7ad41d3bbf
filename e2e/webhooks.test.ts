import { createHmac } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type ApiClient, at, textAt } from './harness/api-client.ts';
import { createScene, createTable, onEachEngine, type Scene } from './harness/each-engine.ts';
import { findPort } from './harness/find-port.ts';
import { startService } from './harness/service-process.ts';
import { standardSignature, startWebhookReceiver } from './harness/webhook-receiver.ts';

const SECRET = 'a secret that both sides know';
const ORDERS = { name: 'orders', columns: [{ name: 'title', type: 'text' }] };
const PATIENCE_MS = 20_000;

const cleanUp = new AsyncDisposableStack();
afterAll(() => cleanUp.disposeAsync());
const receiver = cleanUp.use(await startWebhookReceiver());

async function createWebhook({ cloud, projectId }: Scene, url: string, more: object = {}): Promise<string> {
  const all = `/projects/${projectId}/webhooks`;
  const made = await cloud.post(all, { table: 'orders', events: ['insert', 'update', 'delete'], url, ...more });
  expect(made.status, made.text).toBe(201);
  return `${all}/${textAt(made.body, 'data', 'id')}`;
}

/** Waits until the newest delivery has this state. */
async function untilState(cloud: ApiClient, webhook: string, state: string): Promise<unknown> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const { body, text } = await cloud.get(`${webhook}/deliveries?limit=1&state=${state}`);
    if (at(body, 'count') !== 0) return at(body, 'data', 0);
    if (performance.now() > deadline) throw new Error(`no delivery is ${state}: ${text}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

onEachEngine(
  (scene) => {
    test('inserting, changing and deleting a row sends signed deliveries, which are retried, logged and can be resent', async () => {
      const { cloud, secret } = scene();
      await createTable(scene(), ORDERS);
      const path = `/${scene().service.port}`;
      const webhook = await createWebhook(scene(), receiver.url + path, { secret: SECRET });
      receiver.statuses.push(503);
      const made = await secret.post('/data/orders', { title: 'one' });
      const [failed, repeated] = await receiver.until(path, 2);
      if (failed === undefined || repeated === undefined) throw new Error('nothing came');
      expect(failed.payload).toEqual({
        webhook_id: webhook.split('/').at(-1),
        event: 'insert',
        table: 'orders',
        timestamp: expect.stringMatching(/Z$/),
        data: { record: at(made.body, 'data') },
      });
      expect([repeated.body, repeated.headers['webhook-id']]).toEqual([failed.body, failed.headers['webhook-id']]);
      for (const delivery of [failed, repeated]) {
        expect(delivery.headers['webhook-signature']).toBe(standardSignature(delivery, SECRET));
        const hex = createHmac('sha256', SECRET).update(delivery.body).digest('hex');
        expect(delivery.headers['x-webhook-signature']).toBe(hex);
      }
      const logged = await untilState(cloud, webhook, 'succeeded');
      const statuses = [0, 1].map((attempt) => at(logged, 'attempts', attempt, 'response_status'));
      expect(statuses).toEqual([503, 200]);

      const row = `/data/orders/${textAt(made.body, 'data', 'id')}`;
      await secret.patch(row, { title: 'two' });
      await secret.delete(row);
      const [, , updated, deleted] = await receiver.until(path, 4);
      expect(at(updated?.payload, 'data')).toMatchObject({ record: { title: 'two' }, old_record: { title: 'one' } });
      expect(at(deleted?.payload, 'data')).toMatchObject({ record: null, old_record: { title: 'two' } });

      const resent = await cloud.post(`${webhook}/deliveries/${textAt(logged, 'id')}/resend`, {});
      expect(resent.status).toBe(200);
      const last = (await receiver.until(path, 5)).at(-1);
      expect([last?.headers['x-webhook-attempt'], last?.body]).toEqual(['3', failed.body]);
      expect((await cloud.delete('/projects/shop/tables/orders')).status).toBe(409);
      expect((await cloud.delete(webhook)).status).toBe(200);
      expect((await cloud.delete('/projects/shop/tables/orders')).status).toBe(200);
    });

    test('nothing is sent to a blocked address, and the log says why', async () => {
      const { cloud, secret } = scene();
      await createTable(scene(), { ...ORDERS, name: 'orders' });
      const closed = await findPort();
      const refused = await cloud.post('/projects/shop/webhooks', {
        table: 'orders',
        events: ['insert'],
        url: `http://127.0.0.1:${closed}/`,
      });
      expect([refused.status, at(refused.body, 'code')]).toEqual([400, 'invalid_url']);
      const webhook = await createWebhook(scene(), `http://localhost:${closed}/`);
      await secret.post('/data/orders', { title: 'one' });
      const failed = await untilState(cloud, webhook, 'failed');
      expect(at(failed, 'attempts', 3)).toMatchObject({ attempt: 4, error_class: 'blocked_address' });
    });
  },
  { SERVICE_OUTBOUND_ALLOW: `127.0.0.1:${receiver.port}`, SERVICE_WEBHOOK_RETRY_MS: '100,100,100' },
);

test('changes that were acknowledged before a kill are delivered afterwards, only to the enabled address', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'service-e2e-webhooks-'));
  cleanUp.defer(() => rm(dataDir, { recursive: true, force: true }));
  const port = await findPort();
  const env = { SERVICE_OUTBOUND_ALLOW: `127.0.0.1:${port}`, SERVICE_WEBHOOK_RETRY_MS: '1000,2000,5000' };
  const first = await startService({ env, dataDir });
  const scene = await createScene(first);
  await createTable(scene, ORDERS);
  await createWebhook(scene, `http://127.0.0.1:${port}/off`, { enabled: false });
  await createWebhook(scene, `http://127.0.0.1:${port}/on`);
  const titles = ['one', 'two', 'three'];
  for (const title of titles) expect((await scene.secret.post('/data/orders', { title })).status).toBe(201);
  await first.end('SIGKILL');

  const late = cleanUp.use(await startWebhookReceiver(port));
  const second = await startService({ env, dataDir });
  await late.until('/on', titles.length);
  await second.stop();
  const byId = new Map(late.deliveries.map(({ headers, payload }) => [headers['webhook-id'], payload]));
  const seen = [...byId.values()].map((payload) => at(payload, 'data', 'record', 'title'));
  expect(seen.toSorted()).toEqual(titles.toSorted());
  expect(late.deliveries.every(({ path }) => path === '/on')).toBe(true);
}, 60_000);
