import { beforeAll, describe, expect, test } from 'vitest';
import { column, textAt } from './harness/api-client.ts';
import { createTable, onEachEngine } from './harness/each-engine.ts';

const OPEN = { read: 'public', create: 'public', update: 'public', delete: 'public' };
const MISSING = '0199aaaa-bbbb-7ccc-8ddd-eeeeeeeeeeee';
const PEOPLE = {
  name: 'people',
  columns: [
    { name: 'name', type: 'text', required: true },
    { name: 'email', type: 'text', unique: true },
    { name: 'age', type: 'integer' },
    { name: 'score', type: 'number' },
    { name: 'active', type: 'boolean', default: true },
    { name: 'born', type: 'date' },
    { name: 'seen', type: 'timestamp' },
    { name: 'tags', type: 'json' },
    { name: 'friend', type: 'reference', table: 'people', on_delete: 'restrict' },
    { name: 'secret_note', type: 'text', hidden: true },
    { name: 'level', type: 'integer', read_only: true, default: 1 },
  ],
  rules: OPEN,
};
const ROWS = [
  {
    name: 'Ann',
    email: 'ann@example.com',
    age: 30,
    score: 1.5,
    born: '1990-02-28',
    seen: '2026-01-05T10:00:00Z',
    tags: ['red', 'blue'],
  },
  {
    name: 'Bob',
    email: 'bob@example.com',
    age: 40,
    score: -2,
    born: '1980-12-01',
    seen: '2026-01-05T12:00:00.123456+02:00',
    tags: { a: 1 },
  },
  { name: 'ÇELIK, Ö', email: 'celik@example.com', age: null, score: null, active: false, tags: null },
  { name: 'çelik*', email: 'star@example.com', age: 20, score: 1e300 },
];

