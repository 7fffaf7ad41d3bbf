import { createHash } from 'node:crypto';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { billingOf, fund } from '../../../../server/test/billing.ts';
import { startTestServer, type TestProject, type TestServer } from '../../../../server/test/index.ts';
import { startObjectStore } from '../../../../server/test/object-store.ts';
import { createMember, createOwner, PASSWORD, signIn } from '../../../../server/test/operators.ts';
import { fillProject, totpCode } from '../../../../server/test/whole-project.ts';
import { createFolder, type Folder } from '../../../test/run-command.ts';

const PASSPHRASE = 'correct horse battery';

function openApp(server: TestServer, token = server.adminToken, env: Record<string, string> = {}): Promise<Folder> {
  return createFolder({ SERVICE_URL: server.url, SERVICE_TOKEN: token, ...env });
}

async function withPassphrase(app: Folder): Promise<readonly string[]> {
  return ['--passphrase-file', await app.write('passphrase.txt', `${PASSPHRASE}\n`)];
}

async function addRows(project: TestProject, table: string, count: number): Promise<void> {
  await project.createTable({ name: table, columns: [{ name: 'title', type: 'text' }] });
  const rows = Array.from({ length: count }, (_, index) => ({ title: `row ${index}` }));
  const answer = await project.secretApi(`/data/${table}`, { json: rows });
  if (answer.status >= 300) throw new Error(answer.text);
}

/** The status and count of a list on this server, read with the project's original key. */
async function rowCount(server: TestServer, project: TestProject, table: string, key = project.secretKey) {
  const headers = { authorization: `Bearer ${key}` };
  const answer = await server.api<{ count: number }>(`/api/baas/${project.id}/data/${table}`, { headers });
  return [answer.status, answer.body.count];
}

test('a whole installation moves from SQLite to PostgreSQL: accounts, keys, tokens, balances and every project', async () => {
  await using source = await startTestServer({ engine: 'sqlite' });
  await using target = await startTestServer({ engine: 'postgres' });
  const owner = await createOwner(source);
  const [shop, blog] = [await source.createProject({ id: 'shop' }), await source.createProject({ id: 'blog' })];
  await fillProject(source, shop);
  await addRows(blog, 'posts', 100);
  await fund(shop, 500);
  const member = await createMember(source, shop, 'editor');
  const made = await owner.api<{ data: { token: string } }>('/tokens', { json: { name: 'laptop' } });
  const enrolled = await owner.api<{ data: { secret: string } }>('/auth/mfa/totp/enroll', { json: {} });
  const { secret } = enrolled.body.data;
  expect((await owner.api('/auth/mfa/totp/verify', { json: { code: totpCode(secret) } })).status).toBe(200);

  // An operator of the installation backs up the projects of other people too.
  await using from = await openApp(source, made.body.data.token);
  const folder = join(from.path, 'moving');
  const saved = await from.run(['instance', 'backup', '--out', folder, ...(await withPassphrase(from)), '--json']);
  expect(saved, saved.stdout).toMatchObject({ exit: 0, stderr: '' });
  expect(saved.json().data).toMatchObject({ projects: 2, engine: 'sqlite', has_passphrase: true });
  expect((await readdir(folder)).sort()).toEqual(['control.ndjson', 'instance.json', 'projects']);
  expect((await stat(join(folder, 'control.ndjson'))).mode & 0o777).toBe(0o600);
  const document = await readFile(join(folder, 'control.ndjson'), 'utf8');
  expect(document).not.toContain(secret);

  // The same person has created an account in the new installation, with another password.
  const mover = await createOwner(target);
  const moving = await mover.api<{ data: { token: string } }>('/tokens', { json: { name: 'moving' } });
  await using to = await openApp(target, moving.body.data.token);
  const restored = await to.run(['instance', 'restore', folder, ...(await withPassphrase(to)), '--json']);
  expect(restored, restored.stdout).toMatchObject({ exit: 0, stderr: '' });
  expect(restored.json().data).toMatchObject({ projects: 2, restored_before: 0, left_out: [], failed: [] });

  expect(await rowCount(target, blog, 'posts')).toEqual([200, 100]);
  expect(await rowCount(target, shop, 'teams')).toEqual([200, 2]);
  const users = '/api/cloud/projects/shop/users';
  expect((await target.adminApi<{ data: object[] }>(users)).body.data).toEqual(
    (await source.adminApi<{ data: object[] }>(users)).body.data,
  );
  const there = {
    ...shop,
    cloudApi: ((path, init) => target.adminApi(`/api/cloud/projects/shop${path}`, init)) as typeof shop.cloudApi,
  };
  expect(await billingOf(there)).toEqual(await billingOf(shop));
  expect((await signIn(target, member.email)).id).toBe(member.id);
  const asToken = { authorization: `Bearer ${made.body.data.token}` };
  expect((await target.api('/api/cloud/operators', { headers: asToken })).status).toBe(200);
  const login = await target.api<{ data: { mfa_token: string } }>('/api/cloud/auth/login', {
    json: { email: owner.email, password: PASSWORD },
  });
  const answered = await target.api('/api/cloud/auth/mfa/challenge', {
    json: { mfa_token: login.body.data.mfa_token, code: totpCode(secret, 1) },
  });
  expect(answered.status, answered.text).toBe(200);
  const audit = await target.adminApi<{ data: { action: string }[] }>('/api/cloud/projects/shop/audit');
  expect(audit.body.data.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['project.create', 'member.invite', 'project.restore']),
  );

  const again = await to.run(['instance', 'restore', folder, ...(await withPassphrase(to)), '--json']);
  expect(again.json().data, again.stdout).toMatchObject({ projects: 2, restored_before: 2, failed: [] });
}, 180_000);

