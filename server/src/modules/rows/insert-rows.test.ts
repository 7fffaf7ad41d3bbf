import { randomBytes } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Answer, createTestClock, ENGINES, openTable } from '../../../test/index.ts';

const USER = '0190a000-0000-7000-8000-00000000000a';
const MISSING = '0190b000-0000-7000-8000-000000000000';

describe.each(ENGINES)('inserts on %s', (engine) => {
  const clock = createTestClock();
  const people = { name: 'people', columns: [{ name: 'name', type: 'text' }], rules: { read: 'public' } };
  const { project } = openTable(engine, people, { clock });
  beforeAll(async () => {
    await project.createTable({
      name: 'orders',
      rules: { read: 'public', create: 'public' },
      columns: [
        { name: 'title', type: 'text', required: true },
        { name: 'email', type: 'text', unique: true },
        { name: 'state', type: 'text', enum: ['new', 'paid'], default: 'new' },
        { name: 'amount', type: 'integer' },
        { name: 'ratio', type: 'number' },
        { name: 'open', type: 'boolean', default: true },
        { name: 'due', type: 'date' },
        { name: 'paid_at', type: 'timestamp' },
        { name: 'extra', type: 'json' },
        { name: 'person', type: 'reference', table: 'people' },
        { name: 'other', type: 'reference', table: 'people', on_delete: 'set_null' },
        { name: 'checked', type: 'boolean', read_only: true },
        { name: 'margin', type: 'number', hidden: true },
      ],
    });
  });
  beforeEach(() => project.secretApi('/data/orders?all=true', { method: 'DELETE' }));

  const insert = (json: unknown, search = '') => project.api<Answer>(`/data/orders${search}`, { json });
  const count = async () => (await project.secretApi<Answer>('/data/orders?limit=0')).body.count;

  it('name the row of an array that cannot be stored, and write none', async () => {
    await insert({ title: 'taken', email: 'taken' });
    const rows = (at: number, wrong: object) =>
      Array.from({ length: 25 }, (_, index) => ({ title: `${index}`, email: `${index}`, ...(index === at && wrong) }));
    const taken = await insert(rows(13, { email: 'taken' }));
    expect([taken.status, taken.body.details]).toEqual([409, { index: 13, fields: { email: 'is taken' } }]);
    const twice = await insert(rows(18, { email: '11' }), '?return=minimal');
    expect([twice.status, twice.body.details]).toEqual([409, { index: 18, fields: { email: 'is taken' } }]);
    const dangling = await insert(rows(21, { person: MISSING }));
    expect([dangling.status, dangling.body.details?.index]).toEqual([400, 21]);
    expect(await count()).toBe(1);
  });

  describe('by a secret key', () => {
    const insertAs = (json: unknown) => project.secretApi<Answer>('/data/orders', { json });

    describe('201', () => {
      it('may set server-set, read-only and hidden columns', async () => {
        const row = {
          id: MISSING,
          created_at: '2020-01-01T00:00:00.000Z',
          updated_at: '2020-01-02T00:00:00.000Z',
          owner_id: USER,
          title: 'a',
          checked: true,
          margin: 0.5,
        };
        const { status, body } = await insertAs(row);
        expect([status, body.error]).toEqual([201, undefined]);
        expect(body.data).toMatchObject(row);
      });
    });

    it('gets 400 for an id that is not a UUID and 409 for one that is taken', async () => {
      for (const id of ['x', 1, null, '', `${MISSING}0`]) {
        const { status, body } = await insertAs({ title: 'a', id });
        expect([id, status, body.code]).toEqual([id, 400, 'validation_failed']);
      }
      await insertAs({ title: 'a', id: MISSING });
      const { status, body } = await insertAs({ title: 'a', id: MISSING.toUpperCase() });
      expect([status, body.code, body.details?.fields]).toEqual([409, 'duplicate', { id: 'is taken' }]);
      expect(await count()).toBe(1);
    });
  });

  describe('201', () => {
    it('answers 201 with the whole row: sent values, defaults, nulls and server-set columns', async () => {
      const { status, text, body } = await insert({ title: 'Chair' });
      expect(status).toBe(201);
      const { id } = body.data;
      const now = new Date(clock.now()).toISOString();
      expect(text).toBe(
        `{"data":{"id":"${id}","created_at":"${now}","updated_at":"${now}","owner_id":null,"title":"Chair","email":null,"state":"new","amount":null,"ratio":null,"open":true,"due":null,"paid_at":null,"extra":null,"person":null,"other":null,"checked":null},"count":1}`,
      );
      expect((await project.api(`/data/orders/${id}`)).text).toBe(text);
    });

    it('keeps every value exactly', async () => {
      const row = {
        title: 'quotes " \' \\ \u2028 \u{1f600}',
        amount: -9007199254740991,
        ratio: 0.1,
        open: false,
        due: '0001-01-01',
        paid_at: '9999-12-31T23:59:59.999Z',
        extra: { a: [1, 'x', null, { b: 1.5 }], ä: '' },
      };
      const { status, body } = await insert(row);
      expect([status, body.error]).toEqual([201, undefined]);
      expect(body.data).toMatchObject(row);
    });

    it('answers 201 to an array with an array in the same order, even for one row', async () => {
      const many = await insert([{ title: 'a' }, { title: 'b' }, { title: 'c' }]);
      expect([many.status, many.body.count]).toEqual([201, 3]);
      expect(Array.from({ length: 3 }, (_, index) => many.body.data[index]?.['title'])).toEqual(['a', 'b', 'c']);
      const one = await insert([{ title: 'a' }]);
      expect([one.status, Array.isArray(one.body.data), one.body.count]).toEqual([201, true, 1]);
    });

    it('answers with the count alone when the caller asks for it', async () => {
      expect((await insert({ title: 'a' }, '?return=minimal')).text).toBe('{"count":1}');
      expect((await insert([{ title: 'a' }, { title: 'b' }], '?return=minimal')).text).toBe('{"count":2}');
    });

    it('names the signed-in user as the owner', async () => {
      const { body } = await project.api<Answer>('/data/orders', { json: { title: 'a' }, user: { id: USER } });
      expect(body.data['owner_id']).toBe(USER);
    });

    it('answers with the count alone when the caller may not read the new row', async () => {
      await project.createTable({
        name: 'inbox',
        columns: [{ name: 'seen', type: 'boolean' }],
        rules: { read: { level: 'public', where: 'seen:is:true' }, create: 'public' },
      });
      const send = (json: unknown) => project.api<Answer>('/data/inbox', { json });
      expect((await send({ seen: false })).text).toBe('{"count":1}');
      expect((await send({ seen: true })).body.data['seen']).toBe(true);
      expect((await send([{ seen: true }, { seen: false }])).text).toBe('{"count":2}');
    });
  });

  describe('400', () => {
    it('accepts up to 100 rows, and answers 400 for none or more', async () => {
      const rows = (length: number) => Array.from({ length }, (_, index) => ({ title: `row ${index}` }));
      expect((await insert(rows(100))).body.count).toBe(100);
      expect((await insert(rows(101))).body.code).toBe('batch_too_large');
      expect((await insert([])).body.code).toBe('validation_failed');
      expect(await count()).toBe(100);
    });

    it.each([
      [{ title: 'a', nothing: 1 }, 'unknown_column', ['nothing']],
      [{ title: 'a', margin: 1 }, 'unknown_column', ['margin']],
      [JSON.parse('{"title":"a","__proto__":{"x":1}}'), 'unknown_column', ['__proto__']],
      [{ title: 'a', constructor: 1, toString: 1 }, 'unknown_column', ['constructor', 'toString']],
      [{ title: 'a', id: MISSING }, 'read_only_column', ['id']],
      [{ title: 'a', owner_id: null }, 'read_only_column', ['owner_id']],
      [{ title: 'a', created_at: null, updated_at: null }, 'read_only_column', ['created_at', 'updated_at']],
      [{ title: 'a', checked: true }, 'read_only_column', ['checked']],
      [{}, 'validation_failed', ['title']],
      [{ title: null }, 'validation_failed', ['title']],
      [{ title: 1 }, 'validation_failed', ['title']],
      [{ title: 'a\u0000' }, 'validation_failed', ['title']],
      [{ title: 'a', state: 'lost' }, 'validation_failed', ['state']],
      [{ title: 'a', amount: 1.5 }, 'validation_failed', ['amount']],
      [{ title: 'a', amount: '1' }, 'validation_failed', ['amount']],
      [{ title: 'a', amount: 9007199254740992 }, 'validation_failed', ['amount']],
      [{ title: 'a', ratio: '1' }, 'validation_failed', ['ratio']],
      [{ title: 'a', open: 1 }, 'validation_failed', ['open']],
      [{ title: 'a', due: '2026-02-30' }, 'validation_failed', ['due']],
      [{ title: 'a', paid_at: '2026-01-01T00:00:00' }, 'validation_failed', ['paid_at']],
      [{ title: 'a', person: 'x' }, 'validation_failed', ['person']],
      [{ amount: 'x', open: 'y', due: 1 }, 'validation_failed', ['amount', 'due', 'open', 'title']],
      [{ amount: 'x', nothing: 1, id: 1 }, 'unknown_column', ['amount', 'id', 'nothing', 'title']],
      [{ amount: 'x', id: 1 }, 'read_only_column', ['amount', 'id', 'title']],
      [[{ title: 'a' }, { amount: 'x' }], 'validation_failed', ['1.amount', '1.title']],
      [[{ title: 'a' }, null], 'validation_failed', ['1.body']],
      ['text', 'validation_failed', ['body']],
      [null, 'validation_failed', ['body']],
      [7, 'validation_failed', ['body']],
    ])('answers 400 to %j with %s and every field, and stores nothing', async (json, code, fields) => {
      const { status, body } = await insert(json);
      expect([status, body.code]).toEqual([400, code]);
      expect(Object.keys(body.details?.fields ?? {}).sort()).toEqual(fields);
      expect(await count()).toBe(0);
    });

    it('answers 400 naming the references to missing rows', async () => {
      const { body: made } = await project.secretApi<Answer>('/data/people', { json: { name: 'Ann' } });
      const person = made.data['id'];
      expect((await insert({ title: 'a', person, other: person })).status).toBe(201);
      for (const [row, fields] of [
        [{ title: 'a', person: MISSING }, ['person']],
        [{ title: 'a', person, other: MISSING }, ['other']],
        [{ title: 'a', person: MISSING, other: MISSING }, ['other', 'person']],
      ] as const) {
        const { status, body } = await insert(row);
        expect([status, body.code, Object.keys(body.details?.fields ?? {}).sort()]).toEqual([
          400,
          'validation_failed',
          fields,
        ]);
      }
      expect(await count()).toBe(1);
    });

    it('accepts the longest text that every engine can index, and answers 400 for a longer one', async () => {
      // Random text, which no engine can compress.
      const email = randomBytes(1_875).toString('base64');
      expect((await insert({ title: 'a', email })).status).toBe(201);
      expect((await insert({ title: 'b', email })).status).toBe(409);
      const { status, body } = await insert({ title: 'c', email: `${email}x` });
      expect([status, body.code, Object.keys(body.details?.fields ?? {})]).toEqual([
        400,
        'validation_failed',
        ['email'],
      ]);
    });

    it.each(['?limit=1', '?filter=title:eq:a', '?return=all', '?return='])(
      'answers 400 to the parameter %s',
      async (search) => {
        expect((await insert({ title: 'a' }, search)).status).toBe(400);
        expect(await count()).toBe(0);
      },
    );

    it('does not name a hidden required column to a caller who cannot see it', async () => {
      await project.createTable({
        name: 'guarded',
        columns: [{ name: 'code_word', type: 'text', required: true, hidden: true }],
        rules: { create: 'public' },
      });
      const { status, text } = await project.api('/data/guarded', { json: {} });
      expect([status, text.includes('code_word')]).toEqual([400, false]);
    });
  });

  describe('409', () => {
    it('stores all rows of an array or none', async () => {
      await insert({ title: 'taken', email: 'b' });
      const { status, body } = await insert([
        { title: 'a', email: 'a' },
        { title: 'b', email: 'b' },
      ]);
      expect([status, body.code, body.details?.fields]).toEqual([409, 'duplicate', { email: 'is taken' }]);
      expect(await count()).toBe(1);
    });

    it('answers 409 naming the unique column, unless it is null', async () => {
      await insert({ title: 'a', email: 'x' });
      const { status, body } = await insert({ title: 'b', email: 'x' });
      expect([status, body.code, body.details]).toEqual([409, 'duplicate', { fields: { email: 'is taken' } }]);
      expect((await insert([{ title: 'c' }, { title: 'd', email: null }])).status).toBe(201);
    });

    it('names the first unique index that a row violates, in table order, on every write path', async () => {
      await project.createTable({
        name: 'rooms',
        columns: [
          { name: 'code', type: 'text', unique: true },
          { name: 'floor', type: 'integer' },
          { name: 'door', type: 'integer' },
        ],
        indexes: [{ columns: ['floor', 'door'], unique: true }],
        rules: { read: 'public', create: 'public', update: 'public' },
      });
      const json = { add_columns: [{ name: 'phone', type: 'text', unique: true }] };
      expect((await project.cloudApi('/tables/rooms', { method: 'PATCH', json })).status).toBe(200);
      const send = (path: string, init: object) => project.secretApi<Answer>(`/data/rooms${path}`, init);
      const one = { code: 'a', floor: 1, door: 1, phone: '1' };
      const two = { code: 'b', floor: 2, door: 2, phone: '2' };
      const { id } = (await send('', { json: one })).body.data;
      await send('', { json: two });
      const asked: readonly (readonly [fields: readonly string[], path: string, init: object])[] = [
        [['id'], '', { json: { ...one, id } }],
        [['code'], '', { json: one }],
        [['phone'], '', { json: { ...one, code: 'new' } }],
        [['floor', 'door'], '', { json: { ...one, code: 'new', phone: null } }],
        [
          ['code'],
          '',
          {
            json: [
              { code: 'c', phone: '3' },
              { code: 'c', phone: '3' },
            ],
          },
        ],
        [['phone'], '?on_conflict=code', { json: { ...one, code: 'b' } }],
        [['code'], `/${id}`, { method: 'PATCH', json: two }],
        [['phone'], '?filter=code:eq:a', { method: 'PATCH', json: { ...two, code: 'a' } }],
      ];
      for (const [fields, path, init] of asked) {
        const { status, body } = await send(path, init);
        expect([status, Object.keys(body.details?.fields ?? {}), path, init]).toEqual([409, fields, path, init]);
      }
      const items = [{ op: 'update', id, data: two }];
      const batch = await send('/batch', { json: { items } });
      expect(batch.body.details).toMatchObject({ index: 0, code: 'duplicate', fields: { code: 'is taken' } });
    });
  });
});
