import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../server/test/index.ts';
import { startCuttingProxy } from '../../test/cutting-proxy.ts';
import { openApp } from '../../test/open-app.ts';
import { createFolder } from '../../test/run-command.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

test('init prepares a folder, keeps existing files, and changes nothing the second time', async () => {
  await using app = await createFolder({ SERVICE_URL: server.url, SERVICE_TOKEN: server.adminToken });
  await app.write('.env', 'SERVICE_URL=http://mine\nOTHER=1');
  const first = await app.run(['init', '--create', 'Init', '--id', 'init-app', '--json']);
  expect(first.json()).toEqual({
    data: { written: expect.arrayContaining(['service.json', '.env', 'schema.json']), project: 'init-app' },
    count: 1,
  });
  expect(JSON.parse(await readFile(join(app.path, 'service.json'), 'utf8'))).toEqual({
    url: server.url,
    project: 'init-app',
  });
  expect(await readFile(join(app.path, '.env'), 'utf8')).toMatch(
    /^SERVICE_URL=http:\/\/mine\nOTHER=1\nSERVICE_PROJECT_ID=init-app\nSERVICE_PUBLIC_KEY=pk_\S+\n$/,
  );
  const again = await app.run(['init', '--json']);
  expect(again.json().data).toEqual({ written: [], project: 'init-app' });
});

describe('schema.json', () => {
  const schema = {
    version: 1,
    tables: {
      a: { columns: [{ name: 'b', type: 'reference', table: 'b' }], rules: { read: 'public' } },
      b: { columns: [{ name: 'a', type: 'reference', table: 'a' }] },
    },
  };

  test('diff shows the plan, a second push changes nothing, and pull writes the same bytes for the same project', async () => {
    await using app = await openApp(server);
    await app.write('schema.json', JSON.stringify(schema));
    const differs = await app.run(['diff', '--json']);
    expect(differs).toMatchObject({ exit: 6, stderr: '' });
    expect(differs.json().data).toMatchObject({
      equal: false,
      plan: [{ action: 'create_table' }, { action: 'create_table' }],
    });
    expect(await app.run(['push'])).toMatchObject({ exit: 5 });
    const pushed = await app.run(['push', '--yes', '--json']);
    expect(pushed.json().data).toMatchObject({ applied: true });
    expect((await app.run(['push', '--json'])).json().data).toMatchObject({ plan: [], applied: false });
    expect(await app.run(['diff'])).toMatchObject({ exit: 0 });
    expect(await app.run(['pull'])).toMatchObject({ exit: 5 });
    expect(await app.run(['pull', '--yes'])).toMatchObject({ exit: 0 });
    const bytes = await readFile(join(app.path, 'schema.json'), 'utf8');
    expect((await app.run(['pull', '--json'])).json()).toMatchObject({ data: { written: [] }, count: 0 });
    expect(await readFile(join(app.path, 'schema.json'), 'utf8')).toBe(bytes);
    await app.write('schema.json', JSON.stringify(JSON.parse(bytes)));
    expect(await app.run(['pull'])).toMatchObject({ exit: 0 });
    expect(await readFile(join(app.path, 'schema.json'), 'utf8')).toBe(bytes);
    expect(await app.run(['diff'])).toMatchObject({ exit: 0 });
  });

  test('rules that look into other tables survive push and pull unchanged', async () => {
    const member = { exists: { table: 'members', where: { team_id: '$row.team_id', user_id: '$user.id' } } };
    const text = (name: string) => ({ name, type: 'text' });
    const members = {
      columns: [text('team_id'), text('user_id')],
      indexes: [{ columns: ['user_id', 'team_id'], unique: true }],
      rules: { read: { level: 'authenticated', where: 'exists(members,team_id:eq:$row.team_id,user_id:eq:$user.id)' } },
    };
    const rules = {
      read: { level: 'authenticated', where: member },
      update: { level: 'public', where: { not: member } },
    };
    const tables = { a_tasks: { columns: [text('team_id')], rules }, members };
    await using app = await openApp(server);
    await app.write('schema.json', JSON.stringify({ version: 1, tables }));
    expect((await app.run(['push', '--yes', '--json'])).json().data).toMatchObject({ applied: true });
    expect((await app.run(['push', '--json'])).json().data).toMatchObject({ plan: [], applied: false });
    expect(await app.run(['pull', '--yes'])).toMatchObject({ exit: 0 });
    const pulled = await readFile(join(app.path, 'schema.json'), 'utf8');
    expect(JSON.parse(pulled)).toMatchObject({ tables });
    await using other = await openApp(server);
    await other.write('schema.json', pulled);
    expect(await other.run(['push', '--yes'])).toMatchObject({ exit: 0 });
    expect(await other.run(['diff'])).toMatchObject({ exit: 0 });
    await other.write('schema.json', pulled.replaceAll('"table": "members"', '"table": "nobody"'));
    expect(await other.run(['push', '--yes'])).toMatchObject({ exit: 1, stderr: expect.stringContaining('"nobody"') });
  });

  test('a push that loses data requires the project’s id; broken JSON is reported with its line', async () => {
    await using app = await openApp(server);
    await app.write('schema.json', JSON.stringify(schema));
    await app.run(['push', '--yes']);
    await app.write('schema.json', '{"version": 1, "tables": {}}');
    expect(await app.run(['push', '--yes'])).toMatchObject({ exit: 5 });
    expect((await app.run(['push', '--confirm', app.project.id, '--json'])).json().data).toMatchObject({
      applied: true,
    });
    await app.write('schema.json', '{\n "version": 1,\n "tables": {,}\n}');
    const broken = await app.run(['diff', '--json']);
    expect(broken).toMatchObject({ exit: 2 });
    expect(broken.json<{ error: string }>().error).toContain('schema.json:3:13');
  });
});