test('an interrupted restore continues where it stopped, and names what the backup lacks', async () => {
  await using source = await startTestServer({ engine: 'postgres' });
  await using target = await startTestServer({ engine: 'sqlite' });
  const ids = ['one', 'two', 'three', 'four'];
  for (const id of ids) await addRows(await source.createProject({ id }), 'notes', 3);
  await using from = await openApp(source);
  const secret = await withPassphrase(from);
  const folder = join(from.path, 'moving');
  expect(await from.run(['instance', 'backup', '--out', folder, ...secret])).toMatchObject({ exit: 0 });
  const archive = join(folder, 'projects', 'three.service.tar');
  const bytes = await readFile(archive);
  const damaged = Buffer.from(bytes);
  damaged[bytes.length >> 1] = (damaged[bytes.length >> 1] ?? 0) ^ 1;
  await writeFile(archive, damaged);
  await rm(join(folder, 'projects', 'four.service.tar'));

  await using to = await openApp(target);
  const first = await to.run(['instance', 'restore', folder, ...secret, '--json']);
  expect(first.exit, first.stdout).toBe(1);
  expect(first.json().data['failed']).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ project: 'three', code: 'checksum' }),
      expect.objectContaining({ project: 'four', code: 'missing' }),
    ]),
  );
  await writeFile(archive, bytes);
  const second = await to.run(['instance', 'restore', folder, ...secret, '--json']);
  expect(second.json().data).toMatchObject({ projects: 4, restored_before: 2, failed: [{ project: 'four' }] });
  const listed = await target.adminApi<{ data: { id: string }[] }>('/api/cloud/projects/three/tables');
  expect(listed.body.data).toHaveLength(1);
}, 180_000);

