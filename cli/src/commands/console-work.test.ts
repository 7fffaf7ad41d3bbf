import { readFile, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestProject, type TestServer } from '../../../server/test/index.ts';
import { createFolder, type Folder } from '../../test/run-command.ts';

const UNKNOWN_ID = '0199c0de-0000-7000-8000-000000000000';
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

async function openApp(): Promise<Folder & { readonly project: TestProject }> {
  const project = await server.createProject();
  const folder = await createFolder({
    SERVICE_URL: server.url,
    SERVICE_TOKEN: server.adminToken,
    SERVICE_PROJECT_ID: project.id,
  });
  return { ...folder, project };
}

describe('functions new and delete', () => {
  test.each([
    ['http', [], { trigger: 'http', access: 'authenticated' }],
    ['http for any caller', ['--access', 'public'], { trigger: 'http', access: 'public' }],
    ['webhook', ['--trigger', 'webhook'], { trigger: 'webhook' }],
    ['scheduled', ['--schedule', '0 7 * * 1'], { trigger: 'scheduled', schedule: '0 7 * * 1' }],
  ])('write a source that deploys without changes: %s', async (_kind, flags, options) => {
    await using app = await openApp();
    const made = await app.run(['functions', 'new', 'greet', ...flags, '--json']);
    expect(made.json()).toEqual({ data: { name: 'greet', path: 'functions/greet.ts' }, count: 1 });
    const deployed = await app.run(['functions', 'deploy', 'greet', '--json']);
    expect(deployed.json(), deployed.stdout).toMatchObject({ data: [{ name: 'greet', ...options }] });
  });

  test('never overwrite an existing source, and refuse options that contradict each other', async () => {
    await using app = await openApp();
    await app.write('functions/greet.js', 'export default () => 1;');
    const taken = await app.run(['functions', 'new', 'greet']);
    expect(taken).toMatchObject({ exit: 2, stderr: expect.stringContaining('functions/greet.js already') });
    expect(await app.run(['functions', 'new', '../evil'])).toMatchObject({ exit: 2 });
    expect(await app.run(['functions', 'new', 'a', '--trigger', 'webhook', '--access', 'public'])).toMatchObject({
      exit: 2,
    });
    expect(await app.run(['functions', 'new', 'a', '--trigger', 'http', '--schedule', '* * * * *'])).toMatchObject({
      exit: 2,
    });
  });

  test('delete a function only when the project’s id confirms it', async () => {
    await using app = await openApp();
    await app.run(['functions', 'new', 'greet']);
    await app.run(['functions', 'deploy']);
    expect(await app.run(['functions', 'delete', 'greet', '--yes'])).toMatchObject({ exit: 5 });
    const gone = await app.run(['functions', 'delete', 'greet', '--confirm', app.project.id, '--json']);
    expect(gone.json()).toEqual({ data: { name: 'greet' }, count: 1 });
    expect((await app.run(['functions', 'list', '--json'])).json()).toEqual({ data: [], count: 0 });
    expect(await app.run(['functions', 'delete', 'greet', '--confirm', app.project.id])).toMatchObject({ exit: 4 });
    expect(await readFile(join(app.path, 'functions/greet.ts'), 'utf8')).toContain('export default');
  });
});

test('rows list shows a page of rows and their number; rows get shows one row', async () => {
  await using app = await openApp();
  await app.project.createTable({
    name: 'todos',
    columns: [
      { name: 'title', type: 'text' },
      { name: 'done', type: 'boolean' },
    ],
  });
  const rows = ['a', 'b', 'c'].map((title, index) => ({ title, done: index > 0 }));
  const made = await app.project.secretApi<{ data: { id: string }[] }>('/data/todos', { json: rows });
  const listed = await app.run([
    'rows',
    'list',
    'todos',
    '--filter',
    'done:eq:true',
    '--order',
    'title:desc',
    '--json',
  ]);
  expect(listed.json(), listed.stdout).toMatchObject({ data: [{ title: 'c' }, { title: 'b' }], count: 2 });
  const page = await app.run(['rows', 'list', 'todos', '--select', 'title', '--limit', '1', '--offset', '1']);
  expect(page.stdout).toMatch(/^id\ttitle\n\S+\tb\n$|^title\nb\n$/);
  expect(page.stderr).toContain('1 of 3 rows');
  const id = made.body.data[0]?.id ?? '';
  const one = await app.run(['rows', 'get', 'todos', id, '--json']);
  expect(one.json()).toMatchObject({ data: { id, title: 'a', done: false }, count: 1 });
  expect(await app.run(['rows', 'get', 'todos', UNKNOWN_ID])).toMatchObject({ exit: 4 });
  expect(await app.run(['rows', 'list', 'todo', '--json'])).toMatchObject({ exit: 4 });
  expect(await app.run(['rows', 'list', 'todos', '--limit', 'many'])).toMatchObject({ exit: 2 });
});

