import { Type } from 'typebox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestHttp, type TestHttp } from '../../../test/start-test-http.ts';
import { ServiceError } from '../../platform/errors.ts';
import { callerRoute, memberRoute, openRoute, operatorRoute, type Route } from '../route.ts';

const Done = Type.Object({ data: Type.Unknown() });
let handled = 0;

/** On an idle machine an answer takes a few milliseconds, while an algorithm slower than linear takes minutes. */
const PROMPT_MS = 10_000;

const routes: readonly Route[] = [
  openRoute({
    method: 'GET',
    path: '/open/:name',
    id: 'getOpen',
    summary: 'x',
    responses: { 200: Done },
    handle: ({ params }) => ({ status: 200, body: { data: params['name'] ?? null } }),
  }),
  openRoute({
    method: 'POST',
    path: '/thing',
    id: 'postThing',
    summary: 'x',
    body: Type.Object({
      name: Type.String({ maxLength: 5 }),
      size: Type.Optional(Type.Integer({ minimum: 1 })),
      kind: Type.Optional(Type.Union([Type.Literal('a'), Type.Literal('b')])),
      parts: Type.Optional(Type.Array(Type.Object({ id: Type.String() }))),
    }),
    responses: { 201: Done },
    handle: ({ body }) => {
      handled += 1;
      return { status: 201, body: { data: body } };
    },
  }),
  openRoute({
    method: 'POST',
    path: '/any',
    id: 'postAny',
    summary: 'x',
    body: 'json',
    responses: { 200: Done },
    handle: ({ body }) => ({ status: 200, body: { data: body } }),
  }),
  openRoute({
    method: 'GET',
    path: '/list',
    id: 'getList',
    summary: 'x',
    query: Type.Object({
      limit: Type.Optional(Type.Integer({ minimum: 0, maximum: 1000, default: 100 })),
      word: Type.Optional(Type.String()),
      flag: Type.Optional(Type.Boolean()),
    }),
    responses: { 200: Done },
    handle: ({ query }) => ({ status: 200, body: { data: query } }),
  }),
  openRoute({
    method: 'GET',
    path: '/stream/:kind',
    id: 'getStream',
    summary: 'x',
    responses: {},
    handle: ({ params }) => ({
      status: 200,
      body: pieces(params['kind'] ?? ''),
      headers: { 'Content-Type': 'text/csv' },
    }),
  }),
  callerRoute({
    method: 'POST',
    path: '/api/baas/:project_id/data',
    id: 'postData',
    summary: 'x',
    body: Type.Object({}),
    responses: { 200: Done },
    handle: ({ caller }) => ({ status: 200, body: { data: caller.kind } }),
  }),
  operatorRoute({
    method: 'GET',
    path: '/api/cloud/me',
    id: 'getMe',
    summary: 'x',
    responses: { 200: Done },
    handle: ({ operator }) => ({ status: 200, body: { data: operator.kind } }),
  }),
  memberRoute({
    method: 'DELETE',
    path: '/api/cloud/projects/:project_id/thing',
    id: 'deleteThing',
    summary: 'x',
    role: 'editor',
    responses: { 200: Done },
    handle: ({ role }) => ({ status: 200, body: { data: role } }),
  }),
];

async function* pieces(kind: string): AsyncIterable<string> {
  await Promise.resolve();
  if (kind === 'early') throw new ServiceError('table_not_found', 'There is no such table.');
  yield 'a,b\r\n';
  if (kind === 'late') throw new Error('late');
  yield '1,2\r\n';
}

let http: TestHttp;
beforeAll(async () => {
  http = await startTestHttp({ routes });
});
afterAll(() => http.close());

const code = (body: unknown): unknown => (body as { code?: unknown }).code;
const fields = (body: unknown): unknown => (body as { details?: { fields?: unknown } }).details?.fields;

describe('every answer', () => {
  test('carries a request id, nosniff, Vary and Cache-Control: no-store', async () => {
    for (const path of ['/open/x', '/nothing', '/open/%zz', '/list?nope=1']) {
      const { headers } = await http.api(path);
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('vary')).toBe('Origin');
      expect(headers.get('cache-control')).toBe('private, no-store');
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    }
  });

  test('to a failed request has exactly error, code and request_id, with the id of the header', async () => {
    const { body, headers } = await http.api('/nothing');
    expect(body).toEqual({
      error: 'There is nothing at this address.',
      code: 'not_found',
      request_id: headers.get('x-request-id'),
    });
  });

  test('has its own request id', async () => {
    const ids = await Promise.all(
      Array.from({ length: 20 }, async () => (await http.api('/open/x')).headers.get('x-request-id')),
    );
    expect(new Set(ids).size).toBe(20);
  });
});

