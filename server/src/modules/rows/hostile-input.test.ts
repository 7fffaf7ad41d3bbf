import { beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type ApiInit, ENGINES, openTable } from '../../../test/index.ts';

const ANSWER_MS = 200;
const STUCK_MS = 5000;
const TRIES = 3;

type Attempt = readonly [name: string, path: string, init?: ApiInit];

const raw = (body: string): ApiInit => ({
  method: 'POST',
  body,
  headers: { 'content-type': 'application/json' },
});
const nested = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth);
const filter = (text: string) => `/data/things?filter=${encodeURIComponent(text)}`;
const groups = (depth: number) => `${'not('.repeat(depth)}title:eq:a${')'.repeat(depth)}`;

const SEARCHES: readonly Attempt[] = [
  ['nine groups inside one another', filter(groups(9))],
  ['a thousand groups', filter(groups(1000))],
  ['open brackets only', filter('and('.repeat(5000))],
  ['closed brackets only', filter(')'.repeat(20_000))],
  ['51 terms', filter(Array(51).fill('title:eq:a').join(','))],
  ['51 terms over many parameters', `/data/things?${Array(51).fill('filter=title:eq:a').join('&')}`],
  ['501 values', filter(`title:in:(${Array(501).fill('a').join(',')})`)],
  ['an open quote', filter(`title:eq:"${'a'.repeat(30_000)}`)],
  ['backslashes', filter(`title:eq:"${'\\'.repeat(30_001)}`)],
  ['commas', filter(','.repeat(20_000))],
  ['colons', filter(':'.repeat(20_000))],
  ['NUL', filter('title:eq:a\u0000b')],
  ['NUL in a list', filter('title:in:(a,\u0000)')],
  ['NUL in a pattern', filter('title:ilike:*\u0000*')],
  ['a lone surrogate in JSON', filter('{"title":"\\ud800"}')],
  ['a NUL in JSON', filter('{"title":"\\u0000"}')],
  ['deep JSON', filter(nested(5000, '{"not":', '}'))],
  ['deep arrays', filter(`{"title":{"in":${nested(5000, '[', ']')}}}`)],
  ['JSON with __proto__', filter('{"__proto__":{"eq":1}}')],
  ['JSON with constructor', filter('{"constructor":{"prototype":1}}')],
  ['an operator called __proto__', filter('title:__proto__:x')],
  ['a column called __proto__', filter('__proto__:eq:x')],
  ['a column called constructor', filter('constructor:eq:x')],
  ['an integer out of range', filter('n:eq:9007199254740992')],
  ['an endless integer', filter(`n:eq:${'9'.repeat(30_000)}`)],
  ['an invalid number', filter('x:gt:NaN')],
  ['infinity', filter('x:gt:Infinity')],
  ['1e999', filter('x:gt:1e999')],
  ['a time out of range', filter('at:gt:10000-01-01T00:00:00Z')],
  ['a year of six digits', filter('at:gt:+275760-09-13T00:00:00Z')],
  ['an invalid day', filter('day:eq:2025-02-29')],
  ['SQL', filter("title:eq:a' OR 1=1 --:x,n")],
  ['a limit of 1e9', '/data/things?limit=1000000000'],
  ['a limit of many digits', `/data/things?limit=${'1'.repeat(30_000)}`],
  ['a negative offset', '/data/things?offset=-1'],
  ['an offset beyond 2^53', '/data/things?offset=9007199254740993'],
  ['repeated parameters', `/data/things?${Array(5000).fill('limit=1').join('&')}`],
  ['thousands of parameters', `/data/things?${Array.from({ length: 5000 }, (_, n) => `p${n}=1`).join('&')}`],
  ['broken percent signs', '/data/things?filter=%'],
  ['overlong UTF-8', '/data/things?filter=title:eq:%c0%ae'],
  ['a column in order thousands of times', `/data/things?order=${Array(8000).fill('title').join(',')}`],
  ['thousands of selected columns', `/data/things?select=${Array.from({ length: 8000 }, (_, n) => `c${n}`).join(',')}`],
  ['an order by SQL', '/data/things?order=title;drop%20table%20things'],
  ['SQL as an id', "/data/things/1'%20or%20'1'='1"],
  ['a long id', `/data/things/${'a'.repeat(3000)}`],
  ['a long table name', `/data/${'a'.repeat(3000)}`],
  ['a long address', `/data/things?filter=${'a'.repeat(70_000)}`],
];