describe('keys', () => {
  test('are shown once, expire at the given time, and are refused after delete', async () => {
    await using app = await openApp();
    const made = await app.run(['keys', 'create', 'Importer', '--expires', '30d']);
    expect(made).toMatchObject({ exit: 0, stderr: '' });
    const key = made.stdout.trim();
    expect(key).toMatch(/^sk_\S+$/);
    const listed = (await app.run(['keys', 'list', '--json'])).json<{ data: { id: string; name: string }[] }>();
    expect(listed.data).toMatchObject([{ name: 'Importer', expires_at: expect.any(String) }, { name: 'test' }]);
    expect(JSON.stringify(listed)).not.toContain(key);
    const tables = () =>
      fetch(`${server.url}/api/baas/${app.project.id}/data/none`, { headers: { authorization: `Bearer ${key}` } });
    expect((await tables()).status).toBe(404);
    const id = listed.data[0]?.id ?? '';
    expect(await app.run(['keys', 'delete', id, '--yes'])).toMatchObject({ exit: 5 });
    expect(await app.run(['keys', 'delete', id, '--confirm', app.project.id])).toMatchObject({ exit: 0 });
    expect((await tables()).status).toBe(401);
    expect(await app.run(['keys', 'create', 'x', '--expires', 'soon'])).toMatchObject({ exit: 2 });
  });

  test('are written to a new file that only its owner can read', async () => {
    await using app = await openApp();
    const made = await app.run(['keys', 'create', 'Server', '--out', 'key.txt', '--json']);
    expect(made.stdout).not.toContain('sk_');
    const file = join(app.path, 'key.txt');
    expect(await readFile(file, 'utf8')).toMatch(/^sk_\S+\n$/);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const second = await app.run(['keys', 'create', 'Server', '--out', 'key.txt', '--json']);
    expect(second.json().data['path']).toBe(join(app.path, 'key-2.txt'));
    expect(await app.run(['keys', 'create', 'Server', '--out', 'missing/key.txt'])).toMatchObject({ exit: 1 });
    // In addition to the test project's own key: the refused file created none.
    expect((await app.run(['keys', 'list', '--json'])).json()).toMatchObject({ count: 3 });
  });

  test('the public key is rotated only when the project’s id confirms it', async () => {
    await using app = await openApp();
    expect(await app.run(['keys', 'rotate-public', '--yes'])).toMatchObject({ exit: 5 });
    const made = await app.run(['keys', 'rotate-public', '--confirm', app.project.id, '--json']);
    expect(made.json().data).toEqual({ public_key: expect.stringMatching(/^pk_/) });
    expect((await app.project.api('/auth/config')).status).toBe(401);
  });
});