describe('200', () => {
  test('path parameters are decoded once', async () => {
    expect((await http.api('/open/a%20b%2Fc%252F')).body).toEqual({ data: 'a b/c%2F' });
    expect((await http.api('/open/%C3%A4')).body).toEqual({ data: 'ä' });
    expect((await http.api(`/open/${'x'.repeat(5000)}`)).status).toBe(200);
  });

  test('parameters are converted to their types and absent ones get their defaults', async () => {
    expect((await http.api('/list?limit=7&flag=true&word=a%2Bb+c')).body).toEqual({
      data: { limit: 7, flag: true, word: 'a+b c' },
    });
    expect((await http.api('/list')).body).toEqual({ data: { limit: 100 } });
  });

  test('HEAD gives the headers of GET without a body', async () => {
    const head = await http.api('/open/x', { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect(head.headers.get('content-length')).toBe('12');
    expect(head.text).toBe('');
  });

  test('a stream is sent completely, with the headers of its route', async () => {
    const { status, text, headers } = await http.api('/stream/good');
    expect([status, text, headers.get('content-type')]).toEqual([200, 'a,b\r\n1,2\r\n', 'text/csv']);
    expect((await http.api('/stream/good', { method: 'HEAD' })).text).toBe('');
  });

  test('a key named __proto__ in a body is ordinary data and changes no prototype', async () => {
    const { body } = await http.api<{ data: object }>('/any', {
      body: '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
      headers: { 'content-type': 'application/json' },
    });
    expect(Object.hasOwn(body.data, '__proto__')).toBe(true);
    expect('polluted' in {}).toBe(false);
  });

  test.each([
    'application/json; charset=utf-8',
    'Application/JSON;charset=UTF-8',
    'application/json ; charset="utf-8"',
  ])('a body sent as %s is accepted', async (type) => {
    expect((await http.api('/any', { body: '[1]', headers: { 'content-type': type } })).body).toEqual({ data: [1] });
  });
});

describe('400', () => {
  test.each([
    ['', 'an empty body'],
    ['{', 'half a body'],
    ['{"a":1}}', 'more than a body'],
    ["{'a':1}", 'other quotes'],
    ['NaN', 'no JSON number'],
    ['\uFEFF{}', 'a byte order mark'],
    [`${'['.repeat(65)}${']'.repeat(65)}`, '65 levels'],
    [`${'{"a":'.repeat(65)}1${'}'.repeat(65)}`, '65 objects'],
  ])('%j is invalid_json', async (body) => {
    const reply = await http.api('/any', { method: 'POST', body, headers: { 'content-type': 'application/json' } });
    expect([reply.status, code(reply.body)]).toEqual([400, 'invalid_json']);
  });

  test('64 levels of nesting are accepted, and brackets in strings do not count', async () => {
    for (const body of [`${'['.repeat(64)}${']'.repeat(64)}`, JSON.stringify('[\\"['.repeat(100))]) {
      const reply = await http.api('/any', { body, headers: { 'content-type': 'application/json' } });
      expect(reply.status).toBe(200);
    }
  });

  test('a body that is not UTF-8 is invalid_json', async () => {
    const body = new Uint8Array([0x22, 0xc3, 0x28, 0x22]);
    const reply = await http.api('/any', { body, headers: { 'content-type': 'application/json' } });
    expect([reply.status, code(reply.body)]).toEqual([400, 'invalid_json']);
  });

  test('a body of two million opening brackets is refused at once', async () => {
    const startedAt = performance.now();
    const reply = await http.api('/any', {
      body: '['.repeat(2_000_000),
      headers: { 'content-type': 'application/json' },
    });
    expect([reply.status, code(reply.body)]).toEqual([400, 'invalid_json']);
    expect(performance.now() - startedAt).toBeLessThan(PROMPT_MS);
  });

  test('all invalid fields are named at once, and the handler is not called', async () => {
    const before = handled;
    const reply = await http.api('/thing', { json: { size: 0, kind: 'c', parts: [{ id: 1, x: 2 }], extra: 1 } });
    expect([reply.status, code(reply.body)]).toEqual([400, 'validation_failed']);
    expect(Object.keys(fields(reply.body) as object).sort()).toEqual([
      'extra',
      'kind',
      'name',
      'parts.0.id',
      'parts.0.x',
      'size',
    ]);
    expect(fields(reply.body)).toMatchObject({
      name: 'is required',
      extra: 'is not known',
      kind: 'must be "a" or "b"',
      'parts.0.x': 'is not known',
    });
    expect(handled).toBe(before);
  });

  test('a body of the wrong JSON type is reported under the name body', async () => {
    expect(fields((await http.api('/thing', { json: [] })).body)).toEqual({ body: 'must be an object' });
  });

  test('a field named __proto__ that the schema does not declare is refused', async () => {
    const body = '{"name":"a","__proto__":1}';
    const reply = await http.api('/thing', { body, headers: { 'content-type': 'application/json' } });
    expect([reply.status, code(reply.body)]).toEqual([400, 'validation_failed']);
  });

  test.each([
    ['/list?nope=1', 'unknown_parameter'],
    ['/list?limit=1&limit=2', 'unknown_parameter'],
    ['/list?__proto__=1', 'unknown_parameter'],
    ['/list?limit=-1', 'invalid_limit'],
    ['/list?limit=1001', 'invalid_limit'],
    ['/list?limit=1e2', 'invalid_limit'],
    ['/list?limit=', 'invalid_limit'],
    ['/list?flag=yes', 'validation_failed'],
    ['/list?word=%zz', 'validation_failed'],
    ['/open/%zz', 'validation_failed'],
    ['/open/%ff', 'validation_failed'],
  ])('%s answers %s', async (path, expected) => {
    const reply = await http.api(path);
    expect([reply.status, code(reply.body)]).toEqual([400, expected]);
  });

  test('a route without parameters answers any parameter with unknown_parameter', async () => {
    const reply = await http.api('/api/cloud/me?a=1', { key: 'admin' });
    expect([reply.status, code(reply.body)]).toEqual([400, 'unknown_parameter']);
  });
});

describe('401, 403 and 404 of admission', () => {
  const data = '/api/baas/sample/data';

  test('the project is checked before the key, and the key before the body', async () => {
    expect(code((await http.api('/api/baas/other/data', { method: 'POST' })).body)).toBe('project_not_found');
    expect(code((await http.api(data, { method: 'POST', body: '{' })).body)).toBe('missing_key');
    expect(code((await http.api(data, { method: 'POST', key: 'pk_other', body: '{' })).body)).toBe('invalid_key');
    expect(code((await http.api(data, { method: 'POST', key: 'pk_sample', body: '' })).body)).toBe('invalid_json');
    expect((await http.api(data, { key: 'pk_sample', json: {} })).body).toEqual({ data: 'anonymous' });
    expect((await http.api(data, { key: 'sk_sample', json: {} })).body).toEqual({ data: 'secret' });
  });

  test('operator routes require an operator’s credentials', async () => {
    expect((await http.api('/api/cloud/me')).status).toBe(401);
    expect((await http.api('/api/cloud/me', { key: 'admin' })).body).toEqual({ data: 'admin' });
  });

  test('members need the minimum role of the route', async () => {
    const path = '/api/cloud/projects/sample/thing';
    expect((await http.api(path, { method: 'DELETE', key: 'ct_viewer' })).status).toBe(403);
    expect((await http.api(path, { method: 'DELETE', key: 'admin' })).body).toEqual({ data: 'owner' });
    expect((await http.api('/api/cloud/projects/none/thing', { method: 'DELETE', key: 'admin' })).status).toBe(404);
  });
});

describe('404 and 405', () => {
  test.each(['/', '/open', '/open/', '/open/x/', '/OPEN/x', '/thing/'])('%s answers 404', async (path) => {
    const reply = await http.api(path);
    expect([path, reply.status, code(reply.body)]).toEqual([path, 404, 'not_found']);
  });

  test.each([
    ['POST', '/open/x', 'GET, HEAD'],
    ['GET', '/thing', 'POST'],
    ['PURGE', '/thing', 'POST'],
    ['OPTIONS', '/thing', 'POST'],
    ['GET', '/api/baas/sample/data', 'POST'],
    ['PUT', '/api/cloud/projects/sample/thing', 'DELETE'],
  ])('%s %s is 405 and Allow names %s', async (method, path, allow) => {
    const reply = await http.api(path, { method });
    expect([reply.status, code(reply.body), reply.headers.get('allow')]).toEqual([405, 'method_not_allowed', allow]);
  });

  test('a failure before the first chunk of a stream gives an ordinary error answer', async () => {
    const reply = await http.api('/stream/early');
    expect([reply.status, code(reply.body)]).toEqual([404, 'table_not_found']);
  });

  test('a failure within a stream resets the connection, so that clients cannot mistake it for the end', async () => {
    await expect(http.api('/stream/late')).rejects.toThrow();
  });
});

describe('413 and 415', () => {
  test('2 MiB are accepted, and one byte more is 413, with or without a declared length', async () => {
    const most = JSON.stringify('x'.repeat(2 * 1024 * 1024 - 2));
    const headers = { 'content-type': 'application/json' };
    expect((await http.api('/any', { body: most, headers })).status).toBe(200);
    const reply = await http.api('/any', { body: `${most} `, headers });
    expect([reply.status, code(reply.body)]).toEqual([413, 'payload_too_large']);
  });

  test.each([
    { 'content-type': 'text/plain' },
    { 'content-type': 'application/json; charset=latin1' },
    { 'content-type': 'application/jsonx' },
    { 'content-type': 'multipart/form-data; boundary=x' },
    { 'content-type': ';;;' },
    { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    { 'content-type': 'application/json', 'content-encoding': 'br' },
  ])('%j is 415', async (headers) => {
    const reply = await http.api('/any', { body: '{}', headers });
    expect([reply.status, code(reply.body)]).toEqual([415, 'unsupported_media_type']);
  });
});
