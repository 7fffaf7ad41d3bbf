import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ENGINES, openWatchedOrders, type WatchedOrders } from '../../../test/index.ts';
import type { DeliveryRecord } from './webhook-schemas.ts';

interface Payload {
  readonly webhook_id: string;
  readonly event: string;
  readonly data: { readonly record: Record<string, unknown> };
}

const HOUR_MS = 3_600_000;
const RETRY_MS = [5_000, 300_000, 1_800_000];

describe.each(ENGINES)('resends and test sends on %s', (engine) => {
  let orders: WatchedOrders;
  beforeEach(async () => {
    orders = await openWatchedOrders(engine, RETRY_MS);
  });
  afterEach(() => orders.close());

  describe('resending', () => {
    describe('200', () => {
      it('sends the same id and bytes under the next attempt number, in place of the pending retry', async () => {
        orders.receiver.script = [{ status: 500 }, { status: 200 }];
        const id = await orders.create();
        const first = await orders.deliver();
        const [delivery] = await orders.log(id);
        const resent = await orders.post<DeliveryRecord>(`${id}/deliveries/${delivery?.id}/resend`);
        expect([resent.status, resent.body.data.id], resent.text).toEqual([200, delivery?.id]);
        await orders.server.runJobsUntilIdle();
        orders.clock.advance(HOUR_MS);
        await orders.server.runJobsUntilIdle();
        expect(orders.receiver.requests).toHaveLength(2);
        const second = orders.receiver.requests[1];
        expect(second?.body).toEqual(first.body);
        expect(second?.headers).toMatchObject({ 'webhook-id': first.headers['webhook-id'], 'x-webhook-attempt': '2' });
        const [done] = await orders.log(id);
        expect(done?.attempts.map(({ attempt, trigger }) => [attempt, trigger])).toEqual([
          [1, 'auto'],
          [2, 'resend'],
        ]);
        expect(done?.state).toBe('succeeded');
      });

      it('may be repeated, even for a delivery that succeeded', async () => {
        const id = await orders.create();
        await orders.deliver();
        const [delivery] = await orders.log(id);
        for (const attempt of ['2', '3']) {
          await orders.post(`${id}/deliveries/${delivery?.id}/resend`);
          await orders.server.runJobsUntilIdle();
          expect(orders.receiver.requests.at(-1)?.headers['x-webhook-attempt']).toBe(attempt);
        }
        expect(orders.receiver.requests).toHaveLength(3);
      });

      it('everything since a given time covers only failed and skipped deliveries', async () => {
        const id = await orders.create({ enabled: false });
        await orders.insert('skipped, too old');
        // The database sets the time of a delivery, in milliseconds.
        await expect
          .poll(() => Date.now())
          .toBeGreaterThan(Date.parse((await orders.log(id))[0]?.created_at ?? '') + 2);
        await orders.insert('skipped');
        const since = (await orders.log(id, '?limit=1'))[0]?.created_at;
        await orders.patch(id, { enabled: true });
        await orders.deliver('arrived');
        orders.receiver.script = { status: 500 };
        await orders.insert('failed');
        for (const waitMs of [0, ...RETRY_MS]) {
          orders.clock.advance(waitMs * 1.2);
          await orders.server.runJobsUntilIdle();
        }
        expect((await orders.log(id)).map(({ state }) => state)).toEqual(['failed', 'succeeded', 'skipped', 'skipped']);
        orders.receiver.script = {};
        const sent = orders.receiver.requests.length;
        const answer = await orders.post(`${id}/resend-failed`, { since });
        expect([answer.status, answer.body]).toEqual([200, { count: 2 }]);
        await orders.server.runJobsUntilIdle();
        const titles = orders.receiver.requests
          .slice(sent)
          .map((request) => request.json<Payload>().data.record['title']);
        expect(titles.sort()).toEqual(['failed', 'skipped']);
        expect((await orders.log(id)).map(({ state }) => state)).toEqual([
          'succeeded',
          'succeeded',
          'succeeded',
          'skipped',
        ]);
        expect((await orders.post(`${id}/resend-failed`, { since: '2020-01-01T00:00:00Z' })).body).toEqual({
          count: 1,
        });
      });
    });

    describe('400', () => {
      it.each([[{}], [{ since: 'yesterday' }], [{ since: 5 }], [{ since: '2026-01-01T00:00:00Z', state: 'failed' }]])(
        'everything since %j is refused',
        async (json) => {
          const id = await orders.create();
          const answer = await orders.post(`${id}/resend-failed`, json);
          expect([answer.status, answer.body.code]).toEqual([400, 'validation_failed']);
        },
      );
    });

    describe('409', () => {
      it('is 409 while the webhook is disabled, and changes nothing', async () => {
        const id = await orders.create({ enabled: false });
        await orders.insert();
        const [delivery] = await orders.log(id);
        const one = await orders.post(`${id}/deliveries/${delivery?.id}/resend`);
        const all = await orders.post(`${id}/resend-failed`, { since: '2020-01-01T00:00:00Z' });
        for (const { status, body } of [one, all]) expect([status, body.code]).toEqual([409, 'webhook_disabled']);
        await orders.server.runJobsUntilIdle();
        expect([await orders.log(id), orders.receiver.requests]).toEqual([[delivery], []]);
      });
    });
  });

  describe('a test', () => {
    describe('201', () => {
      it('sends one made-up insert with its header, signed, and is in the log', async () => {
        const id = await orders.create({ secret: 'hush' });
        const answer = await orders.post<DeliveryRecord>(`${id}/test`);
        expect([answer.status, answer.body.data], answer.text).toEqual([
          201,
          expect.objectContaining({ webhook_id: id, event: 'insert', table: 'orders', attempts: [] }),
        ]);
        await orders.server.runJobsUntilIdle();
        const [request] = await orders.receiver.received(1);
        if (request === undefined) throw new Error('nothing came');
        expect(request.headers).toMatchObject({
          'x-webhook-test': 'true',
          'x-webhook-event': 'insert',
          'x-webhook-attempt': '1',
          'x-webhook-id': id,
          'webhook-id': answer.body.data.id,
        });
        expect([
          orders.isSigned(request, 'hush', 'own'),
          orders.isSigned(request, 'hush', 'standard_webhooks'),
        ]).toEqual([true, true]);
        expect(request.json()).toEqual({
          webhook_id: id,
          event: 'insert',
          table: 'orders',
          timestamp: new Date(orders.clock.now()).toISOString(),
          data: {
            record: {
              id: expect.stringMatching(/^[0-9a-f-]{36}$/),
              created_at: new Date(orders.clock.now()).toISOString(),
              updated_at: new Date(orders.clock.now()).toISOString(),
              owner_id: null,
              title: 'sample',
              kind: 'big',
              price: 1,
            },
          },
        });
        const [delivery] = await orders.log(id);
        expect(delivery).toMatchObject({ id: answer.body.data.id, state: 'succeeded' });
        expect(delivery?.attempts).toEqual([
          expect.objectContaining({ attempt: 1, trigger: 'test', error_class: null }),
        ]);
        const real = await orders.deliver();
        expect(real.headers['x-webhook-test']).toBeUndefined();
        expect((await orders.project.secretApi<{ count: number }>('/data/orders')).body.count).toBe(1);
      });
    });

    it('is not retried and does not count as a failure when it fails, and resets the counter when it succeeds', async () => {
      orders.receiver.script = { status: 500 };
      const id = await orders.create();
      await orders.deliver();
      for (let times = 0; times < 12; times += 1) await orders.post(`${id}/test`);
      await orders.server.runJobsUntilIdle();
      orders.clock.advance(1_000);
      await orders.server.runJobsUntilIdle();
      expect(orders.receiver.requests).toHaveLength(13);
      expect(await orders.webhook(id)).toMatchObject({ enabled: true, consecutive_failures: 1 });
      expect((await orders.log(id, '?state=failed')).every(({ attempts }) => attempts[0]?.trigger === 'test')).toBe(
        true,
      );
      orders.receiver.script = {};
      await orders.post(`${id}/test`);
      await orders.server.runJobsUntilIdle();
      expect(await orders.webhook(id)).toMatchObject({ enabled: true, consecutive_failures: 0 });
    });

    it('is sent even while the webhook is disabled, and leaves it disabled', async () => {
      const id = await orders.create({ enabled: false });
      await orders.post(`${id}/test`);
      await orders.server.runJobsUntilIdle();
      expect(orders.receiver.requests).toHaveLength(1);
      expect((await orders.webhook(id)).enabled).toBe(false);
    });

    it('to a blocked address is logged as blocked', async () => {
      const id = await orders.create({ url: `http://localhost:${orders.receiver.port + 1}/` });
      await orders.post(`${id}/test`);
      await orders.server.runJobsUntilIdle();
      expect((await orders.log(id))[0]).toMatchObject({
        state: 'failed',
        attempts: [{ error_class: 'blocked_address', response_status: null, response_body: null }],
      });
    });
  });
});