test('files can be uploaded, listed, shown, signed, downloaded unchanged, and deleted', async () => {
  await using app = await openApp();
  const bytes = Buffer.from([0, 27, 91, 51, 49, 109, 255, 10]);
  await app.write('one.bin', bytes);
  await app.write('two.bin', 'two');
  const uploaded = await app.run([
    'files',
    'upload',
    'one.bin',
    'two.bin',
    '--path',
    'a/',
    '--visibility',
    'public',
    '--json',
  ]);
  expect(uploaded.json(), uploaded.stdout).toMatchObject({
    data: [
      { path: 'a/one.bin', size: 8, visibility: 'public' },
      { path: 'a/two.bin', size: 3 },
    ],
    count: 2,
  });
  const [{ id = '' } = {}] = uploaded.json<{ data: { id: string }[] }>().data;
  const listed = await app.run(['files', 'list', '--prefix', 'a/', '--order', 'size:desc', '--json']);
  expect(listed.json()).toMatchObject({ data: [{ id }, { name: 'two.bin' }], count: 2 });
  expect((await app.run(['files', 'show', id, '--json'])).json()).toMatchObject({ data: { id, name: 'one.bin' } });
  expect(await app.run(['files', 'download', id, '--out', 'back.bin'])).toMatchObject({ exit: 0 });
  expect(await readFile(join(app.path, 'back.bin'))).toEqual(bytes);
  const signed = await app.run(['files', 'sign', id, '--expires', '10m', '--json']);
  expect((await fetch(String(signed.json().data['url']))).status).toBe(200);
  expect(await app.run(['files', 'download', id, '--json'])).toMatchObject({ exit: 2 });
  expect(await app.run(['files', 'delete', id, '--yes'])).toMatchObject({ exit: 5 });
  expect(await app.run(['files', 'delete', id, '--confirm', app.project.id])).toMatchObject({ exit: 0 });
  expect(await app.run(['files', 'show', id])).toMatchObject({ exit: 4 });
  expect(await app.run(['files', 'upload', 'one.bin', 'two.bin', '--path', 'a'])).toMatchObject({ exit: 2 });
  expect(await app.run(['files', 'upload', 'gone.bin'])).toMatchObject({ exit: 2 });
  await symlink(join(app.path, 'one.bin'), join(app.path, 'link.bin'));
  expect(await app.run(['files', 'upload', 'link.bin'])).toMatchObject({ exit: 2 });
});

test('webhooks are created with a secret from a file, which is never shown, and deleted', async () => {
  await using app = await openApp();
  await app.project.createTable({ name: 'orders', columns: [] });
  await app.write('secret.txt', 'a secret of mine\n');
  const url = 'https://receiver.invalid/hook';
  const wanted = ['webhooks', 'create', '--table', 'orders', '--forward', url];
  const made = await app.run([...wanted, '--events', 'insert', '--secret-file', 'secret.txt', '--disabled', '--json']);
  expect(made.json(), made.stdout).toMatchObject({
    data: { table: 'orders', events: ['insert'], url, has_secret: true, enabled: false },
    count: 1,
  });
  expect(made.stdout).not.toContain('a secret of mine');
  const all = await app.run([...wanted, '--json']);
  expect(all.json().data).toMatchObject({ events: ['insert', 'update', 'delete'], has_secret: false, enabled: true });
  expect(await app.run(['webhooks', 'create', '--table', 'orders'])).toMatchObject({ exit: 2 });
  expect(await app.run([...wanted, '--events', 'insert,rename'])).toMatchObject({ exit: 2 });
  const id = String(made.json().data['id']);
  expect(await app.run(['webhooks', 'delete', id])).toMatchObject({ exit: 5 });
  expect(await app.run(['webhooks', 'delete', id, '--confirm', app.project.id])).toMatchObject({ exit: 0 });
  expect((await app.run(['webhooks', 'list', '--json'])).json()).toMatchObject({ count: 1 });
});

