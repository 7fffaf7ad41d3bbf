import { beforeAll, describe, expect, test } from 'vitest';
import { at, column, createApiClient, textAt } from './harness/api-client.ts';
import { createTable, onEachEngine } from './harness/each-engine.ts';
import { ADMIN_TOKEN } from './harness/service-process.ts';

const OPEN = { read: 'public', create: 'public', update: 'public', delete: 'public' };
const COLUMNS = [
  { name: 'title', type: 'text', required: true },
  { name: 'amount', type: 'integer' },
];

// The parts of the Cloud console API (contract §11) that tables and rows need.
onEachEngine((scene) => {
  test('every operation refuses callers without a token or with a project key', async () => {
    const { service, publicKey, secretKey } = scene();
    for (const key of [undefined, 'wrong', publicKey, secretKey, `${ADMIN_TOKEN}x`]) {
      const cloud = createApiClient(`${service.url}/api/cloud`, key);
      for (const path of [
        '/projects',
        '/projects/shop',
        '/projects/shop/tables',
        '/projects/shop/keys',
        '/projects/shop/audit',
      ]) {
        expect((await cloud.get(path)).status, `${path} with ${key}`).toBe(401);
      }
      expect((await cloud.post('/projects', { name: 'X' })).status).toBe(401);
    }
  });

  describe('projects', () => {
    test('are created with a chosen or a derived id, listed, renamed, and deleted with everything in them', async () => {
      const { cloud, service } = scene();
      const made = await cloud.post('/projects', { name: 'Garden Club' });
      expect(made.status).toBe(201);
      const project = at(made.body, 'data');
      expect(Object.keys(Object(project)).toSorted()).toEqual([
        'allowed_origins',
        'app_url',
        'base_url',
        'created_at',
        'id',
        'name',
        'plan',
        'public_key',
        'role',
        'settings',
      ]);
      const id = textAt(project, 'id');
      expect(id).toMatch(/^garden-club/);
      expect(textAt((await cloud.post('/projects', { name: 'Garden Club' })).body, 'data', 'id')).not.toBe(id);
      const taken = await cloud.post('/projects', { name: 'Other', id });
      expect([taken.status, at(taken.body, 'code')]).toEqual([409, 'duplicate']);
      expect(column(await cloud.get('/projects?limit=1000'), 'id')).toContain(id);
      const renamed = await cloud.patch(`/projects/${id}`, { name: 'Club', allowed_origins: ['https://club.example'] });
      expect(renamed.body).toMatchObject({ data: { id, name: 'Club', allowed_origins: ['https://club.example'] } });
      await cloud.post(`/projects/${id}/tables`, { name: 'plants', columns: COLUMNS, rules: OPEN });
      const anyone = createApiClient(`${service.url}/api/baas/${id}`, textAt(project, 'public_key'));
      expect((await anyone.post('/data/plants', { title: 'Rose' })).status).toBe(201);
      expect((await cloud.delete(`/projects/${id}`)).status).toBe(200);
      expect((await anyone.get('/data/plants')).body).toMatchObject({ code: 'project_not_found' });
      const anew = await cloud.post('/projects', { name: 'Club', id });
      expect(anew.status).toBe(201);
      expect((await cloud.get(`/projects/${id}/tables`)).body).toMatchObject({ data: [], count: 0 });
    });

    test.each(['Shop', 'a', '-shop', 'shop-', 'x'.repeat(41), 'a_b', 'a.b', '../x'])(
      'the id "%s" is refused',
      async (id) => {
        const answer = await scene().cloud.post('/projects', { name: 'X', id });
        expect([answer.status, at(answer.body, 'code')]).toEqual([400, 'validation_failed']);
      },
    );
  });

  describe('keys', () => {
    test('a secret key is shown once, works, and stops working when it is revoked or has expired', async () => {
      const { cloud, service } = scene();
      const made = await cloud.post('/projects/shop/keys', { name: 'short-lived' });
      const key = textAt(made.body, 'data', 'key');
      expect(key).toMatch(/^sk_/);
      expect((await cloud.get('/projects/shop/keys')).text).not.toContain(key);
      const client = createApiClient(`${service.url}/api/baas/shop`, key);
      await createTable(scene(), { name: 'safe', columns: COLUMNS });
      expect((await client.get('/data/safe')).status).toBe(200);
      expect((await cloud.delete(`/projects/shop/keys/${textAt(made.body, 'data', 'id')}`)).status).toBe(200);
      expect((await client.get('/data/safe')).body).toMatchObject({ code: 'invalid_key' });
      const soon = new Date(Date.now() + 1_000).toISOString();
      const brief = textAt(
        (await cloud.post('/projects/shop/keys', { name: 'brief', expires_at: soon })).body,
        'data',
        'key',
      );
      const briefly = createApiClient(`${service.url}/api/baas/shop`, brief);
      expect((await briefly.get('/data/safe')).status).toBe(200);
      await expect.poll(async () => (await briefly.get('/data/safe')).status, { timeout: 5_000 }).toBe(401);
    });

    test('a rotated public key replaces the old one at once', async () => {
      const { cloud, service } = scene();
      const project = await cloud.post('/projects', { name: 'Rotating', id: 'rotating' });
      await cloud.post('/projects/rotating/tables', { name: 'notes', columns: COLUMNS, rules: OPEN });
      const statusWith = async (key: string): Promise<number> =>
        (await createApiClient(`${service.url}/api/baas/rotating`, key).get('/data/notes')).status;
      const old = textAt(project.body, 'data', 'public_key');
      expect(await statusWith(old)).toBe(200);
      expect((await cloud.post('/projects/rotating/keys/rotate-public', {})).status).toBe(200);
      expect(await statusWith(old)).toBe(401);
      expect(await statusWith(textAt((await cloud.get('/projects/rotating')).body, 'data', 'public_key'))).toBe(200);
    });

    test('an admin token counts as a secret key of every project', async () => {
      const client = createApiClient(`${scene().service.url}/api/baas/shop`, ADMIN_TOKEN);
      expect((await client.get('/data/safe')).status).toBe(200);
    });
  });

  describe('tables', () => {
    beforeAll(async () => {
      await createTable(scene(), { name: 'orders', columns: COLUMNS, rules: OPEN });
      await scene().secret.post('/data/orders', [
        { title: 'a', amount: 1 },
        { title: 'b', amount: null },
      ]);
    });
    const alter = (change: object): ReturnType<ReturnType<typeof createApiClient>['patch']> =>
      scene().cloud.patch('/projects/shop/tables/orders', change);

    test('columns are added with their default, renamed, changed and dropped without losing a row', async () => {
      const { secret } = scene();
      const added = await alter({ add_columns: [{ name: 'state', type: 'text', required: true, default: 'new' }] });
      expect(added.status, added.text).toBe(200);
      expect(column(await secret.get('/data/orders'), 'state')).toEqual(['new', 'new']);
      const renamed = await alter({ change_columns: [{ name: 'state', rename: 'phase', indexed: true }] });
      expect(renamed.status, renamed.text).toBe(200);
      expect(column(await secret.get('/data/orders?filter=phase:eq:new'), 'title')).toEqual(['a', 'b']);
      expect((await secret.post('/data/orders', { title: 'c', phase: null })).status, 'still required').toBe(400);
      expect((await alter({ drop_columns: ['phase'] })).status).toBe(200);
      expect((await secret.get('/data/orders')).text).not.toContain('phase');
      expect(column(await secret.get('/data/orders?order=title'), 'amount')).toEqual([1, null]);
    });

    test('a change that fails in part changes nothing', async () => {
      const before = await scene().cloud.get('/projects/shop/tables/orders');
      for (const [change, status] of [
        [{ add_columns: [{ name: 'extra', type: 'text' }], change_columns: [{ name: 'amount', required: true }] }, 400],
        [
          {
            add_columns: [
              { name: 'extra', type: 'text' },
              { name: 'title', type: 'text' },
            ],
          },
          409,
        ],
        [{ add_columns: [{ name: 'extra', type: 'text' }], drop_columns: ['nothing'] }, 400],
        [{ add_columns: [{ name: 'extra', type: 'texts' }] }, 400],
        [{ change_columns: [{ name: 'amount', type: 'text' }] }, 400],
      ] as const) {
        const answer = await alter(change);
        expect(answer.status, `${JSON.stringify(change)} ${answer.text}`).toBe(status);
        expect((await scene().cloud.get('/projects/shop/tables/orders')).body).toEqual(before.body);
      }
    });

    test('a column or a table that a rule or a reference uses cannot be removed', async () => {
      await alter({ rules: { read: { level: 'public', where: 'amount:is:not_null' } } });
      const column = await alter({ drop_columns: ['amount'] });
      expect([column.status, at(column.body, 'code')]).toEqual([409, 'in_use']);
      await alter({ rules: { read: 'public' } });
      await createTable(scene(), { name: 'lines', columns: [{ name: 'order', type: 'reference', table: 'orders' }] });
      const table = await scene().cloud.delete('/projects/shop/tables/orders');
      expect([table.status, at(table.body, 'code')]).toEqual([409, 'in_use']);
      expect((await scene().cloud.delete('/projects/shop/tables/lines')).status).toBe(200);
    });

    test('a table is renamed with its rows and deleted with them', async () => {
      const { cloud, secret } = scene();
      await createTable(scene(), { name: 'before', columns: COLUMNS });
      await secret.post('/data/before', { title: 'kept' });
      expect((await cloud.patch('/projects/shop/tables/before', { rename: 'after' })).status).toBe(200);
      expect(column(await secret.get('/data/after'), 'title')).toEqual(['kept']);
      expect((await secret.get('/data/before')).body).toMatchObject({ code: 'table_not_found' });
      expect((await cloud.delete('/projects/shop/tables/after')).status).toBe(200);
      expect((await secret.get('/data/after')).status).toBe(404);
    });

    test.each(['Orders', '1st', 'a b', '', '_x', 'x'.repeat(64), 'naïve'])('the name "%s" is refused', async (name) => {
      expect((await scene().cloud.post('/projects/shop/tables', { name, columns: COLUMNS })).status).toBe(400);
    });

    test.each(['select', 'order', 'group', 'table', 'user', 'sqlite_x', 'pg_x', 'constructor'])(
      'the word "%s" is an ordinary name for tables and columns',
      async (name) => {
        const { secret } = scene();
        await createTable(scene(), { name, columns: [{ name, type: 'text', indexed: true }] });
        expect((await secret.post(`/data/${name}`, { [name]: 'x' })).status).toBe(201);
        expect(column(await secret.get(`/data/${name}?filter=${name}:eq:x&order=${name}:desc`), name)).toEqual(['x']);
      },
    );

    test('rules can be tried without a session', async () => {
      const answer = await scene().cloud.post('/projects/shop/tables/orders/rules/test', { action: 'read', as: null });
      expect(answer.status, answer.text).toBe(200);
      expect(answer.body).toMatchObject({
        data: { allowed: true, reason: expect.any(String), level: 'public' },
        count: 1,
      });
    });
  });

  describe('import', () => {
    beforeAll(() =>
      createTable(scene(), {
        name: 'contacts',
        columns: [
          { name: 'email', type: 'text', unique: true, required: true },
          { name: 'age', type: 'integer' },
        ],
        rules: OPEN,
      }),
    );
    const bring = (query: string, body: string, type: string): ReturnType<ReturnType<typeof createApiClient>['call']> =>
      scene().cloud.call('POST', `/projects/shop/tables/contacts/import?${query}`, {
        body,
        headers: { 'content-type': type },
      });
    const CSV = 'email,age\r\na@example.com,1\r\nb@example.com,old\r\nc@example.com,\r\n';

    test('a dry run reports by line and writes nothing', async () => {
      const report = await bring('format=csv&mode=insert&dry_run=true', CSV, 'text/csv');
      expect(report.status, report.text).toBe(200);
      expect(report.body).toMatchObject({ data: { rows: 3, failed: 1, errors: [{ line: 3 }], dry_run: true } });
      expect((await scene().secret.get('/data/contacts')).body).toEqual({ data: [], count: 0 });
    });

    test('valid rows are written, and the others are reported', async () => {
      const report = await bring('format=csv&mode=insert', CSV, 'text/csv');
      expect(report.body).toMatchObject({ data: { rows: 3, inserted: 2, failed: 1, errors: [{ line: 3 }] } });
      const rows = await scene().secret.get('/data/contacts?order=email&select=email,age');
      expect(at(rows.body, 'data')).toEqual([
        { email: 'a@example.com', age: 1 },
        { email: 'c@example.com', age: null },
      ]);
    });

    test('an upsert of JSON updates existing rows', async () => {
      const body = JSON.stringify([
        { email: 'a@example.com', age: 5 },
        { email: 'd@example.com', age: 6 },
      ]);
      const report = await bring('format=json&mode=upsert&on=email', body, 'application/json');
      expect(report.body, report.text).toMatchObject({ data: { rows: 2, inserted: 1, updated: 1, failed: 0 } });
      expect(column(await scene().secret.get('/data/contacts?order=email'), 'age')).toEqual([5, null, 6]);
    });

    test('an export can be imported again', async () => {
      const file = await scene().secret.get('/data/contacts/export?format=csv');
      await scene().secret.delete('/data/contacts?all=true');
      const report = await bring('format=csv&mode=insert', file.text, 'text/csv');
      expect(report.body, report.text).toMatchObject({ data: { inserted: 3, failed: 0 } });
      expect((await scene().secret.get('/data/contacts/export?format=csv')).text).toBe(file.text);
    });
  });

  test('a change is merged into the settings, and the answer has all of them', async () => {
    const { cloud } = scene();
    const before = await cloud.get('/projects/shop/settings');
    expect(before.status).toBe(200);
    const changed = await cloud.patch('/projects/shop/settings', { auth: { signup_enabled: false } });
    expect(changed.status, changed.text).toBe(200);
    const expected = structuredClone(before.body);
    Reflect.set(Object(at(expected, 'data', 'auth')), 'signup_enabled', false);
    expect(changed.body).toEqual(expected);
    expect((await cloud.patch('/projects/shop/settings', { nothing: 1 })).status).toBe(400);
    expect((await cloud.get('/projects/shop/settings')).body).toEqual(expected);
  });

  test('every change is in the audit log, newest first, without secrets', async () => {
    const { cloud, secretKey } = scene();
    const before = Number(at((await cloud.get('/projects/shop/audit?limit=0')).body, 'count'));
    await createTable(scene(), { name: 'audited', columns: COLUMNS });
    await cloud.patch('/projects/shop/tables/audited', { rules: OPEN });
    await cloud.delete('/projects/shop/tables/audited');
    await cloud.post('/projects/shop/tables', { name: '1 wrong', columns: COLUMNS });
    const log = await cloud.get('/projects/shop/audit?limit=1000');
    expect(at(log.body, 'count')).toBe(before + 3);
    expect(JSON.stringify(at(log.body, 'data', 0))).toContain('audited');
    expect(log.text).not.toContain(secretKey);
  });

  test('a link invites a member, and an unknown personal token is refused', async () => {
    const { cloud, service } = scene();
    const email = 'viewer@example.com';
    const invited = await cloud.post('/projects/shop/members', { email, role: 'viewer' });
    expect(invited.status, invited.text).toBe(201);
    expect(textAt(invited.body, 'data', 'invite_url')).toContain('token=');
    const nobody = createApiClient(`${service.url}/api/cloud`, 'ct_nobody');
    expect((await nobody.get('/projects')).status).toBe(401);
    expect((await cloud.get('/projects/shop/members')).text).toContain(email);
  });

  test('metrics need the admin token, health does not', async () => {
    const { service } = scene();
    expect((await createApiClient(service.url, undefined).get('/health')).status).toBe(200);
    expect((await createApiClient(service.url, undefined).get('/metrics')).status).toBe(401);
    const metrics = await createApiClient(service.url, ADMIN_TOKEN).get('/metrics');
    expect(metrics.status).toBe(200);
    expect(metrics.text).toMatch(/^# TYPE \w+ \w+$/m);
  });
});
