import { beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type ApiInit, ENGINES, expectEffects, openTable } from '../../../test/index.ts';

const MISSING = '0190b000-0000-7000-8000-000000000000';

describe.each(ENGINES)('writes of rows on %s', (engine) => {
  const open = openTable(engine, {
    name: 'notes',
    rules: { read: 'public', create: { level: 'public', where: 'title:neq:closed' } },
    columns: [
      { name: 'title', type: 'text', required: true },
      { name: 'slug', type: 'text', unique: true },
    ],
  });
  beforeAll(async () => {
    expect((await open.secretRows('', { json: { title: 'first', slug: 'taken' } })).status).toBe(201);
    // Its deliveries wait to be fetched.
    expect((await open.project.cloudApi('/webhooks/listen', { json: { table: 'notes' } })).status).toBe(201);
  });

  const key = { 'idempotency-key': 'once' };
  const refused: readonly [number, string, ApiInit][] = [
    [400, '', { json: {} }],
    [400, '', { json: [{ title: 'a' }, { title: 1 }] }],
    [400, '', { body: '{', headers: { 'content-type': 'application/json' } }],
    [400, '/batch', { json: [{ title: 'a' }, { op: 'delete', id: MISSING }] }],
    [400, '', { json: { title: 1 }, headers: key }],
    [401, '', { json: { title: 'a' }, key: null }],
    [403, '', { json: { title: 'closed' } }],
    [403, '', { json: [{ title: 'a' }, { title: 'closed' }] }],
    [403, '?filter=title:eq:first', { method: 'PATCH', json: { title: 'a' } }],
    [403, '?filter=title:eq:first', { method: 'DELETE' }],
    [404, `/${MISSING}`, { key: 'secret', method: 'DELETE' }],
    [409, '', { json: { title: 'a', slug: 'taken' } }],
    [409, '', { json: [{ title: 'a' }, { title: 'b', slug: 'taken' }], headers: key }],
    [413, '', { body: `{"title":"${'a'.repeat(3 * 1024 * 1024)}"}`, headers: { 'content-type': 'application/json' } }],
    [415, '', { body: 'title', headers: { 'content-type': 'text/plain' } }],
  ];

  it('that are refused leave no row, no delivery and no used idempotency key', async () => {
    await expectEffects(open, async () => {
      for (const [status, path, init] of refused) {
        const send = init.key === 'secret' ? open.secretRows : open.rows;
        const { key: _, ...sent } = init;
        const answer = await send<Answer>(path, init.key === null ? init : sent);
        expect([path, init.json, answer.status]).toEqual([path, init.json, status]);
      }
    });
  });

  it('that succeed leave their rows, a delivery for each row, and the answer for an idempotency key', async () => {
    const json = [{ title: 'a' }, { title: 'b' }];
    await expectEffects(open, () => open.rows('', { json, headers: { 'idempotency-key': 'other' } }), {
      rows: { notes: 2 },
      deliveries: ['insert', 'insert'],
      others: ['_idempotency'],
    });
  });
});