describe('settings as code', () => {
  const settings = (app: Folder & { readonly project: TestProject }) =>
    app.project.cloudApi<{ data: Record<string, Record<string, unknown>> }>('/settings');

  test('pull writes the same bytes for the same project and no secret; push changes only what differs', async () => {
    await using app = await openApp();
    const google = { client_id: 'mine', client_secret: 'hidden-value' };
    await app.project.cloudApi('/settings', { method: 'PATCH', json: { auth: { providers: { google } } } });
    expect((await app.run(['settings', 'pull', '--json'])).json()).toEqual({
      data: { written: ['settings.json'] },
      count: 1,
    });
    const file = join(app.path, 'settings.json');
    const pulled = await readFile(file, 'utf8');
    expect(pulled).not.toContain('hidden-value');
    expect(pulled).not.toContain('has_client_secret');
    expect((await app.run(['settings', 'pull', '--json'])).json()).toEqual({ data: { written: [] }, count: 0 });
    expect(await app.run(['settings', 'diff'])).toMatchObject({ exit: 0 });
    const changed = JSON.parse(pulled);
    changed.settings.auth.signup_enabled = false;
    changed.settings.auth.providers = {};
    changed.allowed_origins = ['https://shop.example.com'];
    await app.write('settings.json', JSON.stringify(changed));
    const plan = [
      { setting: 'auth.signup_enabled', from: true, to: false },
      { setting: 'auth.providers.google', from: { client_id: 'mine' }, to: null },
      { setting: 'allowed_origins', from: [], to: ['https://shop.example.com'] },
    ];
    const differs = await app.run(['settings', 'diff', '--json']);
    expect(differs).toMatchObject({ exit: 6 });
    expect(differs.json().data, differs.stdout).toEqual({ equal: false, plan });
    expect(await app.run(['settings', 'push'])).toMatchObject({ exit: 5 });
    expect((await settings(app)).body.data['auth']).toMatchObject({ signup_enabled: true });
    expect((await app.run(['settings', 'push', '--yes', '--json'])).json()).toMatchObject({
      data: { plan, applied: true },
    });
    expect((await settings(app)).body.data['auth']).toMatchObject({ signup_enabled: false, providers: {} });
    expect((await app.run(['settings', 'push', '--json'])).json()).toMatchObject({
      data: { plan: [], applied: false },
    });
    expect(await app.run(['settings', 'pull'])).toMatchObject({ exit: 0 });
  });

  test('pull asks before it replaces other settings, not before it replaces another layout', async () => {
    await using app = await openApp();
    await app.run(['settings', 'pull']);
    const file = join(app.path, 'settings.json');
    const pulled = await readFile(file, 'utf8');
    const { settings: values, ...others } = JSON.parse(pulled);
    const reordered = { settings: Object.fromEntries(Object.entries(values).reverse()), ...others };
    for (const text of [`\ufeff${JSON.stringify(reordered)}`, pulled.replaceAll('\n', '\r\n')]) {
      await app.write('settings.json', text);
      const again = await app.run(['settings', 'pull', '--json']);
      expect(again.json()).toEqual({ data: { written: ['settings.json'] }, count: 1 });
      expect(await readFile(file, 'utf8')).toBe(pulled);
    }
    const unlike = [
      JSON.stringify({ ...others, settings: { ...values, auth: { ...values.auth, signup_enabled: false } } }),
      JSON.stringify({ ...others, settings: {} }),
      '{"version": 1,,}',
    ];
    for (const text of unlike) {
      await app.write('settings.json', text);
      expect(await app.run(['settings', 'pull']), text).toMatchObject({ exit: 5 });
      expect(await readFile(file, 'utf8')).toBe(text);
    }
  });

  test('secrets come from a separate file, and settings that are missing from the file stay', async () => {
    await using app = await openApp();
    await app.project.cloudApi('/settings', { method: 'PATCH', json: { auth: { refresh_days: 7 } } });
    const github = { client_id: 'mine' };
    await app.write('settings.json', JSON.stringify({ version: 1, settings: { auth: { providers: { github } } } }));
    const without = await app.run(['settings', 'push', '--yes', '--json']);
    expect(without.json()).toMatchObject({ exit: 1, code: 'validation_failed' });
    await app.write('secrets.json', JSON.stringify({ 'auth.providers.github.client_secret': 'hidden-value' }));
    const pushed = await app.run(['settings', 'push', '--yes', '--secrets-file', 'secrets.json', '--json']);
    expect(pushed.json(), pushed.stdout).toMatchObject({ data: { applied: true } });
    expect(pushed.stdout).not.toContain('hidden-value');
    expect((await settings(app)).body.data['auth']).toMatchObject({
      refresh_days: 7,
      providers: { github: { client_id: 'mine', has_client_secret: true } },
    });
  });

  test.each([
    ['a list', '[]'],
    ['another version', '{"version": 2, "settings": {}}'],
    ['an unknown key', '{"version": 1, "settings": {}, "rules": {}}'],
    ['a secret', '{"version": 1, "settings": {"inbox": {"captcha": {"secret": "x"}}}}'],
    ['broken JSON', '{"version": 1,,}'],
  ])('a file that is %s is wrong use and sends nothing', async (_what, text) => {
    await using app = await openApp();
    await app.write('settings.json', text);
    expect((await app.run(['settings', 'push', '--yes', '--json'])).json()).toMatchObject({ exit: 2 });
    expect(await app.run(['settings', 'diff'])).toMatchObject({ exit: 2 });
  });

  test('a refused setting is reported by its name, and the origins stay', async () => {
    await using app = await openApp();
    const file = { version: 1, allowed_origins: ['https://a.example.com'], settings: { auth: { session_minutes: 0 } } };
    await app.write('settings.json', JSON.stringify(file));
    const refused = await app.run(['settings', 'push', '--yes']);
    expect(refused).toMatchObject({ exit: 1, stderr: expect.stringContaining('session_minutes') });
    expect((await app.project.cloudApi<{ data: object }>('')).body.data).toMatchObject({ allowed_origins: [] });
  });
});