describe('rows', () => {
  test('survive export and import in every format, from a file and from standard input', async () => {
    await using app = await openApp(server);
    const columns = [
      { name: 'title', type: 'text' },
      { name: 'n', type: 'integer' },
    ];
    for (const name of ['src', 'ndjson', 'csv', 'json']) await app.project.createTable({ name, columns });
    await app.project.secretApi('/data/src', {
      json: [
        { title: 'a\nb,"c"', n: 1 },
        { title: null, n: 2 },
      ],
    });
    for (const format of ['ndjson', 'csv', 'json']) {
      const exported = await app.run(['rows', 'export', 'src', '--format', format, '--out', `rows.${format}`]);
      expect(exported, exported.stderr).toMatchObject({ exit: 0, stdout: '' });
      const imported = await app.run(['rows', 'import', format, `rows.${format}`, '--json']);
      expect(imported.json().data).toMatchObject({ inserted: 2, failed: 0 });
      const [from, to] = await Promise.all(['src', format].map((table) => app.run(['rows', 'export', table])));
      expect(to?.stdout).toBe(from?.stdout);
    }
    const piped = await app.run(['rows', 'import', 'src', '-', '--format', 'ndjson'], {
      stdin: '{"n": 3}\n{"n": "x"}\n',
    });
    expect(piped).toMatchObject({ exit: 1 });
    expect(piped.stderr).toContain('line 2: n must be');
    const listed = await app.run(['rows', 'export', 'src', '--json', '--filter', 'n:gt:1', '--select', 'n']);
    expect(listed.json()).toEqual({ data: [{ n: 2 }, { n: 3 }], count: 2 });
    expect(await app.run(['rows', 'export', 'src', '--json', '--format', 'csv'])).toMatchObject({ exit: 2 });
    expect(await app.run(['rows', 'import', 'src', 'missing.csv'])).toMatchObject({ exit: 2 });
  });

  test('a server that goes away during an export leaves no file and exits with 7', async () => {
    await using app = await createFolder({ SERVICE_TOKEN: 'ct_x', SERVICE_PROJECT_ID: 'shop' });
    const half = createServer((_req, res) => {
      res.writeHead(200, { 'content-type': 'application/x-ndjson' });
      res.write('{"id": 1}\n');
      setTimeout(() => res.destroy(), 50);
    });
    await new Promise<void>((resolve) => half.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(half.address() as AddressInfo).port}`;
    const ran = await app.run(['rows', 'export', 't', '--out', 'rows.ndjson', '--url', url, '--json']);
    expect(ran.json()).toMatchObject({ exit: 7, code: 'unreachable' });
    expect(await readdir(app.path)).toEqual([]);
    half.close();
  });
});

test('deploy packs the app without links and hidden files, reports what changes, and rolls back', async () => {
  await using app = await openApp(server);
  await app.write('dist/index.html', '<h1>one</h1>');
  await app.write('dist/.hidden', 'x');
  await app.write('dist/.well-known/a.txt', 'x');
  await app.write('secret.txt', 'secret');
  await symlink(join(app.path, 'secret.txt'), join(app.path, 'dist/link.txt'));
  await app.write('node_modules/p/package.json', '{"name":"p","type":"module","main":"i.js"}');
  await app.write('node_modules/p/i.js', 'export const p = "from a package";');
  await app.write('functions/f.ts', `import { p } from 'p'; export default () => p;`);
  await app.write('webhook/w.ts', `import { p } from 'p'; export default () => ({ p });`);
  const changes = {
    files: { added: ['.well-known/a.txt', 'index.html'], changed: [], removed: [] },
    functions: { added: ['f'], changed: [], removed: [] },
    webhooks: { added: ['w'], changed: [], removed: [] },
  };
  const dry = await app.run(['deploy', '--dry-run', '--json']);
  expect(dry.json().data, dry.stdout).toEqual({ deployment: null, changes, dry_run: true });
  const done = await app.run(['deploy', '--json']);
  expect(done.json().data).toMatchObject({ deployment: { number: 1 }, changes, dry_run: false });
  const invoked = await app.project.api<{ data: unknown }>('/functions/f/invoke', { json: {} });
  expect(invoked.body.data).toBe('from a package');
  const none = { added: [], changed: [], removed: [] };
  const again = await app.run(['deploy', '--json']);
  expect(again.json().data).toMatchObject({ changes: { files: none, functions: none, webhooks: none } });
  expect((await app.run(['deploy', 'rollback', '--json'])).json().data).toMatchObject({ number: 1, active: true });
  expect(await app.run(['deploy', 'rollback', '99'])).toMatchObject({ exit: 4 });
});

test('users and messages are listed and changed, and deleted only with confirmation', async () => {
  await using app = await openApp(server);
  const made = await app.run(['users', 'create', 'Ann@Example.com', '--role', 'editor', '--json']);
  expect(made.json().data).toMatchObject({ email: 'ann@example.com', role: 'editor' });
  expect((await app.run(['users', 'disable', 'ann@example.com', '--json'])).json().data).toMatchObject({
    disabled: true,
  });
  expect((await app.run(['users', 'enable', 'ann@example.com', '--json'])).json().data).toMatchObject({
    disabled: false,
  });
  expect(await app.run(['users', 'show', 'nobody@example.com'])).toMatchObject({ exit: 4 });
  expect(await app.run(['users', 'delete', 'ann@example.com', '--yes'])).toMatchObject({ exit: 5 });
  expect(await app.run(['users', 'delete', 'ann@example.com', '--confirm', app.project.id])).toMatchObject({ exit: 0 });
  await app.project.api('/messages', { json: { body: 'Hello\tthere\n\u001b[31mred' } });
  const listed = (await app.run(['messages', 'list', '--json'])).json<{ data: { id: string }[] }>();
  const id = listed.data[0]?.id ?? '';
  const plain = await app.run(['messages', 'list']);
  expect(plain.stdout.trimEnd().split('\n')).toHaveLength(2);
  expect((await app.run(['messages', 'mark', id, 'archived', '--json'])).json().data).toMatchObject({
    status: 'archived',
  });
  expect((await app.run(['messages', 'export', '--json'])).json()).toMatchObject({ data: [{ id }], count: 1 });
  expect(await app.run(['messages', 'delete', id, '--confirm', app.project.id])).toMatchObject({ exit: 0 });
});

test('deploy takes over functions that were created by hand only with --adopt', async () => {
  await using app = await openApp(server);
  await app.write('functions/by_hand.ts', 'export default () => 1;');
  await app.run(['functions', 'deploy']);
  await app.write('dist/index.html', '<h1>one</h1>');
  expect((await app.run(['deploy', '--json'])).json()).toMatchObject({ exit: 1, code: 'duplicate' });
  expect((await app.run(['deploy', '--adopt', '--json'])).json().data).toMatchObject({ deployment: { number: 1 } });
  expect((await app.run(['functions', 'list', '--json'])).json()).toMatchObject({ data: [{ origin: 'deployment' }] });
});

test('a server that goes away during a deployment exits with 7, and nothing is published', async () => {
  await using proxy = await startCuttingProxy(server.url, {
    path: /\/deployments/,
    afterBytes: 0,
    times: 1,
    isUpload: true,
  });
  await using app = await openApp(server);
  await app.write('dist/index.html', '<!doctype html><title>Cut</title>');
  const ran = await app.run(['deploy', '--json'], { env: { SERVICE_URL: proxy.url } });
  expect(ran.json()).toMatchObject({ exit: 7, code: 'unreachable' });
  expect((await app.run(['deploy', 'list', '--json'])).json()).toEqual({ data: [], count: 0 });
  expect(await app.run(['deploy'])).toMatchObject({ exit: 0 });
});

test('webhooks can be listed, tested and resent', async () => {
  await using app = await openApp(server);
  await app.project.createTable({ name: 'orders', columns: [] });
  const made = await app.project.cloudApi<{ data: { id: string } }>('/webhooks', {
    json: { table: 'orders', events: ['insert'], url: 'https://receiver.invalid/hook' },
  });
  const { id } = made.body.data;
  expect((await app.run(['webhooks', 'list', '--json'])).json()).toMatchObject({ data: [{ id }], count: 1 });
  const sent = await app.run(['webhooks', 'test', id, '--json']);
  expect(sent.json().data, sent.stdout).toMatchObject({ webhook_id: id, event: 'insert' });
  const delivery = String(sent.json().data['id']);
  const again = await app.run(['webhooks', 'resend', id, delivery, '--json']);
  expect(again.json().data, again.stdout).toMatchObject({ id: delivery });
  expect((await app.run(['webhooks', 'resend', id, '--since', '1h', '--json'])).json()).toMatchObject({ data: { id } });
  expect(await app.run(['webhooks', 'resend', id])).toMatchObject({ exit: 2 });
  expect(await app.run(['webhooks', 'test', app.project.id])).toMatchObject({ exit: 4 });
});

describe('a checkout from a stranger', () => {
  test('cannot make the command read or write through its links', async () => {
    await using app = await openApp(server);
    const outside = join(app.path, '..');
    await writeFile(join(outside, 'victim.txt'), 'untouched');
    await mkdir(join(outside, 'private'));
    await writeFile(join(outside, 'private/key.ts'), 'export default () => "private";');
    await writeFile(join(outside, 'private/index.html'), 'private');
    for (const name of ['functions', 'dist']) await symlink(join(outside, 'private'), join(app.path, name));
    const links = ['service-env.d.ts', 'service-env.d.ts.part', 'schema.json', '.env', 'service.json.part'];
    for (const name of links) await symlink(join(outside, 'victim.txt'), join(app.path, name));
    for (const args of [
      ['functions', 'deploy'],
      ['deploy'],
      ['types'],
      ['pull', '--yes'],
      ['push', '--yes'],
      ['init'],
    ]) {
      const ran = await app.run([...args, '--json']);
      expect(ran.json<{ code: string }>(), ran.stdout).toMatchObject({ exit: 1, code: 'path_refused' });
    }
    expect(await app.run(['link', app.project.id])).toMatchObject({ exit: 0 });
    expect(await readFile(join(outside, 'victim.txt'), 'utf8')).toBe('untouched');
    expect((await app.run(['functions', 'list', '--json'])).json()).toEqual({ data: [], count: 0 });
  });

  test('cannot make init write service.json through a link', async () => {
    await using app = await openApp(server);
    const outside = join(app.path, '../other.json');
    await writeFile(outside, '{}');
    await symlink(outside, join(app.path, 'service.json'));
    expect((await app.run(['link', app.project.id, '--json'])).json()).toMatchObject({ code: 'path_refused' });
    expect(await readFile(outside, 'utf8')).toBe('{}');
  });
});
