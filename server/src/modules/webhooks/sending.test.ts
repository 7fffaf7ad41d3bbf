import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ENGINES, openWatchedOrders, type WatchedOrders } from '../../../test/index.ts';
import type { WebhookRecord } from './webhook-schemas.ts';

const HOUR_MS = 3_600_000;
const RETRY_MS = [5_000, 300_000, 1_800_000];

describe.each(ENGINES)('secrets, the log and switching off on %s', (engine) => {
  let orders: WatchedOrders;
  beforeEach(async () => {
    orders = await openWatchedOrders(engine, RETRY_MS);
  });
  afterEach(() => orders.close());

  describe('secrets', () => {
    it('without a secret there are no signatures, with one there are both, and a replaced secret signs nothing', async () => {
      const id = await orders.create();
      const bare = await orders.deliver();
      expect(Object.keys(bare.headers).filter((name) => name.includes('signature'))).toEqual([]);
      await orders.patch(id, { secret: 'first' });
      const signed = await orders.deliver();
      expect([orders.isSigned(signed, 'first', 'own'), orders.isSigned(signed, 'first', 'standard_webhooks')]).toEqual([
        true,
        true,
      ]);
      await orders.patch(id, { secret: 'second' });
      const replaced = await orders.deliver();
      expect([
        orders.isSigned(replaced, 'second', 'own'),
        orders.isSigned(replaced, 'first', 'standard_webhooks'),
      ]).toEqual([true, false]);
      await orders.patch(id, { secret: null });
      const removed = await orders.deliver();
      expect(Object.keys(removed.headers).filter((name) => name.includes('signature'))).toEqual([]);
    });

    it('after a rotation the old and new secrets both sign for 24 hours, and a generated secret is shown once', async () => {
      const id = await orders.create({ secret: 'first' });
      const rotated = await orders.post<WebhookRecord & { secret?: string }>(`${id}/rotate-secret`);
      expect(rotated.status, rotated.text).toBe(200);
      const { secret = '', ...rest } = rotated.body.data;
      expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
      expect(rest).toEqual(await orders.webhook(id));
      const everything = await orders.project.cloudApi(`/webhooks/${id}`);
      expect(everything.text).not.toContain(secret);
      orders.clock.advance(24 * HOUR_MS - 1000);
      const within = await orders.deliver();
      for (const valid of ['first', secret])
        expect(orders.isSigned(within, valid, 'standard_webhooks'), valid).toBe(true);
      expect([orders.isSigned(within, 'first', 'own'), orders.isSigned(within, secret, 'own')]).toEqual([false, true]);
      orders.clock.advance(1000);
      const after = await orders.deliver();
      expect([
        orders.isSigned(after, 'first', 'standard_webhooks'),
        orders.isSigned(after, secret, 'standard_webhooks'),
      ]).toEqual([false, true]);
    });

    it('a secret chosen by the owner is not shown after a rotation, and PATCH ends the old one at once', async () => {
      const id = await orders.create({ secret: 'first' });
      const rotated = await orders.post<WebhookRecord>(`${id}/rotate-secret`, { secret: 'second-secret' });
      expect([rotated.status, rotated.text.includes('second-secret')]).toEqual([200, false]);
      const refused = await orders.post<WebhookRecord>(`${id}/rotate-secret`, { secret: '' });
      expect([refused.status, refused.body.code]).toEqual([400, 'validation_failed']);
      await orders.patch(id, { secret: 'third' });
      const request = await orders.deliver();
      const valid = ['first', 'second-secret', 'third'].map((secret) =>
        orders.isSigned(request, secret, 'standard_webhooks'),
      );
      expect(valid).toEqual([false, false, true]);
    });

    it('never appear in the log, nor do signatures', async () => {
      const id = await orders.create({ secret: 'a very secret secret' });
      const { headers } = await orders.deliver();
      const text = (await orders.project.cloudApi(`/webhooks/${id}/deliveries`)).text;
      expect(text).toContain('webhook-id');
      for (const hidden of ['very secret', headers['x-webhook-signature'] ?? '?', headers['webhook-signature'] ?? '?'])
        expect(text).not.toContain(hidden);
      expect(text.toLowerCase()).not.toContain('signature');
    });
  });

  describe('the log', () => {
    it('shows every attempt: the request, the answer and the reason of a failure', async () => {
      orders.receiver.script = [
        { status: 503, body: 'later', headers: { 'x-a': '1' } },
        { status: 200, body: 'thanks' },
      ];
      const id = await orders.create();
      const request = await orders.deliver();
      const body = new TextDecoder().decode(request.body);
      const failed = {
        attempt: 1,
        trigger: 'auto',
        started_at: new Date(orders.clock.now()).toISOString(),
        duration_ms: expect.any(Number),
        url: orders.receiver.url,
        request_headers: expect.objectContaining({ 'webhook-id': request.headers['webhook-id'] }),
        request_body: body,
        response_status: 503,
        response_headers: expect.objectContaining({ 'x-a': '1' }),
        response_body: 'later',
        truncated: false,
        error_class: 'http_503',
        error: expect.any(String),
      };
      const [pending] = await orders.log(id, '?state=pending');
      expect(pending).toEqual({
        id: request.headers['webhook-id'],
        webhook_id: id,
        event: 'insert',
        table: 'orders',
        state: 'pending',
        created_at: expect.any(String),
        next_attempt_at: expect.any(String),
        attempts: [failed],
      });
      const waitMs = Date.parse(pending?.next_attempt_at ?? '') - orders.clock.now();
      expect([waitMs >= 4_000, waitMs <= 6_000]).toEqual([true, true]);
      orders.clock.advance(6_000);
      await orders.server.runJobsUntilIdle();
      const [done] = await orders.log(id, '?state=succeeded');
      expect(done).toMatchObject({ state: 'succeeded', next_attempt_at: null });
      expect(done?.attempts).toEqual([
        failed,
        expect.objectContaining({
          attempt: 2,
          request_body: body,
          response_status: 200,
          response_body: 'thanks',
          error_class: null,
          error: null,
        }),
      ]);
      expect((await orders.log(id, '?state=pending')).length).toBe(0);
    });

    it('shows a binary answer as far as text can show it', async () => {
      orders.receiver.script = { status: 400, body: 'a\0b\u001b' };
      const id = await orders.create();
      await orders.deliver();
      const [delivery] = await orders.log(id);
      expect(delivery?.attempts[0]).toMatchObject({ response_status: 400, error_class: 'http_400' });
      expect(delivery?.attempts[0]?.response_body).toMatch(/^a.b/s);
    });
  });

  describe('switching off', () => {
    it('skips pending deliveries for good, and logs changes made while it is off', async () => {
      orders.receiver.script = { status: 500 };
      const id = await orders.create();
      await orders.deliver();
      const off = await orders.patch(id, { enabled: false });
      expect(off.body.data).toMatchObject({ enabled: false, consecutive_failures: 1 });
      await orders.insert('meanwhile');
      orders.clock.advance(HOUR_MS);
      await orders.server.runJobsUntilIdle();
      expect((await orders.log(id)).map(({ state, attempts }) => [state, attempts.length])).toEqual([
        ['skipped', 0],
        ['skipped', 1],
      ]);
      orders.receiver.script = {};
      expect((await orders.post<WebhookRecord>(`${id}/enable`)).body.data).toMatchObject({ consecutive_failures: 0 });
      await orders.server.runJobsUntilIdle();
      expect(orders.receiver.requests).toHaveLength(1);
      await orders.deliver('after');
      expect(orders.receiver.requests).toHaveLength(2);
    });

    it('stops all pending deliveries when the webhook is deleted', async () => {
      orders.receiver.script = { status: 500 };
      const id = await orders.create();
      await orders.deliver();
      await orders.project.cloudApi(`/webhooks/${id}`, { method: 'DELETE' });
      await orders.insert();
      orders.clock.advance(HOUR_MS);
      await orders.server.runJobsUntilIdle();
      expect(orders.receiver.requests).toHaveLength(1);
    });

    it('does not happen with a new URL: pending deliveries go there', async () => {
      orders.receiver.script = { status: 500 };
      const id = await orders.create();
      const first = await orders.deliver();
      await orders.patch(id, { url: `${orders.receiver.url}/new` });
      orders.clock.advance(6_000);
      await orders.server.runJobsUntilIdle();
      expect(orders.receiver.requests.map(({ path }) => path)).toEqual(['/hook', '/hook/new']);
      expect(orders.receiver.requests[1]?.body).toEqual(first.body);
    });
  });
});