test('a backup can go to an object store, and no secret is in the arguments', async () => {
  await using store = await startObjectStore();
  await using source = await startTestServer();
  await using target = await startTestServer({ config: { masterKey: Buffer.alloc(32, 7) } });
  await addRows(await source.createProject({ id: 'shop' }), 'notes', 2);
  const { endpoint, bucket, accessKey, secretKey } = store.config;
  const place = `s3://${accessKey}:${secretKey}@${new URL(endpoint).host}/${bucket}/all?tls=off`;
  await using from = await openApp(source, source.adminToken, { SERVICE_BACKUP_URL: place });
  const secret = await withPassphrase(from);
  const saved = await from.run(['instance', 'backup', '--stored', '--out', 'monday', ...secret, '--json']);
  expect(saved, saved.stdout).toMatchObject({ exit: 0 });
  expect(saved.stdout).not.toContain(`:${secretKey}@`);
  const taken = await from.run(['instance', 'backup', '--stored', '--out', 'monday', ...secret, '--json']);
  expect(taken.json()).toMatchObject({ code: 'not_empty', exit: 1 });
  await using to = await openApp(target, target.adminToken, { SERVICE_BACKUP_URL: place });
  const restored = await to.run(['instance', 'restore', 'monday', '--stored', ...secret, '--json']);
  expect(restored.json().data, restored.stdout).toMatchObject({ projects: 1, failed: [] });
  expect((await to.run(['instance', 'restore', place])).exit).toBe(2);
  const out = join(to.path, 'master.key');
  expect(await to.run(['instance', 'key', 'monday', '--stored', ...secret, '--out', out])).toMatchObject({ exit: 0 });
  expect(await readFile(out, 'utf8')).toBe(await readFile(join(source.dataDir, 'master.key'), 'utf8'));
}, 120_000);

test('only operators can restore, only into an empty installation, and with the passphrase or the same master key', async () => {
  const masterKey = createHash('sha256').update('a key of both').digest();
  await using source = await startTestServer({ config: { masterKey } });
  await using same = await startTestServer({ config: { masterKey } });
  await using other = await startTestServer();
  const shop = await source.createProject({ id: 'shop' });
  const [owner, member] = [await createOwner(source), await createMember(source, shop, 'admin')];
  await using from = await openApp(source);
  const folder = join(from.path, 'moving');
  expect(await from.run(['instance', 'backup', '--out', folder, '--json'])).toMatchObject({ exit: 0 });
  for (const { api, status } of [
    { api: owner.api, status: 200 },
    { api: member.api, status: 403 },
  ]) {
    expect((await api('/instance/backup')).status).toBe(status);
  }
  await using stranger = await openApp(other);
  const refused = await stranger.run(['instance', 'restore', folder, '--json']);
  expect(refused.json()).toMatchObject({ code: 'passphrase_required', exit: 1 });
  expect((await other.adminApi<{ data: object[] }>('/api/cloud/projects')).body.data).toEqual([]);
  await using to = await openApp(same);
  expect((await to.run(['instance', 'restore', folder, '--json'])).json()).toMatchObject({ data: { projects: 1 } });
  await other.createProject({ id: 'mine' });
  const document = await readFile(join(folder, 'control.ndjson'), 'utf8');
  const send = (body: string, type = 'application/x-ndjson') =>
    fetch(`${other.url}/api/cloud/instance/restore`, {
      method: 'POST',
      headers: { authorization: `Bearer ${other.adminToken}`, 'content-type': type },
      body,
    }).then(async (answer) => [answer.status, ((await answer.json()) as { code: string }).code]);
  expect(await send(document, 'text/plain')).toEqual([415, 'unsupported_media_type']);
  expect(await send(document.slice(0, -20))).toEqual([400, 'invalid_archive']);
  expect(await send(document.replace('"table":"projects"', '"table":"_jobs"'))).toEqual([400, 'invalid_archive']);
  expect(await send(document.replace(/"control_version":\d+/, '"control_version":1'))).toEqual([
    400,
    'unsupported_archive',
  ]);
  await using full = await startTestServer({ config: { masterKey } });
  await full.createProject({ id: 'mine' });
  await using into = await openApp(full);
  const notEmpty = (await into.run(['instance', 'restore', folder, '--json'])).json<{
    details: object;
    code: string;
  }>();
  expect(notEmpty).toMatchObject({ code: 'not_empty', details: { projects: ['mine'], accounts: 0 } });
}, 120_000);
