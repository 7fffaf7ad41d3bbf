import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENGINES, startTestServer, type TestProject, type TestServer } from '../../../test/index.ts';
import type { DeliveryRecord, WebhookRecord } from './webhook-schemas.ts';

interface One {
  readonly data: WebhookRecord & { readonly secret?: string };
  readonly count: number;
  readonly code?: string;
  readonly details?: { readonly fields?: Record<string, string> };
}
interface Many<Item> {
  readonly data: readonly Item[];
  readonly count: number;
}

const URL_OF = 'https://receiver.example/hook';
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe.each(ENGINES)('management of webhooks on %s', (engine) => {
  let server: TestServer;
  let project: TestProject;

  beforeAll(async () => {
    server = await startTestServer({ engine });
  });
  afterAll(() => server.close());

  const newProject = async (): Promise<void> => {
    project = await server.createProject();
    await project.createTable({ name: 'orders', columns: [{ name: 'title', type: 'text' }] });
  };
  beforeAll(newProject);

  const create = async (over: Record<string, unknown> = {}): Promise<WebhookRecord> => {
    const json = { table: 'orders', events: ['insert'], url: URL_OF, enabled: false, ...over };
    const answer = await project.cloudApi<One>('/webhooks', { json });
    expect(answer.status, answer.text).toBe(201);
    return answer.body.data;
  };
  const patch = (id: string, json: Record<string, unknown>) =>
    project.cloudApi<One>(`/webhooks/${id}`, { method: 'PATCH', json });
  const deliveries = async (id: string, query = '') =>
    (await project.cloudApi<Many<DeliveryRecord>>(`/webhooks/${id}/deliveries${query}`)).body;
  const insert = (table = 'orders', title = 'a') => project.secretApi(`/data/${table}`, { json: { title } });
  /** How many changes of a table its webhooks received, or would have received. */
  const told = async (id: string): Promise<number> => (await deliveries(id, '?limit=0')).count;

  describe('creating one', () => {
    describe('201', () => {
      it('201 with the whole record, without the secret', async () => {
        const json = {
          table: 'orders',
          events: ['delete', 'insert'],
          url: URL_OF,
          secret: 'a very secret secret',
          description: 'To the warehouse',
        };
        const answer = await project.cloudApi<One>('/webhooks', { json });
        expect(answer.status).toBe(201);
        const { id, created_at: createdAt } = answer.body.data;
        expect(answer.body).toEqual({
          data: {
            id: expect.stringMatching(UUID),
            table: 'orders',
            events: ['insert', 'delete'],
            url: URL_OF,
            description: 'To the warehouse',
            enabled: true,
            disabled_reason: null,
            disabled_at: null,
            consecutive_failures: 0,
            has_secret: true,
            created_at: expect.stringMatching(TIME),
            updated_at: createdAt,
          },
          count: 1,
        });
        expect(answer.text).not.toContain('very secret');
        const one = await project.cloudApi(`/webhooks/${id}`);
        expect(one.body).toEqual(answer.body);
        expect((await project.cloudApi<Many<WebhookRecord>>('/webhooks')).body).toEqual({
          data: [answer.body.data],
          count: 1,
        });
        await project.cloudApi(`/webhooks/${id}`, { method: 'DELETE' });
      });

      it('a webhook can be created switched off or without a secret, and its record says so', async () => {
        const made = await create({ secret: null });
        expect(made).toMatchObject({ enabled: false, has_secret: false, description: null });
        expect(made.disabled_reason).toMatch(/manually/);
        expect(made.disabled_at).toMatch(TIME);
      });

      it('accepts `messages` for the inbox, unless a table has that name', async () => {
        await newProject();
        const inbox = await create({ table: 'messages' });
        expect(inbox.table).toBe('messages');
        await project.createTable({ name: 'messages', columns: [{ name: 'title', type: 'text' }] });
        const own = await create({ table: 'messages' });
        await insert('messages');
        expect([await told(inbox.id), await told(own.id)]).toEqual([0, 1]);
      });
    });

    describe('400', () => {
      it.each([
        ['an unknown table', { table: 'nothing' }, 404, 'table_not_found'],
        ['a table of the service', { table: '_webhooks' }, 404, 'table_not_found'],
        ['a table named like a prototype', { table: 'constructor' }, 404, 'table_not_found'],
        ['an endless table', { table: 'x'.repeat(100_000) }, 404, 'table_not_found'],
        ['no table', { table: undefined }, 400, 'validation_failed'],
        ['a table that is not a string', { table: 1 }, 400, 'validation_failed'],
        ['no events', { events: [] }, 400, 'validation_failed'],
        ['an event twice', { events: ['insert', 'insert'] }, 400, 'validation_failed'],
        ['an unknown event', { events: ['truncate'] }, 400, 'validation_failed'],
        ['events as a string', { events: 'insert' }, 400, 'validation_failed'],
        ['an unfit address', { url: 'javascript:alert(1)' }, 400, 'invalid_url'],
        ['an address with credentials', { url: 'https://a:b@example.com' }, 400, 'invalid_url'],
        ['a blocked address', { url: 'http://169.254.169.254/' }, 400, 'invalid_url'],
        ['an address that is too long', { url: `https://example.com/${'a'.repeat(2029)}` }, 400, 'invalid_url'],
        ['an address that is not a string', { url: ['https://example.com'] }, 400, 'validation_failed'],
        ['an empty secret', { secret: '' }, 400, 'validation_failed'],
        ['a secret that is not a string', { secret: 1 }, 400, 'validation_failed'],
        ['a secret of two lines', { secret: 'a\nb' }, 400, 'validation_failed'],
        ['a secret with an invalid whsec_ part', { secret: 'whsec_???' }, 400, 'validation_failed'],
        ['an endless description', { description: 'a'.repeat(501) }, 400, 'validation_failed'],
        ['a description with a bell', { description: '\u0007' }, 400, 'validation_failed'],
        ['enabled as a string', { enabled: 'true' }, 400, 'validation_failed'],
        ['an unknown field', { headers: {} }, 400, 'validation_failed'],
        ['a field that is read only', { consecutive_failures: 0 }, 400, 'validation_failed'],
      ])('%s is refused and creates nothing', async (_what, over, status, code) => {
        const before = (await project.cloudApi<Many<WebhookRecord>>('/webhooks')).body.count;
        const json = { table: 'orders', events: ['insert'], url: URL_OF, ...over };
        const answer = await project.cloudApi<One>('/webhooks', { json });
        expect([answer.status, answer.body.code], answer.text).toEqual([status, code]);
        expect(answer.text.length).toBeLessThan(1000);
        expect((await project.cloudApi<Many<WebhookRecord>>('/webhooks')).body.count).toBe(before);
      });

      it('the 101st webhook of a project is refused with the limit', async () => {
        await newProject();
        for (let made = 0; made < 100; made += 1) await create();
        const json = { table: 'orders', events: ['insert'], url: URL_OF };
        const answer = await project.cloudApi<One & { error: string }>('/webhooks', { json });
        expect([answer.status, answer.body.code, answer.body.error]).toEqual([
          400,
          'validation_failed',
          expect.stringContaining('100'),
        ]);
        const page = (await project.cloudApi<Many<WebhookRecord>>('/webhooks?limit=2&offset=97&order=created_at:asc'))
          .body;
        expect([page.data.length, page.count]).toEqual([2, 100]);
        expect((await project.cloudApi<One>('/webhooks?order=secret')).body.code).toBe('unknown_column');
        await newProject();
      });
    });
  });

  describe('changing one', () => {
    it('a secret is replaced, removed and never shown', async () => {
      const made = await create();
      expect((await patch(made.id, { secret: 'hush-hush' })).body.data.has_secret).toBe(true);
      const removed = await patch(made.id, { secret: null });
      expect([removed.body.data.has_secret, removed.text.includes('hush')]).toEqual([false, false]);
    });

    describe('200', () => {
      it('fields that are not sent stay, and an empty change changes nothing', async () => {
        const made = await create({ secret: 's', description: 'd' });
        expect((await patch(made.id, {})).body.data).toEqual(made);
        const changed = await patch(made.id, { url: 'https://other.example/', events: ['update'], description: null });
        expect(changed.status).toBe(200);
        expect(changed.body).toEqual({
          data: {
            ...made,
            url: 'https://other.example/',
            events: ['update'],
            description: null,
            updated_at: expect.stringMatching(TIME),
          },
          count: 1,
        });
      });

      it('switching on clears the reason, also by /enable, and switching off twice keeps the first time', async () => {
        const made = await create({ enabled: true });
        const off = (await patch(made.id, { enabled: false })).body.data;
        expect(off).toMatchObject({
          enabled: false,
          disabled_reason: expect.any(String),
          disabled_at: expect.any(String),
        });
        const again = (await patch(made.id, { enabled: false })).body.data;
        expect(again.disabled_at).toBe(off.disabled_at);
        const on = { enabled: true, disabled_reason: null, disabled_at: null, consecutive_failures: 0 };
        expect((await patch(made.id, { enabled: true })).body.data).toMatchObject(on);
        await patch(made.id, { enabled: false });
        const enabled = await project.cloudApi<One>(`/webhooks/${made.id}/enable`, { method: 'POST' });
        expect([enabled.status, enabled.body.count]).toEqual([200, 1]);
        expect(enabled.body.data).toMatchObject(on);
        await patch(made.id, { enabled: false });
      });

      it('moves to another table from that table’s next change on', async () => {
        await newProject();
        await project.createTable({ name: 'others', columns: [{ name: 'title', type: 'text' }] });
        const made = await create();
        await insert('others');
        expect((await patch(made.id, { table: 'others' })).body.data.table).toBe('others');
        await insert('others');
        await insert('orders');
        expect((await deliveries(made.id)).data.map(({ table }) => table)).toEqual(['others']);
      });

      it('shows the new name of a renamed table, and so do deliveries from then on', async () => {
        await newProject();
        const made = await create();
        await insert();
        await project.cloudApi('/tables/orders', { method: 'PATCH', json: { rename: 'sales' } });
        await insert('sales');
        expect((await project.cloudApi<One>(`/webhooks/${made.id}`)).body.data.table).toBe('sales');
        expect((await deliveries(made.id)).data.map(({ table }) => table)).toEqual(['sales', 'orders']);
        await newProject();
      });
    });

    describe('400', () => {
      it.each([
        [{ url: 'http://localhost:80:80' }, 400, 'invalid_url'],
        [{ events: [] }, 400, 'validation_failed'],
        [{ secret: '' }, 400, 'validation_failed'],
        [{ table: 'nothing' }, 404, 'table_not_found'],
        [{ table: null }, 400, 'validation_failed'],
        [{ disabled_reason: 'x' }, 400, 'validation_failed'],
        [{ id: 'x' }, 400, 'validation_failed'],
      ])('%j is refused and changes nothing', async (json, status, code) => {
        const made = await create();
        const answer = await patch(made.id, { description: 'other', ...json });
        expect([answer.status, answer.body.code], answer.text).toEqual([status, code]);
        expect((await project.cloudApi<One>(`/webhooks/${made.id}`)).body.data).toEqual(made);
      });
    });
  });

  describe('a table that is watched', () => {
    it('cannot be deleted while a webhook uses it, and can afterwards', async () => {
      const made = await create();
      const refused = await project.cloudApi<One & { error: string }>('/tables/orders', { method: 'DELETE' });
      expect([refused.status, refused.body.code]).toEqual([409, 'in_use']);
      expect(refused.body.error).toContain('receiver.example');
      expect((await insert()).status).toBe(201);
      const others = (await project.cloudApi<Many<WebhookRecord>>('/webhooks')).body.data;
      for (const { id } of others) {
        const gone = await project.cloudApi<One>(`/webhooks/${id}`, { method: 'DELETE' });
        expect([gone.status, gone.body]).toEqual([200, { count: 1 }]);
      }
      expect((await project.cloudApi(`/webhooks/${made.id}`)).status).toBe(404);
      expect((await project.cloudApi('/tables/orders', { method: 'DELETE' })).status).toBe(200);
      await newProject();
    });

    it('is never deleted while a webhook on it is being created', async () => {
      for (let round = 0; round < 20; round += 1) {
        const table = await project.createTable({
          name: `passing_${round}`,
          columns: [{ name: 'title', type: 'text' }],
        });
        const json = { table, events: ['insert'], url: URL_OF, enabled: false };
        const [made, deleted] = await Promise.all([
          project.cloudApi<One>('/webhooks', { json }),
          project.cloudApi<One>(`/tables/${table}`, { method: 'DELETE' }),
        ]);
        const outcomes = [made.status, deleted.status];
        expect(
          [
            [201, 409],
            [404, 200],
          ],
          `round ${round}`,
        ).toContainEqual(outcomes);
        if (made.status === 201) await project.cloudApi(`/webhooks/${made.body.data.id}`, { method: 'DELETE' });
      }
    });

    it('captures every change while webhooks on it are created and deleted', async () => {
      await newProject();
      for (let round = 0; round < 10; round += 1) {
        const leaving = await create();
        const [made] = await Promise.all([create(), project.cloudApi(`/webhooks/${leaving.id}`, { method: 'DELETE' })]);
        await insert();
        expect(await told(made.id), `round ${round}`).toBe(1);
        await project.cloudApi(`/webhooks/${made.id}`, { method: 'DELETE' });
      }
    });

    it('sends each webhook only the events it selected', async () => {
      await newProject();
      const inserts = await create();
      const others = await create({ events: ['update', 'delete'] });
      const made = await project.secretApi<{ data: { id: string } }>('/data/orders', { json: { title: 'a' } });
      const path = `/data/orders/${made.body.data.id}`;
      await project.secretApi(path, { method: 'PATCH', json: { title: 'b' } });
      await project.secretApi(path, { method: 'DELETE' });
      const events = async (id: string) => (await deliveries(id)).data.map(({ event }) => event);
      expect(await events(inserts.id)).toEqual(['insert']);
      expect(await events(others.id)).toEqual(['delete', 'update']);
    });
  });

  it('404 for unknown webhooks, webhooks of another project and invalid ids', async () => {
    const made = await create();
    const foreign = await server.createProject();
    const paths = ['', '/deliveries', `/deliveries/${made.id}`];
    const posts = ['/enable', '/test', '/rotate-secret', '/resend-failed', `/deliveries/${made.id}/resend`];
    for (const [api, id] of [
      [foreign.cloudApi, made.id],
      [project.cloudApi, '0199a1c2-7b1e-7c43-9f0a-5d1f3c0b8a11'],
      [project.cloudApi, 'none'],
      [project.cloudApi, '%00'],
      [project.cloudApi, 'a'.repeat(5000)],
    ] as const) {
      const answers = [
        ...paths.map((path) => api<One>(`/webhooks/${id}${path}`)),
        ...posts.map((path) => api<One>(`/webhooks/${id}${path}`, { method: 'POST', json: bodyOf(path) })),
        api<One>(`/webhooks/${id}`, { method: 'PATCH', json: { description: 'x' } }),
        api<One>(`/webhooks/${id}`, { method: 'DELETE' }),
      ];
      for (const answer of await Promise.all(answers)) {
        expect([answer.status, answer.body.code], answer.text).toEqual([404, 'not_found']);
      }
    }
    expect((await project.cloudApi<One>(`/webhooks/${made.id}`)).body.data).toEqual(made);
    for (const path of ['none', '0199a1c2-7b1e-7c43-9f0a-5d1f3c0b8a11'])
      expect((await project.cloudApi<One>(`/webhooks/${made.id}/deliveries/${path}`)).body.code).toBe('not_found');
  });
});

function bodyOf(path: string): unknown {
  if (path === '/resend-failed') return { since: '2026-01-01T00:00:00Z' };
  return path === '/rotate-secret' ? {} : undefined;
}