// Rows as contract §2 describes them.
onEachEngine((scene) => {
  beforeAll(async () => {
    await createTable(scene(), PEOPLE);
    const made = await scene().anyone.post('/data/people', ROWS);
    expect(made.status, made.text).toBe(201);
  });
  const names = async (query: string): Promise<unknown[]> =>
    column(await scene().anyone.get(`/data/people?${query}`), 'name');
  const filtered = (filter: string): Promise<unknown[]> => names(`order=email&filter=${encodeURIComponent(filter)}`);

  describe('a filter', () => {
    const [ann, bob, upper, star] = ROWS.map(({ name }) => name);
    test.each<[string, (string | undefined)[]]>([
      ['name:eq:Ann', [ann]],
      ['name:neq:Ann', [bob, upper, star]],
      ['age:neq:30', [bob, upper, star]],
      ['age:gt:30', [bob]],
      ['age:gte:30', [ann, bob]],
      ['age:lt:30', [star]],
      ['age:lte:30', [ann, star]],
      ['age:in:(30,20)', [ann, star]],
      ['age:nin:(30,20)', [bob, upper]],
      ['age:between:(20,30)', [ann, star]],
      ['name:like:A*', [ann]],
      ['name:like:a*', []],
      ['name:ilike:*ELIK*', [upper, star]],
      ['name:starts_with:B', [bob]],
      ['name:ends_with:*', [star]],
      ['name:contains:n', [ann]],
      ['tags:contains:red', [ann]],
      ['age:is:null', [upper]],
      ['age:is:not_null', [ann, bob, star]],
      ['active:is:false', [upper]],
      ['not(age:gt:30)', [ann, upper, star]],
      ['or(age:eq:30,and(age:lt:30,score:gt:0))', [ann, star]],
      ['name:eq:"ÇELIK, Ö"', [upper]],
      ['seen:eq:2026-01-05T10:00:00.123Z', [bob]],
      ['born:lt:1985-01-01', [bob]],
      ['{"age":{"gte":30,"lt":40}}', [ann]],
      ['{"age":{"gte":"30","lt":"40"}}', [ann]],
      ['{"not":[{"age":{"gt":20}},{"active":true}]}', [upper, star]],
      ['{"age":null}', [upper]],
      ['{"or":[{"name":"Ann"},{"age":{"is":null}}]}', [ann, upper]],
      ['{"tags":{"contains":"blue"}}', [ann]],
    ])('%s matches exactly the rows that it describes', async (filter, expected) => {
      const order = [ann, bob, upper, star];
      expect(await filtered(filter)).toEqual(order.filter((name) => expected.includes(name)));
    });

    test('that is repeated means AND', async () => {
      expect(await names('filter=age:gte:20&filter=age:lte:30&order=age')).toEqual([star, ann]);
    });

    test.each([
      'id:in:()',
      'or()',
      '{}',
      '',
      'age:like:3*',
      'name:is:true',
      'tags:eq:red',
      'age:gt:',
      'name:eq:(x',
      '{"age":"thirty"}',
      '{"age":{"near":1}}',
    ])('"%s" is 400', async (filter) => {
      const answer = await scene().anyone.get(`/data/people?filter=${encodeURIComponent(filter)}`);
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({ code: 'invalid_filter' });
    });

    test('may nest eight groups and have 50 terms, and no more', async () => {
      const nested = (depth: number): string => `${'not('.repeat(depth)}age:eq:30${')'.repeat(depth)}`;
      expect(await filtered(nested(8))).toEqual([ann]);
      expect((await scene().anyone.get(`/data/people?filter=${nested(9)}`)).status).toBe(400);
      const terms = (count: number): string => `or(${Array(count).fill('age:eq:30').join(',')})`;
      expect(await filtered(terms(50))).toEqual([ann]);
      expect((await scene().anyone.get(`/data/people?filter=${terms(50)}&filter=age:eq:30`)).status).toBe(400);
    });
  });

  test('order puts null below every value in both directions, and compares text by code point', async () => {
    expect((await names('order=age'))[0]).toBe('ÇELIK, Ö');
    expect((await names('order=age:desc')).at(-1)).toBe('ÇELIK, Ö');
    expect(await names('order=name')).toEqual(['Ann', 'Bob', 'ÇELIK, Ö', 'çelik*']);
    expect(await names('')).toEqual(ROWS.map(({ name }) => name));
  });

  test('limit and offset select a window; the count stays exact; count=none omits it', async () => {
    const page = await scene().anyone.get('/data/people?order=name&limit=1&offset=1&select=name');
    expect(page.body).toEqual({ data: [{ name: 'Bob' }], count: 4 });
    expect((await scene().anyone.get('/data/people?limit=0')).body).toEqual({ data: [], count: 4 });
    const uncounted = await scene().anyone.get('/data/people?limit=1&count=none&select=name');
    expect(uncounted.body).toEqual({ data: [{ name: 'Ann' }] });
  });

  test('a row keeps every type exactly, times in UTC with milliseconds', async () => {
    const found = await scene().anyone.get('/data/people?filter=name:eq:Bob');
    expect(found.body).toMatchObject({
      data: [
        { seen: '2026-01-05T10:00:00.123Z', born: '1980-12-01', tags: { a: 1 }, score: -2, active: true, level: 1 },
      ],
    });
    const big = await scene().anyone.get('/data/people?filter=email:eq:star@example.com&select=score,tags');
    expect(big.body).toEqual({ data: [{ score: 1e300, tags: null }], count: 1 });
  });

  test('for others, a hidden column does not exist in any place', async () => {
    const { anyone, secret } = scene();
    expect((await anyone.get('/data/people?limit=1')).text).not.toContain('secret_note');
    expect((await secret.get('/data/people?limit=1')).text).toContain('secret_note');
    for (const answer of [
      await anyone.get('/data/people?select=secret_note'),
      await anyone.get('/data/people?filter=secret_note:is:null'),
      await anyone.get('/data/people?order=secret_note'),
      await anyone.get('/data/people/export?format=csv&select=secret_note'),
      await anyone.post('/data/people/aggregate', { op: 'min', field: 'secret_note' }),
      await anyone.post('/data/people', { name: 'X', secret_note: 'x' }),
    ]) {
      const asMissing = answer.text.replaceAll('secret_note', 'no_such');
      expect(answer.body, asMissing).toMatchObject({ code: 'unknown_column' });
    }
  });

  test('only secret keys can write a read-only column', async () => {
    const refused = await scene().anyone.post('/data/people', { name: 'X', level: 9 });
    expect(refused.body).toMatchObject({ code: 'read_only_column' });
    const made = await scene().secret.post('/data/people', {
      name: 'Imported',
      level: 9,
      id: MISSING.replace('aaaa', 'aaab'),
    });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ data: { level: 9, id: MISSING.replace('aaaa', 'aaab') } });
    const taken = await scene().secret.post('/data/people', { name: 'Y', id: MISSING.replace('aaaa', 'aaab') });
    expect(taken.body).toMatchObject({ code: 'duplicate' });
    expect((await scene().secret.delete('/data/people?filter=name:eq:Imported')).body).toMatchObject({ count: 1 });
  });

  test.each([
    [{ name: 'X', age: '30' }, 'validation_failed'],
    [{ name: 'X', age: 2 ** 53 }, 'validation_failed'],
    [{ name: 'X', age: 1.5 }, 'validation_failed'],
    [{ name: null }, 'validation_failed'],
    [{ name: 'nul\u0000' }, 'validation_failed'],
    [{ name: '\ud800' }, 'validation_failed'],
    [{ name: 'X', born: '2026-02-30' }, 'validation_failed'],
    [{ name: 'X', seen: '2026-01-05T10:00:00' }, 'validation_failed'],
    [{ name: 'X', friend: MISSING }, 'validation_failed'],
    [{ name: 'X', email: 'ann@example.com' }, 'duplicate'],
  ])('%j is refused and nothing is written', async (row, code) => {
    const answer = await scene().anyone.post('/data/people', [{ name: 'First of two' }, row]);
    expect(answer.body).toMatchObject({ code });
    expect(await filtered('name:eq:"First of two"')).toEqual([]);
  });

  test('on_conflict updates the sent columns and keeps the others', async () => {
    const { anyone } = scene();
    const made = await anyone.post('/data/people?on_conflict=email', { name: 'Eve', email: 'eve@example.com', age: 1 });
    expect(made.status).toBe(201);
    const again = await anyone.post('/data/people?on_conflict=email', { name: 'Eve II', email: 'eve@example.com' });
    expect(again.status).toBe(200);
    expect(again.body).toMatchObject({
      data: { id: textAt(made.body, 'data', 'id'), name: 'Eve II', age: 1 },
      count: 1,
    });
    expect((await anyone.delete('/data/people?filter=email:eq:eve@example.com')).status).toBe(200);
  });

  test('return=minimal returns only the count', async () => {
    const { anyone } = scene();
    const made = await anyone.post('/data/people?return=minimal', [{ name: 'M1' }, { name: 'M2' }]);
    expect([made.status, made.body]).toEqual([201, { count: 2 }]);
    const changed = await anyone.call('PATCH', '/data/people?filter=name:in:(M1,M2)&return=minimal', {
      body: { age: 5 },
    });
    expect([changed.status, changed.body]).toEqual([200, { count: 2 }]);
    const removed = await anyone.delete('/data/people?filter=name:in:(M1,M2)&return=minimal');
    expect([removed.status, removed.body]).toEqual([200, { count: 2 }]);
    expect((await anyone.delete('/data/people?filter=name:in:(M1,M2)')).body).toEqual({ data: [], count: 0 });
  });

  test('update and delete by filter return the rows, or only the count for more than 1,000; order and limit are refused', async () => {
    const { anyone, secret, cloud } = scene();
    expect(
      (
        await cloud.post('/projects/shop/tables', {
          name: 'bulk',
          columns: [{ name: 'n', type: 'integer' }],
          rules: OPEN,
        })
      ).status,
    ).toBe(201);
    for (let from = 0; from < 1_100; from += 100) {
      await secret.post(
        '/data/bulk?return=minimal',
        Array.from({ length: 100 }, (_, index) => ({ n: from + index })),
      );
    }
    const few = await anyone.call('PATCH', '/data/bulk?filter=n:lt:3', { body: { n: -1 } });
    expect(few.body).toMatchObject({ data: [{ n: -1 }, { n: -1 }, { n: -1 }], count: 3 });
    const many = await secret.call('PATCH', '/data/bulk?all=true', { body: { n: 7 } });
    expect([many.status, many.body]).toEqual([200, { count: 1_100 }]);
    expect((await anyone.call('PATCH', '/data/bulk?filter=n:eq:7&limit=1', { body: { n: 8 } })).status).toBe(400);
    expect((await anyone.delete('/data/bulk?all=true')).status).toBe(400);
    expect((await secret.delete('/data/bulk?all=true')).body).toEqual({ count: 1_100 });
    expect((await anyone.get('/data/bulk')).body).toEqual({ data: [], count: 0 });
  });

  test('by id: read, change, delete, then 404', async () => {
    const { anyone } = scene();
    const made = await anyone.post('/data/people', { name: 'Once' });
    const path = `/data/people/${textAt(made.body, 'data', 'id')}`;
    const changed = await anyone.patch(path, { age: 9 });
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({ data: { name: 'Once', age: 9 }, count: 1 });
    const removed = await anyone.delete(path);
    expect([removed.status, removed.body]).toEqual([200, changed.body]);
    for (const gone of [await anyone.get(path), await anyone.patch(path, { age: 1 }), await anyone.delete(path)]) {
      expect(gone.status).toBe(404);
    }
  });

  test('batch: later items see earlier ones; without atomic each item succeeds or fails alone', async () => {
    const { secret, anyone } = scene();
    const made = await secret.post('/data/people/batch', [{ name: 'B1', email: 'b@example.com' }]);
    const id = textAt(made.body, 'data', 0, 'id');
    const mixed = await anyone.post('/data/people/batch', {
      atomic: false,
      items: [
        { op: 'upsert', on: 'email', data: { name: 'B2', email: 'b@example.com' } },
        { op: 'insert', data: { name: 'B3', email: 'b@example.com' } },
        { op: 'update', id, data: { age: 77 } },
        { op: 'delete', id: MISSING },
        { op: 'delete', id },
      ],
    });
    expect(mixed.status).toBe(200);
    expect(mixed.body).toEqual({
      data: [
        expect.objectContaining({ id, name: 'B2' }),
        { error: expect.any(String), code: 'duplicate' },
        expect.objectContaining({ id, name: 'B2', age: 77 }),
        { error: expect.any(String), code: 'row_not_found' },
        expect.objectContaining({ id, age: 77 }),
      ],
      count: 3,
    });
  });

  test('aggregate: every operation, the empty set, date buckets', async () => {
    const { anyone } = scene();
    const all = await anyone.post('/data/people/aggregate', {
      aggregates: [
        { op: 'count' },
        { op: 'count', field: 'age', as: 'ages' },
        { op: 'count', field: 'active', distinct: true, as: 'states' },
        { op: 'sum', field: 'age' },
        { op: 'avg', field: 'age' },
        { op: 'min', field: 'name' },
        { op: 'max', field: 'seen' },
      ],
    });
    expect(all.body).toEqual({
      data: [
        {
          count: 4,
          ages: 3,
          states: 2,
          sum_age: 90,
          avg_age: 30,
          min_name: 'Ann',
          max_seen: '2026-01-05T10:00:00.123Z',
        },
      ],
      count: 1,
    });
    const none = await anyone.post('/data/people/aggregate', {
      aggregates: [{ op: 'count' }, { op: 'avg', field: 'age' }],
      filter: 'age:gt:1000',
    });
    expect(none.body).toEqual({ data: [{ count: 0, avg_age: null }], count: 1 });
    const weeks = await anyone.post('/data/people/aggregate', {
      op: 'count',
      group_by: ['seen:week'],
      filter: 'seen:is:not_null',
    });
    expect(weeks.body).toEqual({ data: [{ seen_week: '2026-01-05', count: 2 }], count: 1 });
  });

  test('export: CSV guards formulas and distinguishes null from empty text; JSON is a list with its count', async () => {
    const { cloud, secret, anyone } = scene();
    await cloud.post('/projects/shop/tables', {
      name: 'cells',
      columns: [
        { name: 'a', type: 'text' },
        { name: 'b', type: 'json' },
      ],
      rules: OPEN,
    });
    await secret.post('/data/cells', [{ a: '=1+1' }, { a: '' }, { a: null, b: [1, '"'] }, { a: 'x,"y"\nz' }]);
    const guarded = await anyone.get('/data/cells/export?format=csv&select=a,b');
    expect(guarded.text).toBe('a,b\r\n\'=1+1,\r\n"",\r\n,"[1,""\\""""]"\r\n"x,""y""\nz",\r\n');
    const raw = await anyone.get('/data/cells/export?format=csv&select=a&raw=true&filter=a:starts_with:%3D');
    expect(raw.text).toBe('a\r\n=1+1\r\n');
    const json = await anyone.get('/data/cells/export?format=json&select=a');
    expect(JSON.parse(json.text)).toEqual({
      data: [{ a: '=1+1' }, { a: '' }, { a: null }, { a: 'x,"y"\nz' }],
      count: 4,
    });
    expect(json.headers.get('content-disposition')).toMatch(/^attachment/);
  });

  test('a row that other rows reference cannot be deleted', async () => {
    const { anyone } = scene();
    const friend = textAt((await anyone.get('/data/people?filter=name:eq:Ann')).body, 'data', 0, 'id');
    const made = await anyone.post('/data/people', { name: 'Pointing', friend });
    expect(made.status).toBe(201);
    const refused = await anyone.delete(`/data/people/${friend}`);
    expect([refused.status, refused.body]).toMatchObject([409, { code: 'in_use' }]);
    await anyone.delete(`/data/people/${textAt(made.body, 'data', 'id')}`);
  });

  test('of 64 clients with one unique value, one succeeds; 64 clients on one row leave a change of one of them', async () => {
    const { anyone } = scene();
    const race = Array.from({ length: 64 }, (_, age) =>
      anyone.post('/data/people', { name: 'Race', email: 'race@example.com', age }),
    );
    const statuses = (await Promise.all(race)).map(({ status }) => status).toSorted();
    expect(statuses).toEqual([201, ...Array(63).fill(409)]);
    const id = textAt((await anyone.get('/data/people?filter=name:eq:Race')).body, 'data', 0, 'id');
    const changes = await Promise.all(
      Array.from({ length: 64 }, (_, age) => anyone.patch(`/data/people/${id}`, { age })),
    );
    expect(changes.map(({ status }) => status)).toEqual(Array(64).fill(200));
    await anyone.delete(`/data/people/${id}`);
    expect((await anyone.get('/data/people?limit=0')).body).toEqual({ data: [], count: 4 });
  });
});