const BODIES: readonly Attempt[] = [
  ['invalid JSON', '/data/things', raw('{')],
  ['no body', '/data/things', raw('')],
  ['deep objects', '/data/things', raw(nested(50_000, '{"a":', '}'))],
  ['deep arrays', '/data/things', raw(nested(500_000, '[', ']'))],
  ['a deep value', '/data/things', raw(`{"data":${nested(100, '[', ']')}}`)],
  ['more than 2 MiB', '/data/things', raw(`{"title":"${'a'.repeat(2 * 1024 * 1024)}"}`)],
  ['a hundred thousand unknown columns', '/data/things', raw(manyKeys(100_000))],
  ['__proto__', '/data/things', raw('{"__proto__":{"title":"a"}}')],
  ['constructor', '/data/things', raw('{"constructor":{"prototype":{}}}')],
  ['NUL in text', '/data/things', raw('{"title":"a\\u0000"}')],
  ['NUL in JSON', '/data/things', raw('{"data":{"a":["\\u0000"]}}')],
  ['NUL in a key of JSON', '/data/things', raw('{"data":{"\\u0000":1}}')],
  ['a lone surrogate', '/data/things', raw('{"title":"\\udfff"}')],
  ['a lone surrogate in JSON', '/data/things', raw('{"data":"\\ud83d"}')],
  ['an integer beyond 2^53', '/data/things', raw('{"n":9007199254740993}')],
  ['1e400', '/data/things', raw('{"x":1e400}')],
  ['-0 as an id', '/data/things', raw('{"id":-0}')],
  ['101 rows', '/data/things', raw(JSON.stringify(Array(101).fill({})))],
  ['a million numbers', '/data/things', raw(`[${Array(900_000).fill('1').join(',')}]`)],
  ['a batch of nested arrays', '/data/things/batch', raw(`[${nested(60, '[', ']')}]`)],
  ['101 items', '/data/things/batch', raw(JSON.stringify(Array(101).fill({ op: 'delete', id: 'x' })))],
  ['an invalid aggregate', '/data/things/aggregate', raw('{"op":{"toString":1}}')],
  [
    'an aggregate with a deep filter',
    '/data/things/aggregate',
    raw(`{"op":"count","filter":${nested(60, '{"not":', '}')}}`),
  ],
  [
    'an aggregate with many groups',
    '/data/things/aggregate',
    raw(`{"op":"count","group_by":${JSON.stringify(Array(9999).fill('n'))}}`),
  ],
  ['an array as a patch', '/data/things?filter=n:eq:1', { ...raw('[]'), method: 'PATCH' }],
  [
    'another content type',
    '/data/things',
    { ...raw('title=a'), headers: { 'content-type': 'application/x-www-form-urlencoded' } },
  ],
  [
    'another charset',
    '/data/things',
    { ...raw('{}'), headers: { 'content-type': 'application/json; charset=utf-16' } },
  ],
  ['invalid UTF-8', '/data/things', { ...raw(''), body: new Uint8Array([0x22, 0xff, 0xfe, 0x22]) }],
];

const ATTEMPTS = [...SEARCHES, ...BODIES].map(([name, path, init = {}]) => ({ name, path, init }));

function manyKeys(count: number): string {
  return `{${Array.from({ length: count }, (_, n) => `"key_${n}":1`).join(',')}}`;
}

/**
 * Wall time and processor time of one answer. On a busy machine the wall time includes the work of other processes, so
 * the processor time of this process, which runs client and server, may decide instead. It includes garbage collection and compilation
 * for earlier requests, so an answer that seems slow is measured again.
 */