describe('projects copy', () => {
  async function openShop() {
    const app = await openApp();
    const { project } = app;
    await project.createTable({ name: 'orders', columns: [{ name: 'n', type: 'integer' }], rules: { read: 'public' } });
    await project.secretApi('/data/orders', { json: { n: 1 } });
    await project.cloudApi('/users', { json: { email: 'ann@example.com', password: 'a long enough password' } });
    await project.cloudApi('/settings', { method: 'PATCH', json: { auth: { session_minutes: 9 } } });
    await project.cloudApi('/secrets/API_KEY', { method: 'PUT', json: { value: 'hidden-value' } });
    await project.cloudApi('/webhooks', {
      json: { table: 'orders', events: ['insert'], url: 'https://receiver.invalid/hook' },
    });
    const source = 'export default () => 1;';
    const schedule = { trigger: 'scheduled', schedule: '* * * * *', source };
    await project.cloudApi('/functions/tick', { method: 'PUT', json: schedule });
    return app;
  }
  const read = async (id: string, path: string) =>
    (await server.adminApi<{ data: never; count: number }>(`/api/cloud/projects/${id}${path}`)).body;

  test.each([
    ['without data', [], { rows: 0, users: 0 }],
    ['with data', ['--data'], { rows: 1, users: 1 }],
  ])(
    '%s: the copy has the tables, settings and functions, and nothing that runs by itself',
    async (_what, flags, counts) => {
      await using app = await openShop();
      const copied = await app.run(['projects', 'copy', 'Staging', ...flags, '--json']);
      expect(copied, copied.stdout).toMatchObject({ exit: 0 });
      const { id } = copied.json<{ data: { id: string } }>().data;
      expect(copied.json().data).toMatchObject({ of: app.project.id, name: 'Staging', counts });
      expect((await read(id, '/tables')).data).toMatchObject([{ name: 'orders' }]);
      expect((await read(id, '/settings')).data).toMatchObject({ auth: { session_minutes: 9 } });
      expect(await read(id, '/secrets')).toMatchObject({ count: 0 });
      expect((await read(id, '/webhooks')).data).toMatchObject([{ enabled: false }]);
      expect((await read(id, '/functions')).data).toMatchObject([{ name: 'tick', enabled: false }]);
      expect(await read(id, '/data/orders')).toMatchObject({ count: counts.rows });
      expect(await read(id, '/users')).toMatchObject({ count: counts.users });
      expect(await read(app.project.id, '/backups')).toMatchObject({ count: 0 });
      expect((await read(app.project.id, '/webhooks')).data).toMatchObject([{ enabled: true }]);
    },
  );

  test('a taken id creates no project and leaves no backup behind', async () => {
    await using app = await openShop();
    const refused = await app.run(['projects', 'copy', 'Staging', '--id', app.project.id, '--json']);
    expect(refused.json()).toMatchObject({ exit: 1, code: 'duplicate' });
    expect(await read(app.project.id, '/backups')).toMatchObject({ count: 0 });
  });
});
