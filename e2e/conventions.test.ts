import { beforeAll, describe, expect, test } from 'vitest';
import { type ApiAnswer, createApiClient, textAt } from './harness/api-client.ts';
import { createTable, onEachEngine, type Scene } from './harness/each-engine.ts';
import { openConnection } from './harness/raw-connection.ts';

const UUID = '0199aaaa-bbbb-7ccc-8ddd-eeeeeeeeeeee';
const OPEN = { read: 'public', create: 'public', update: 'public', delete: 'public' };
const NOTES = {
  name: 'notes',
  columns: [
    { name: 'title', type: 'text' },
    { name: 'rank', type: 'integer' },
  ],
  rules: OPEN,
};
const LONGEST_JSON_BYTES = 2 * 1024 * 1024;
const ANSWER_MS = 200;
/**
 * Tries again when late, because the machine may be busy; an answer that waits inside the service is late every time.
 */
const TRIES = 5;

// Conventions for every call of a project (contract §1).
onEachEngine((scene) => {
  beforeAll(() => createTable(scene(), NOTES));

  describe('a failure', () => {
    type Case = [string, number, string, (scene: Scene) => Promise<ApiAnswer>];
    const cases: Case[] = [
      [
        'a body that is no JSON',
        400,
        'invalid_json',
        ({ anyone }) => anyone.call('POST', '/data/notes', { body: '{"title"' }),
      ],
      ['a body of another type', 400, 'validation_failed', ({ anyone }) => anyone.post('/data/notes', { title: 5 })],
      [
        'a filter that does not parse',
        400,
        'invalid_filter',
        ({ anyone }) => anyone.get('/data/notes?filter=title:eq'),
      ],
      [
        'a filter value that does not fit',
        400,
        'invalid_filter',
        ({ anyone }) => anyone.get('/data/notes?filter=rank:gt:x'),
      ],
      ['an order that does not parse', 400, 'invalid_order', ({ anyone }) => anyone.get('/data/notes?order=title:up')],
      ['an empty select', 400, 'invalid_select', ({ anyone }) => anyone.get('/data/notes?select=')],
      ['a limit beyond the range', 400, 'invalid_limit', ({ anyone }) => anyone.get('/data/notes?limit=1001')],
      ['an offset below zero', 400, 'invalid_limit', ({ anyone }) => anyone.get('/data/notes?offset=-1')],
      ['an unknown parameter', 400, 'unknown_parameter', ({ anyone }) => anyone.get('/data/notes?page=2')],
      ['a repeated parameter', 400, 'unknown_parameter', ({ anyone }) => anyone.get('/data/notes?limit=1&limit=2')],
      ['an unknown column in a filter', 400, 'unknown_column', ({ anyone }) => anyone.get('/data/notes?filter=x:eq:1')],
      ['an unknown column in a body', 400, 'unknown_column', ({ anyone }) => anyone.post('/data/notes', { x: 1 })],
      ['a column the server sets', 400, 'read_only_column', ({ anyone }) => anyone.post('/data/notes', { id: UUID })],
      ['a delete of everything', 400, 'filter_required', ({ anyone }) => anyone.delete('/data/notes')],
      [
        'a batch of 101',
        400,
        'batch_too_large',
        ({ anyone }) => anyone.post('/data/notes/batch', Array(101).fill({ title: 'a' })),
      ],
      ['an export in no format', 400, 'invalid_format', ({ anyone }) => anyone.get('/data/notes/export')],
      [
        'a sum of text',
        400,
        'invalid_aggregate',
        ({ anyone }) => anyone.post('/data/notes/aggregate', { op: 'sum', field: 'title' }),
      ],
      ['no key', 401, 'missing_key', (s) => withKey(s, undefined).get('/data/notes')],
      ['a key of nobody', 401, 'invalid_key', (s) => withKey(s, 'pk_nobody').get('/data/notes')],
      [
        'an unknown project',
        404,
        'project_not_found',
        (s) => createApiClient(`${s.service.url}/api/baas/nowhere`, s.publicKey).get('/data/notes'),
      ],
      ['an unknown table', 404, 'table_not_found', ({ anyone }) => anyone.get('/data/nothing')],
      ['an unknown row', 404, 'row_not_found', ({ anyone }) => anyone.get(`/data/notes/${UUID}`)],
      ['an unknown path', 404, 'not_found', ({ anyone }) => anyone.get('/nothing')],
      [
        'a method the path has not',
        405,
        'method_not_allowed',
        ({ anyone }) => anyone.call('PUT', '/data/notes', { body: {} }),
      ],
      [
        'a body that is too long',
        413,
        'payload_too_large',
        ({ anyone }) => anyone.post('/data/notes', { title: 'x'.repeat(LONGEST_JSON_BYTES) }),
      ],
      [
        'a form',
        415,
        'unsupported_media_type',
        ({ anyone }) =>
          anyone.call('POST', '/data/notes', {
            body: 'title=a',
            headers: { 'content-type': 'application/x-www-form-urlencoded' },
          }),
      ],
    ];

    test.each(cases)(
      'from %s is %i %s in the envelope, at once, and reveals nothing internal',
      async (_case, status, code, call) => {
        const before = await scene().secret.get('/data/notes?limit=0');
        const { answer, ms } = await quickestOf(TRIES, () => call(scene()));
        expect(ms).toBeLessThan(ANSWER_MS);
        expect(answer.status, answer.text).toBe(status);
        expect(answer.body).toMatchObject({ error: expect.stringMatching(/^\S.*\.$/s), code });
        expect(textAt(answer.body, 'request_id')).toBe(answer.headers.get('x-request-id'));
        expect(
          Object.keys(Object(answer.body)).filter((key) => !['error', 'code', 'details', 'request_id'].includes(key)),
        ).toEqual([]);
        expect(answer.text).not.toMatch(/SELECT |INSERT |sqlite|postgres|\.ts:|\/work\/|node_modules/i);
        expect((await scene().secret.get('/data/notes?limit=0')).body, 'nothing was written').toEqual(before.body);
      },
    );

    test('in several fields names each of them', async () => {
      const answer = await scene().anyone.post('/data/notes', { title: 5, rank: 'high' });
      expect(answer.body).toMatchObject({
        details: { fields: { title: expect.any(String), rank: expect.any(String) } },
      });
    });
  });

  test('every answer has a request id, forbids sniffing, and may not be stored by caches', async () => {
    const { anyone, secret } = scene();
    const answers = [
      await anyone.get('/data/notes'),
      await secret.post('/data/notes', { title: 'a' }),
      await anyone.get('/data/nothing'),
      await anyone.get('/nothing'),
    ];
    for (const { headers } of answers) {
      expect(headers.get('x-request-id')).toMatch(/\S{8,}/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('cache-control')).toMatch(/^private, no-store$|no-cache/);
      expect(headers.get('vary')).toMatch(/origin/i);
    }
    expect(new Set(answers.map(({ headers }) => headers.get('x-request-id'))).size).toBe(answers.length);
  });

  test('an address longer than 64 KB is 414', async () => {
    await using connection = await openConnection(scene().service.port);
    connection.send(
      `GET /api/baas/shop/data/notes?filter=title:eq:${'x'.repeat(66_000)} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${scene().publicKey}\r\n\r\n`,
    );
    const answer = await connection.until(/\r\n\r\n[\s\S]+/);
    expect(answer).toMatch(/^HTTP\/1\.1 414 /);
    expect(answer).toMatch(/\r\nx-request-id: /i);
  });

  test('an address of 60 KB is read', async () => {
    const answer = await scene().anyone.get(`/data/notes?filter=title:eq:${'x'.repeat(60_000)}`);
    expect(answer.body).toEqual({ data: [], count: 0 });
  });

  test('bytes that are no HTTP get an answer, and the service keeps working', async () => {
    await using connection = await openConnection(scene().service.port);
    connection.send('\u0001\u0002 nonsense\r\n\r\n');
    expect(await connection.until(/\r\n\r\n/)).toMatch(/^HTTP\/1\.1 400 /);
    expect((await scene().anyone.get('/data/notes')).status).toBe(200);
  });

  describe('Idempotency-Key', () => {
    const post = (key: string, body: object): Promise<ApiAnswer> =>
      scene().anyone.call('POST', '/data/notes', { headers: { 'idempotency-key': key }, body });
    const countOf = async (title: string): Promise<unknown> =>
      (await scene().anyone.get(`/data/notes?filter=title:eq:${title}&limit=0`)).body;

    test('a repeated request gets the same answer and is written once', async () => {
      const first = await post('key-1', { title: 'once' });
      const second = await post('key-1', { title: 'once' });
      expect(first.status).toBe(201);
      expect([second.status, second.body]).toEqual([first.status, first.body]);
      expect(await countOf('once')).toEqual({ data: [], count: 1 });
    });

    test('the same key with another body is 409', async () => {
      await post('key-2', { title: 'first' });
      const other = await post('key-2', { title: 'other' });
      expect(other.status).toBe(409);
      expect(other.body).toMatchObject({ code: 'idempotency_conflict' });
      expect(await countOf('other')).toEqual({ data: [], count: 0 });
    });

    test('twenty simultaneous requests write once and all get the same answer', async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => post('key-3', { title: 'racing' })));
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      expect(await countOf('racing')).toEqual({ data: [], count: 1 });
    });

    test('a key belongs to one caller and one path', async () => {
      await post('key-4', { title: 'mine' });
      const { secret, anyone } = scene();
      const headers = { 'idempotency-key': 'key-4' };
      const elsewhere = await anyone.call('POST', '/data/notes/batch', { headers, body: [{ title: 'batch' }] });
      expect(elsewhere.status).toBe(200);
      const another = await secret.call('POST', '/data/notes', { headers, body: { title: 'theirs' } });
      expect(another.status).toBe(201);
    });
  });

  test('keys and ids of another project reach nothing', async () => {
    const { cloud, anyone, service, projectId } = scene();
    const made = await anyone.post('/data/notes', { title: 'private to the shop' });
    const other = await cloud.post('/projects', { name: 'Other', id: 'other' });
    const otherKey = textAt(other.body, 'data', 'public_key');
    await cloud.post('/projects/other/tables', NOTES);
    const foreign = await createApiClient(`${service.url}/api/baas/${projectId}`, otherKey).get('/data/notes');
    expect(foreign.status).toBe(401);
    expect(foreign.body).toMatchObject({ code: 'invalid_key' });
    const there = createApiClient(`${service.url}/api/baas/other`, otherKey);
    expect((await there.get(`/data/notes/${textAt(made.body, 'data', 'id')}`)).status).toBe(404);
    expect((await there.get('/data/notes')).body).toEqual({ data: [], count: 0 });
  });
});

function withKey({ service, projectId }: Scene, key: string | undefined): ReturnType<typeof createApiClient> {
  return createApiClient(`${service.url}/api/baas/${projectId}`, key);
}

async function quickestOf<Answer>(tries: number, call: () => Promise<Answer>): Promise<{ answer: Answer; ms: number }> {
  let best: { answer: Answer; ms: number } | undefined;
  for (let index = 0; index < tries && (best === undefined || best.ms >= ANSWER_MS); index += 1) {
    const startedAt = performance.now();
    const answer = await call();
    const ms = performance.now() - startedAt;
    if (best === undefined || ms < best.ms) best = { answer, ms };
  }
  if (best === undefined) throw new Error('nothing was called');
  return best;
}