async function measured<Reply extends object>(attempt: () => Promise<Reply>) {
  let last = await measuredOnce(attempt);
  for (let tries = 1; tries < TRIES && last.costMs >= ANSWER_MS; tries += 1) last = await measuredOnce(attempt);
  return last;
}

async function measuredOnce<Reply extends object>(attempt: () => Promise<Reply>) {
  const start = performance.now();
  const before = process.cpuUsage();
  const reply = await attempt();
  const { user, system } = process.cpuUsage(before);
  const tookMs = performance.now() - start;
  return { ...reply, tookMs, costMs: Math.min(tookMs, (user + system) / 1000) };
}

describe.each(ENGINES)('hostile input on %s', (engine) => {
  const { project } = openTable(engine, {
    name: 'things',
    rules: { read: 'public', create: 'public', update: 'public', delete: 'public' },
    columns: [
      { name: 'title', type: 'text' },
      { name: 'n', type: 'integer' },
      { name: 'x', type: 'number' },
      { name: 'at', type: 'timestamp' },
      { name: 'day', type: 'date' },
      { name: 'data', type: 'json' },
    ],
  });
  beforeAll(async () => {
    // Excludes the cost of first use (connections, compiled code) from the measurement.
    await project.api('/data/things?filter=title:eq:a');
    await project.api('/data/things', { json: { unknown: 1 } });
  });

  it.each(ATTEMPTS)('answers 4xx within 200 ms to $name', async ({ name, path, init }) => {
    const { status, body, text, tookMs, costMs } = await measured(() => project.api<Answer>(path, init));
    expect([name, status >= 400 && status < 500, text.slice(0, 200)]).toEqual([name, true, text.slice(0, 200)]);
    expect(typeof body.code).toBe('string');
    expect(text).not.toMatch(/sqlite|postgres|syntax error|SELECT |node_modules|\.ts:/i);
    expect(text.length).toBeLessThan(10_000);
    expect([name, costMs < ANSWER_MS, tookMs < STUCK_MS]).toEqual([name, true, true]);
    expect((await project.secretApi<Answer>('/data/things?limit=0')).body.count).toBe(0);
  });

  it('accepts input just within the limits', async () => {
    for (const path of [
      filter(groups(8)),
      filter(Array(50).fill('title:eq:a').join(',')),
      filter(`title:in:(${Array(500).fill('a').join(',')})`),
      filter('n:eq:9007199254740991'),
      '/data/things?limit=1000&offset=9007199254740991',
    ]) {
      const { status, text } = await project.api(path);
      expect([path.slice(0, 80), status, text]).toEqual([path.slice(0, 80), 200, '{"data":[],"count":0}']);
    }
  });

  it.each(['/keys/%00', '/members/a%00', '/backups/%00', '/functions/%00'])('finds nothing at %s', async (path) => {
    expect(await project.cloudApi(path, { method: 'DELETE' })).toMatchObject({
      status: 404,
      body: { code: 'not_found', error: 'There is nothing at this address.' },
    });
  });

  it.each(['/users?search=%00', '/audit?actor=%00', '/logs?path=%00', '/webhooks?search=a%00', '/runs?search=%00'])(
    'refuses NUL in %s, and does not list everything',
    async (path) => {
      expect(await project.cloudApi(path)).toMatchObject({
        status: 400,
        body: { code: 'validation_failed', error: expect.stringMatching(/ must not contain NUL\.$/) },
      });
    },
  );

  it('stores JSON keys that look dangerous, such as __proto__, as data', async () => {
    const body = '{"data":{"__proto__":{"polluted":1},"constructor":2}}';
    const made = await project.api<{ data: { id: string } }>('/data/things', raw(body));
    expect(made.text).toContain('"data":{"__proto__":{"polluted":1},"constructor":2}');
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
    await project.secretApi('/data/things?all=true', { method: 'DELETE' });
  });
});
