import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENGINES, startTestServer, type TestProject, type TestServer } from '../../../test/index.ts';
import type { DeliveryRecord } from './webhook-schemas.ts';

interface Log {
  readonly data: readonly DeliveryRecord[];
  readonly count: number;
  readonly code?: string;
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const MANY = 10_000;
const ROWS_PER_INSERT = 100;

describe.each(ENGINES)('the log of deliveries on %s', (engine) => {
  let server: TestServer;
  let project: TestProject;
  let webhookId: string;

  // The webhook is disabled, so that every delivery is logged at once as skipped and nothing else happens.
  beforeAll(async () => {
    server = await startTestServer({ engine });
    project = await server.createProject();
    await project.createTable({ name: 'orders', columns: [{ name: 'title', type: 'text' }] });
    const json = { table: 'orders', events: ['insert', 'update'], url: 'https://receiver.example/', enabled: false };
    const made = await project.cloudApi<{ data: { id: string } }>('/webhooks', { json });
    webhookId = made.body.data.id;
    for (let from = 0; from < MANY - 1; from += ROWS_PER_INSERT) {
      const count = Math.min(ROWS_PER_INSERT, MANY - 1 - from);
      const rows = Array.from({ length: count }, (_, index) => ({ title: String(from + index) }));
      const answer = await project.secretApi('/data/orders?return=minimal', { json: rows });
      expect(answer.status, answer.text).toBe(201);
    }
    const changed = await project.secretApi('/data/orders?filter=title:eq:7', {
      method: 'PATCH',
      json: { title: 'x' },
    });
    expect(changed.body).toMatchObject({ count: 1 });
  });
  afterAll(() => server.close());

  const log = async (query = '') => {
    const answer = await project.cloudApi<Log>(`/webhooks/${webhookId}/deliveries${query}`);
    expect(answer.status, answer.text).toBe(200);
    return answer.body;
  };

  describe('200', () => {
    it('shows the newest first, 100 at a time, with the total count', async () => {
      const page = await log();
      expect([page.data.length, page.count]).toEqual([100, MANY]);
      const [newest] = page.data;
      expect(newest).toEqual({
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        webhook_id: webhookId,
        event: 'update',
        table: 'orders',
        state: 'skipped',
        skipped_reason: 'disabled',
        created_at: expect.stringMatching(TIME),
        next_attempt_at: null,
        attempts: [],
      });
      const one = await project.cloudApi(`/webhooks/${webhookId}/deliveries/${newest?.id}`);
      expect([one.status, one.body]).toEqual([200, { data: newest, count: 1 }]);
    });

    it('gives every delivery exactly once over all pages, in both orders', async () => {
      const pages = [];
      for (let offset = 0; offset < MANY; offset += 1000) pages.push(await log(`?limit=1000&offset=${offset}`));
      const ids = pages.flatMap(({ data }) => data.map(({ id }) => id));
      expect([ids.length, new Set(ids).size]).toEqual([MANY, MANY]);
      expect(pages.every(({ count }) => count === MANY)).toBe(true);
      const oldest = await log('?order=created_at:asc&limit=3');
      expect(oldest.data.map(({ id }) => id)).toEqual(ids.slice(-3).reverse());
      expect((await log(`?offset=${MANY}`)).data).toEqual([]);
      expect(await log('?limit=0')).toEqual({ data: [], count: MANY });
    });

    it('is filtered by event, state and time, and counts the matches', async () => {
      expect(await log('?event=update')).toMatchObject({ data: [{ event: 'update' }], count: 1 });
      expect((await log('?event=insert&limit=0')).count).toBe(MANY - 1);
      expect((await log('?event=delete')).count).toBe(0);
      expect((await log('?state=skipped&limit=0')).count).toBe(MANY);
      for (const state of ['pending', 'succeeded', 'failed'])
        expect(await log(`?state=${state}`)).toEqual({ data: [], count: 0 });
      const middle = (await log(`?limit=1&offset=${MANY / 2}`)).data[0]?.created_at ?? '';
      const since = await log(`?limit=1000&since=${middle}&order=created_at:asc`);
      const until = await log(`?limit=1000&until=${middle}`);
      expect(since.data[0]?.created_at).toBe(middle);
      expect(until.data.every(({ created_at: at }) => at < middle)).toBe(true);
      expect(since.count + until.count).toBe(MANY);
      expect(since.count).toBeGreaterThan(MANY / 2);
      const elsewhere = new Date(Date.parse(middle) + 2 * 3600_000).toISOString().replace('Z', '%2B02:00');
      expect((await log(`?limit=0&since=${elsewhere}`)).count).toBe(since.count);
      expect((await log(`?limit=0&since=${middle}&until=${middle}`)).count).toBe(0);
    });
  });

  describe('400', () => {
    it.each([
      ['limit=1001', 'invalid_limit'],
      ['limit=-1', 'invalid_limit'],
      ['offset=x', 'invalid_limit'],
      ['state=done', 'validation_failed'],
      ['state=', 'validation_failed'],
      ['event=truncate', 'validation_failed'],
      ['since=yesterday', 'validation_failed'],
      ['since=2026-02-30T00:00:00Z', 'validation_failed'],
      ['until=2026-01-01T00:00:00', 'validation_failed'],
      ['order=state', 'unknown_column'],
      ['order=created_at:up', 'invalid_order'],
      ['state=failed&state=failed', 'unknown_parameter'],
      ['webhook=1', 'unknown_parameter'],
    ])('%s is refused as %s', async (query, code) => {
      const answer = await project.cloudApi<Log>(`/webhooks/${webhookId}/deliveries?${query}`);
      expect([answer.status, answer.body.code], answer.text).toEqual([400, code]);
    });
  });
});
