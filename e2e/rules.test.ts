import { beforeAll, describe, expect, test } from 'vitest';
import { at, column, textAt } from './harness/api-client.ts';
import { createTable, onEachEngine } from './harness/each-engine.ts';

const OWNER = '0199aaaa-bbbb-7ccc-8ddd-eeeeeeeeeeee';
const LEVELS = ['public', 'authenticated', 'owner', 'role:admin', 'private'] as const;
const COLUMNS = [
  { name: 'title', type: 'text' },
  { name: 'status', type: 'text' },
];

/** How each level refuses a caller without a session: 401 if signing in could help, else 403. */
const REFUSAL: Record<string, [number, string] | undefined> = {
  public: undefined,
  authenticated: [401, 'not_authenticated'],
  owner: [401, 'not_authenticated'],
  'role:admin': [401, 'not_authenticated'],
  private: [403, 'forbidden'],
};

// Rules (contract §3) for the two kinds of callers without accounts: the public key and secret keys.
onEachEngine((scene) => {
  describe.each(LEVELS)('a table whose rules are all %s', (level) => {
    const table = `all_${level.replace(':', '_')}`;
    let id = '';
    beforeAll(async () => {
      const rules = { read: level, create: level, update: level, delete: level };
      await createTable(scene(), { name: table, columns: COLUMNS, rules });
      id = textAt(
        (await scene().secret.post(`/data/${table}`, { title: 'first', owner_id: OWNER })).body,
        'data',
        'id',
      );
    });

    const calls = (client: 'anyone' | 'secret'): Promise<{ status: number; body: unknown }[]> => {
      const api = scene()[client];
      return Promise.all([
        api.get(`/data/${table}`),
        api.get(`/data/${table}/${id}`),
        api.get(`/data/${table}/export?format=json`),
        api.post(`/data/${table}/aggregate`, { op: 'count' }),
        api.post(`/data/${table}`, { title: 'second' }),
        api.post(`/data/${table}/batch`, [{ title: 'third' }]),
        api.patch(`/data/${table}/${id}`, { title: 'changed' }),
        api.call('PATCH', `/data/${table}?filter=title:eq:nobody`, { body: { title: 'changed' } }),
        api.delete(`/data/${table}?filter=title:eq:nobody`),
      ]);
    };

    test('allows or refuses the public key on every path alike', async () => {
      const expected = REFUSAL[level];
      const answers = await calls('anyone');
      for (const answer of answers) {
        if (expected === undefined) expect(answer.status).toBeLessThan(300);
        else expect([answer.status, at(answer.body, 'code')]).toEqual(expected);
      }
      const count = (await scene().secret.get(`/data/${table}?limit=0`)).body;
      expect(count, 'what was stopped changed nothing').toEqual({ data: [], count: expected === undefined ? 3 : 1 });
    });

    test('allows a secret key', async () => {
      for (const answer of await calls('secret')) expect(answer.status).toBeLessThan(300);
    });
  });

  describe('a condition', () => {
    beforeAll(async () => {
      await createTable(scene(), {
        name: 'posts',
        columns: COLUMNS,
        rules: {
          read: { level: 'public', where: 'status:neq:hidden' },
          create: { level: 'public', where: 'status:in:(draft,open)' },
          update: { level: 'public', where: 'status:neq:locked' },
          delete: { level: 'public', where: 'status:eq:draft' },
        },
      });
      const rows = ['draft', 'open', 'locked', 'hidden'].map((status) => ({ title: status, status }));
      await scene().secret.post('/data/posts', rows);
    });
    const idOf = async (title: string): Promise<string> =>
      textAt((await scene().secret.get(`/data/posts?filter=title:eq:${title}`)).body, 'data', 0, 'id');

    test('hides rows from lists, counts, aggregates, exports and by id, for others only', async () => {
      const { anyone, secret } = scene();
      const list = await anyone.get('/data/posts?order=title');
      expect(column(list, 'title')).toEqual(['draft', 'locked', 'open']);
      expect(at(list.body, 'count')).toBe(3);
      expect((await anyone.post('/data/posts/aggregate', { op: 'count' })).body).toEqual({
        data: [{ count: 3 }],
        count: 1,
      });
      expect((await anyone.get('/data/posts/export?format=csv')).text).not.toContain('hidden');
      expect((await anyone.get(`/data/posts/${await idOf('hidden')}`)).body).toMatchObject({ code: 'row_not_found' });
      expect((await anyone.get('/data/posts?filter=status:eq:hidden')).body).toEqual({ data: [], count: 0 });
      expect(at((await secret.get('/data/posts')).body, 'count')).toBe(4);
    });

    test('on create is checked on the new row, and a failure refuses the whole request', async () => {
      const { anyone, secret } = scene();
      const refused = await anyone.post('/data/posts', [
        { title: 'new', status: 'open' },
        { title: 'new', status: 'locked' },
      ]);
      expect([refused.status, at(refused.body, 'code')]).toEqual([403, 'forbidden']);
      expect((await secret.get('/data/posts?filter=title:eq:new')).body).toEqual({ data: [], count: 0 });
    });

    test('on update is checked on both the old and the new row', async () => {
      const { anyone, secret } = scene();
      const old = await anyone.patch(`/data/posts/${await idOf('locked')}`, { title: 'x' });
      expect([old.status, at(old.body, 'code')]).toEqual([403, 'forbidden']);
      const made = await anyone.patch(`/data/posts/${await idOf('open')}`, { status: 'locked' });
      expect([made.status, at(made.body, 'code')]).toEqual([403, 'forbidden']);
      const unseen = await anyone.patch(`/data/posts/${await idOf('hidden')}`, { title: 'x' });
      expect(unseen.status).toBe(404);
      const many = await anyone.call('PATCH', '/data/posts?filter=title:in:(draft,locked,hidden)&return=minimal', {
        body: { title: 'touched' },
      });
      expect(many.body).toEqual({ count: 1 });
      await secret.call('PATCH', '/data/posts?filter=title:eq:touched', { body: { title: 'draft' } });
    });

    test('on delete limits the rows that a filter may remove', async () => {
      const { anyone, secret } = scene();
      expect((await anyone.delete(`/data/posts/${await idOf('open')}`)).status).toBe(403);
      expect((await anyone.delete(`/data/posts/${await idOf('hidden')}`)).status).toBe(404);
      expect((await anyone.delete('/data/posts?filter=title:is:not_null&return=minimal')).body).toEqual({ count: 1 });
      expect(column(await secret.get('/data/posts?order=title'), 'title')).toEqual(['hidden', 'locked', 'open']);
    });

    test('that needs a user refuses visitors, unless another term holds without a user', async () => {
      const where = 'or(status:eq:open,owner_id:eq:$user.id)';
      const rules = { read: { level: 'public', where }, create: 'private' };
      await createTable(scene(), { name: 'mine', columns: COLUMNS, rules });
      await scene().secret.post('/data/mine', [
        { title: 'a', owner_id: OWNER },
        { title: 'b', status: 'open' },
      ]);
      const open = await scene().anyone.get('/data/mine');
      expect([open.status, at(open.body, 'count'), at(open.body, 'data', 0, 'title')]).toEqual([200, 1, 'b']);
      expect(at((await scene().secret.get('/data/mine')).body, 'count')).toBe(2);
      const needy = { read: { level: 'public', where: 'and(status:eq:open,owner_id:eq:$user.id)' } };
      await scene().cloud.patch('/projects/shop/tables/mine', { rules: needy });
      const refused = await scene().anyone.get('/data/mine');
      expect([refused.status, at(refused.body, 'code')]).toEqual([401, 'not_authenticated']);
    });

    test('that names an unknown column is refused when the rules are set', async () => {
      const rules = { read: { level: 'public', where: 'nothing:eq:1' } };
      const answer = await scene().cloud.patch('/projects/shop/tables/posts', { rules });
      expect(answer.status).toBe(400);
    });
  });

  test('a caller who may write but not read gets only the count, also in a batch', async () => {
    await createTable(scene(), { name: 'letters', columns: COLUMNS, rules: { create: 'public' } });
    const { anyone } = scene();
    const made = await anyone.post('/data/letters', { title: 'unseen' });
    expect([made.status, made.body]).toEqual([201, { count: 1 }]);
    const batch = await anyone.post('/data/letters/batch', [{ title: 'a' }, { title: 'b' }]);
    expect([batch.status, batch.body]).toEqual([200, { data: [{ count: 1 }, { count: 1 }], count: 2 }]);
  });

  test('absent rules are private on POST and stay unchanged on PATCH; a change applies to the next request', async () => {
    const { anyone, cloud } = scene();
    await createTable(scene(), { name: 'defaults', columns: COLUMNS });
    expect((await anyone.get('/data/defaults')).status).toBe(403);
    expect((await cloud.patch('/projects/shop/tables/defaults', { rules: { read: 'public' } })).status).toBe(200);
    expect((await anyone.get('/data/defaults')).status).toBe(200);
    expect((await cloud.patch('/projects/shop/tables/defaults', { rules: { create: 'public' } })).status).toBe(200);
    expect((await anyone.get('/data/defaults')).status).toBe(200);
    expect((await anyone.post('/data/defaults', { title: 'a' })).status).toBe(201);
    expect((await cloud.patch('/projects/shop/tables/defaults', { rules: { read: 'private' } })).status).toBe(200);
    expect((await anyone.get('/data/defaults')).status).toBe(403);
  });
});
