import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createTestClock,
  ENGINES,
  type ReceivedRequest,
  type Receiver,
  startReceiver,
  startTestServer,
  type TestClock,
  type TestProject,
  type TestServer,
} from '../../../test/index.ts';
import { type SignatureScheme, verifySignature } from '../../platform/verify-signature/index.ts';
import type { DeliveryRecord, WebhookRecord } from './webhook-schemas.ts';

interface One<Data> {
  readonly data: Data;
  readonly count: number;
  readonly code?: string;
}
interface Payload {
  readonly webhook_id: string;
  readonly event: string;
  readonly data: { readonly record: Record<string, unknown> };
}

const HOUR_MS = 3_600_000;
const RETRY_MS = [5_000, 300_000, 1_800_000];

describe.each(ENGINES)('what owners order of deliveries on %s', (engine) => {
  let receiver: Receiver;
  let clock: TestClock;
  let server: TestServer;
  let project: TestProject;

  beforeEach(async () => {
    receiver = await startReceiver();
    clock = createTestClock();
    const config = { outboundAllow: [receiver.host], webhooks: { retryMs: RETRY_MS, timeoutMs: 5_000 } };
    server = await startTestServer({ engine, clock, config });
    project = await server.createProject();
    const columns = [
      { name: 'title', type: 'text' },
      { name: 'kind', type: 'text', enum: ['big', 'small'] },
      { name: 'price', type: 'integer' },
      { name: 'inside', type: 'text', hidden: true },
    ];
    await project.createTable({ name: 'orders', columns });
  });
  afterEach(async () => {
    await server.close();
    await receiver.close();
  });

  const create = async (over: Record<string, unknown> = {}): Promise<string> => {
    const json = { table: 'orders', events: ['insert'], url: receiver.url, ...over };
    const answer = await project.cloudApi<One<WebhookRecord>>('/webhooks', { json });
    expect(answer.status, answer.text).toBe(201);
    return answer.body.data.id;
  };
  const post = <Data>(path: string, json?: unknown) =>
    project.cloudApi<One<Data>>(`/webhooks/${path}`, { method: 'POST', json });
  const patch = (id: string, json: unknown) =>
    project.cloudApi<One<WebhookRecord>>(`/webhooks/${id}`, { method: 'PATCH', json });
  const webhook = async (id: string) => (await project.cloudApi<One<WebhookRecord>>(`/webhooks/${id}`)).body.data;
  const log = async (id: string, query = '') =>
    (await project.cloudApi<One<DeliveryRecord[]>>(`/webhooks/${id}/deliveries${query}`)).body.data;
  const insert = (title = 'a') => project.secretApi('/data/orders', { json: { title } });
  /** Inserts a row and sees it through. */
  const deliver = async (title = 'a'): Promise<ReceivedRequest> => {
    const before = receiver.requests.length;
    await insert(title);
    await server.runJobsUntilIdle();
    const request = receiver.requests[before];
    if (request === undefined) throw new Error('nothing came');
    return request;
  };
  const isSigned = ({ headers, body }: ReceivedRequest, secret: string, scheme: SignatureScheme): boolean =>
    verifySignature({ headers, body, secret, nowMs: clock.now(), scheme });

  describe('secrets', () => {
    it('none sends neither signature, one sends both, and a replaced one signs nothing more', async () => {
      const id = await create();
      const bare = await deliver();
      expect(Object.keys(bare.headers).filter((name) => name.includes('signature'))).toEqual([]);
      await patch(id, { secret: 'first' });
      const signed = await deliver();
      expect([isSigned(signed, 'first', 'own'), isSigned(signed, 'first', 'standard_webhooks')]).toEqual([true, true]);
      await patch(id, { secret: 'second' });
      const replaced = await deliver();
      expect([isSigned(replaced, 'second', 'own'), isSigned(replaced, 'first', 'standard_webhooks')]).toEqual([
        true,
        false,
      ]);
      await patch(id, { secret: null });
      const removed = await deliver();
      expect(Object.keys(removed.headers).filter((name) => name.includes('signature'))).toEqual([]);
    });

    it('a rotated one signs beside the new one for 24 hours, and the one the server made is shown once', async () => {
      const id = await create({ secret: 'first' });
      const rotated = await post<WebhookRecord & { secret?: string }>(`${id}/rotate-secret`);
      expect(rotated.status, rotated.text).toBe(200);
      const { secret = '', ...rest } = rotated.body.data;
      expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
      expect(rest).toEqual(await webhook(id));
      const everything = await project.cloudApi(`/webhooks/${id}`);
      expect(everything.text).not.toContain(secret);
      clock.advance(24 * HOUR_MS - 1000);
      const within = await deliver();
      for (const valid of ['first', secret]) expect(isSigned(within, valid, 'standard_webhooks'), valid).toBe(true);
      expect([isSigned(within, 'first', 'own'), isSigned(within, secret, 'own')]).toEqual([false, true]);
      clock.advance(1000);
      const after = await deliver();
      expect([isSigned(after, 'first', 'standard_webhooks'), isSigned(after, secret, 'standard_webhooks')]).toEqual([
        false,
        true,
      ]);
    });

    it('a rotated one that the owner chose is not shown, and PATCH ends the grace of the one before', async () => {
      const id = await create({ secret: 'first' });
      const rotated = await post<WebhookRecord>(`${id}/rotate-secret`, { secret: 'second-secret' });
      expect([rotated.status, rotated.text.includes('second-secret')]).toEqual([200, false]);
      const refused = await post<WebhookRecord>(`${id}/rotate-secret`, { secret: '' });
      expect([refused.status, refused.body.code]).toEqual([400, 'validation_failed']);
      await patch(id, { secret: 'third' });
      const request = await deliver();
      const valid = ['first', 'second-secret', 'third'].map((secret) => isSigned(request, secret, 'standard_webhooks'));
      expect(valid).toEqual([false, false, true]);
    });

    it('are never in the log, and neither are signatures', async () => {
      const id = await create({ secret: 'a very secret secret' });
      const { headers } = await deliver();
      const text = (await project.cloudApi(`/webhooks/${id}/deliveries`)).text;
      expect(text).toContain('webhook-id');
      for (const hidden of ['very secret', headers['x-webhook-signature'] ?? '?', headers['webhook-signature'] ?? '?'])
        expect(text).not.toContain(hidden);
      expect(text.toLowerCase()).not.toContain('signature');
    });
  });

  describe('the log', () => {
    it('shows every attempt: what was sent, what came back and why it failed', async () => {
      receiver.script = [
        { status: 503, body: 'later', headers: { 'x-a': '1' } },
        { status: 200, body: 'thanks' },
      ];
      const id = await create();
      const request = await deliver();
      const body = new TextDecoder().decode(request.body);
      const failed = {
        attempt: 1,
        trigger: 'auto',
        started_at: new Date(clock.now()).toISOString(),
        duration_ms: expect.any(Number),
        url: receiver.url,
        request_headers: expect.objectContaining({ 'webhook-id': request.headers['webhook-id'] }),
        request_body: body,
        response_status: 503,
        response_headers: expect.objectContaining({ 'x-a': '1' }),
        response_body: 'later',
        truncated: false,
        error_class: 'http_503',
        error: expect.any(String),
      };
      const [pending] = await log(id, '?state=pending');
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
      const waitMs = Date.parse(pending?.next_attempt_at ?? '') - clock.now();
      expect([waitMs >= 4_000, waitMs <= 6_000]).toEqual([true, true]);
      clock.advance(6_000);
      await server.runJobsUntilIdle();
      const [done] = await log(id, '?state=succeeded');
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
      expect((await log(id, '?state=pending')).length).toBe(0);
    });

    it('shows an answer that is no text as far as text can show it', async () => {
      receiver.script = { status: 400, body: 'a\0b\u001b' };
      const id = await create();
      await deliver();
      const [delivery] = await log(id);
      expect(delivery?.attempts[0]).toMatchObject({ response_status: 400, error_class: 'http_400' });
      expect(delivery?.attempts[0]?.response_body).toMatch(/^a.b/s);
    });
  });

  describe('switching off', () => {
    it('skips what is pending, sends nothing of it when it is on again, and logs what happens meanwhile', async () => {
      receiver.script = { status: 500 };
      const id = await create();
      await deliver();
      const off = await patch(id, { enabled: false });
      expect(off.body.data).toMatchObject({ enabled: false, consecutive_failures: 1 });
      await insert('meanwhile');
      clock.advance(HOUR_MS);
      await server.runJobsUntilIdle();
      expect((await log(id)).map(({ state, attempts }) => [state, attempts.length])).toEqual([
        ['skipped', 0],
        ['skipped', 1],
      ]);
      receiver.script = {};
      expect((await post<WebhookRecord>(`${id}/enable`)).body.data).toMatchObject({ consecutive_failures: 0 });
      await server.runJobsUntilIdle();
      expect(receiver.requests).toHaveLength(1);
      await deliver('after');
      expect(receiver.requests).toHaveLength(2);
    });

    it('and deleting sends nothing more, whatever waits', async () => {
      receiver.script = { status: 500 };
      const id = await create();
      await deliver();
      await project.cloudApi(`/webhooks/${id}`, { method: 'DELETE' });
      await insert();
      clock.advance(HOUR_MS);
      await server.runJobsUntilIdle();
      expect(receiver.requests).toHaveLength(1);
    });

    it('is not what a new address does: what waits goes there', async () => {
      receiver.script = { status: 500 };
      const id = await create();
      const first = await deliver();
      await patch(id, { url: `${receiver.url}/new` });
      clock.advance(6_000);
      await server.runJobsUntilIdle();
      expect(receiver.requests.map(({ path }) => path)).toEqual(['/hook', '/hook/new']);
      expect(receiver.requests[1]?.body).toEqual(first.body);
    });
  });

  describe('resending', () => {
    it('sends the same id and bytes under the next number, instead of the retry that waits', async () => {
      receiver.script = [{ status: 500 }, { status: 200 }];
      const id = await create();
      const first = await deliver();
      const [delivery] = await log(id);
      const resent = await post<DeliveryRecord>(`${id}/deliveries/${delivery?.id}/resend`);
      expect([resent.status, resent.body.data.id], resent.text).toEqual([200, delivery?.id]);
      await server.runJobsUntilIdle();
      clock.advance(HOUR_MS);
      await server.runJobsUntilIdle();
      expect(receiver.requests).toHaveLength(2);
      const second = receiver.requests[1];
      expect(second?.body).toEqual(first.body);
      expect(second?.headers).toMatchObject({ 'webhook-id': first.headers['webhook-id'], 'x-webhook-attempt': '2' });
      const [done] = await log(id);
      expect(done?.attempts.map(({ attempt, trigger }) => [attempt, trigger])).toEqual([
        [1, 'auto'],
        [2, 'resend'],
      ]);
      expect(done?.state).toBe('succeeded');
    });

    it('may be asked for again and again, also of what has arrived', async () => {
      const id = await create();
      await deliver();
      const [delivery] = await log(id);
      for (const attempt of ['2', '3']) {
        await post(`${id}/deliveries/${delivery?.id}/resend`);
        await server.runJobsUntilIdle();
        expect(receiver.requests.at(-1)?.headers['x-webhook-attempt']).toBe(attempt);
      }
      expect(receiver.requests).toHaveLength(3);
    });

    it('is 409 while the webhook is disabled, and changes nothing', async () => {
      const id = await create({ enabled: false });
      await insert();
      const [delivery] = await log(id);
      const one = await post(`${id}/deliveries/${delivery?.id}/resend`);
      const all = await post(`${id}/resend-failed`, { since: '2020-01-01T00:00:00Z' });
      for (const { status, body } of [one, all]) expect([status, body.code]).toEqual([409, 'webhook_disabled']);
      await server.runJobsUntilIdle();
      expect([await log(id), receiver.requests]).toEqual([[delivery], []]);
    });

    it('everything since a time takes what failed and what was skipped, and nothing else', async () => {
      const id = await create({ enabled: false });
      await insert('skipped, too old');
      // The time of a delivery is the database's own, in milliseconds.
      await expect.poll(() => Date.now()).toBeGreaterThan(Date.parse((await log(id))[0]?.created_at ?? '') + 2);
      await insert('skipped');
      const since = (await log(id, '?limit=1'))[0]?.created_at;
      await patch(id, { enabled: true });
      await deliver('arrived');
      receiver.script = { status: 500 };
      await insert('failed');
      for (const waitMs of [0, ...RETRY_MS]) {
        clock.advance(waitMs * 1.2);
        await server.runJobsUntilIdle();
      }
      expect((await log(id)).map(({ state }) => state)).toEqual(['failed', 'succeeded', 'skipped', 'skipped']);
      receiver.script = {};
      const sent = receiver.requests.length;
      const answer = await post(`${id}/resend-failed`, { since });
      expect([answer.status, answer.body]).toEqual([200, { count: 2 }]);
      await server.runJobsUntilIdle();
      const titles = receiver.requests.slice(sent).map((request) => request.json<Payload>().data.record['title']);
      expect(titles.sort()).toEqual(['failed', 'skipped']);
      expect((await log(id)).map(({ state }) => state)).toEqual(['succeeded', 'succeeded', 'succeeded', 'skipped']);
      expect((await post(`${id}/resend-failed`, { since: '2020-01-01T00:00:00Z' })).body).toEqual({ count: 1 });
    });

    it.each([[{}], [{ since: 'yesterday' }], [{ since: 5 }], [{ since: '2026-01-01T00:00:00Z', state: 'failed' }]])(
      'everything since %j is refused',
      async (json) => {
        const id = await create();
        const answer = await post(`${id}/resend-failed`, json);
        expect([answer.status, answer.body.code]).toEqual([400, 'validation_failed']);
      },
    );
  });

  describe('a test', () => {
    it('sends one made-up insert with its header, signed, and is in the log', async () => {
      const id = await create({ secret: 'hush' });
      const answer = await post<DeliveryRecord>(`${id}/test`);
      expect([answer.status, answer.body.data], answer.text).toEqual([
        201,
        expect.objectContaining({ webhook_id: id, event: 'insert', table: 'orders', attempts: [] }),
      ]);
      await server.runJobsUntilIdle();
      const [request] = await receiver.received(1);
      if (request === undefined) throw new Error('nothing came');
      expect(request.headers).toMatchObject({
        'x-webhook-test': 'true',
        'x-webhook-event': 'insert',
        'x-webhook-attempt': '1',
        'x-webhook-id': id,
        'webhook-id': answer.body.data.id,
      });
      expect([isSigned(request, 'hush', 'own'), isSigned(request, 'hush', 'standard_webhooks')]).toEqual([true, true]);
      expect(request.json()).toEqual({
        webhook_id: id,
        event: 'insert',
        table: 'orders',
        timestamp: new Date(clock.now()).toISOString(),
        data: {
          record: {
            id: expect.stringMatching(/^[0-9a-f-]{36}$/),
            created_at: new Date(clock.now()).toISOString(),
            updated_at: new Date(clock.now()).toISOString(),
            owner_id: null,
            title: 'sample',
            kind: 'big',
            price: 1,
          },
        },
      });
      const [delivery] = await log(id);
      expect(delivery).toMatchObject({ id: answer.body.data.id, state: 'succeeded' });
      expect(delivery?.attempts).toEqual([expect.objectContaining({ attempt: 1, trigger: 'test', error_class: null })]);
      const real = await deliver();
      expect(real.headers['x-webhook-test']).toBeUndefined();
      expect((await project.secretApi<One<unknown[]>>('/data/orders')).body.count).toBe(1);
    });

    it('that fails is not repeated and does not count, and one that arrives resets the count', async () => {
      receiver.script = { status: 500 };
      const id = await create();
      await deliver();
      for (let times = 0; times < 12; times += 1) await post(`${id}/test`);
      await server.runJobsUntilIdle();
      clock.advance(1_000);
      await server.runJobsUntilIdle();
      expect(receiver.requests).toHaveLength(13);
      expect(await webhook(id)).toMatchObject({ enabled: true, consecutive_failures: 1 });
      expect((await log(id, '?state=failed')).every(({ attempts }) => attempts[0]?.trigger === 'test')).toBe(true);
      receiver.script = {};
      await post(`${id}/test`);
      await server.runJobsUntilIdle();
      expect(await webhook(id)).toMatchObject({ enabled: true, consecutive_failures: 0 });
    });

    it('is sent while the webhook is disabled, which stays so', async () => {
      const id = await create({ enabled: false });
      await post(`${id}/test`);
      await server.runJobsUntilIdle();
      expect(receiver.requests).toHaveLength(1);
      expect((await webhook(id)).enabled).toBe(false);
    });

    it('to a closed address is in the log as blocked', async () => {
      const id = await create({ url: `http://localhost:${receiver.port + 1}/` });
      await post(`${id}/test`);
      await server.runJobsUntilIdle();
      expect((await log(id))[0]).toMatchObject({
        state: 'failed',
        attempts: [{ error_class: 'blocked_address', response_status: null, response_body: null }],
      });
    });
  });
});
