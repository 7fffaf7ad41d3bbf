import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ENGINES, openProject, startTestServer, type TestProject, type TestServer } from '../../../../test/index.ts';
import { createMember } from '../../../../test/operators.ts';
import { storeOf } from '../../../../test/store-of.ts';
import { uploadFile } from '../../../../test/upload.ts';
import { createVisitor, USER_PASSWORD } from '../../../../test/visitor.ts';
import { backUp, fillProject, restore } from '../../../../test/whole-project.ts';
import { createRestoresStore } from '../restores-store.ts';

async function withNotes(server: TestServer): Promise<TestProject> {
  const project = await server.createProject();
  await project.createTable({
    name: 'notes',
    columns: [{ name: 'title', type: 'text', unique: true }],
    rules: { read: 'public' },
  });
  await project.secretApi('/data/notes', { json: [{ title: 'one' }, { title: 'two' }] });
  return project;
}

async function titles(project: TestProject): Promise<unknown> {
  const { body } = await project.secretApi<{ data: { title: string }[] }>('/data/notes');
  return body.data.map(({ title }) => title);
}

/** Expects that a finished restore left no extra store, archive or file. */
async function leftOvers(server: TestServer, projects: number): Promise<void> {
  const stores = (await readdir(join(server.dataDir, 'projects'))).filter((name) => name.endsWith('.db'));
  expect(stores.length).toBeLessThanOrEqual(projects);
  expect(await readdir(join(server.dataDir, 'cache', 'archives')).catch(() => [])).toEqual([]);
  expect(await readdir(join(server.dataDir, 'cache', 'snapshots')).catch(() => [])).toEqual([]);
}

test.each(ENGINES)('a restore is found by the store that its project had before, on %s', async (engine) => {
  await using server = await startTestServer({ engine });
  const source = await withNotes(server);
  const target = await server.createProject();
  const before = await storeOf(server.database, target.id);
  const { body } = await restore(server, target, await backUp(server, source));
  expect(await storeOf(server.database, target.id)).not.toBe(before);
  const restores = createRestoresStore(server.database);
  // A poll that read the project just before the restore ended still asks with the old store.
  expect(await restores.find(before, body.data.id)).toMatchObject({ record: { state: 'done' } });
  expect(await restores.find(await storeOf(server.database, source.id), body.data.id)).toBeUndefined();
});

describe('200', () => {
  test('a restore with ?replace and the id of the project replaces its rows and keeps its keys', async () => {
    await using server = await startTestServer();
    const source = await withNotes(server);
    const archive = await backUp(server, source);
    await source.secretApi('/data/notes', { json: { title: 'three' } });
    const replaced = await restore(server, source, archive, { query: `?replace=${source.id}` });
    expect(replaced).toMatchObject({ status: 200, body: { data: { state: 'done' } } });
    // The answer comes after the switch: the keys still work, and the archive's rules apply.
    expect(await titles(source)).toEqual(['one', 'two']);
    expect((await source.api<{ count: number }>('/data/notes')).body.count).toBe(2);
    expect((await source.secretApi('/data/notes', { json: { title: 'four' } })).status).toBe(201);
    const audit = await source.cloudApi<{ data: { action: string }[] }>('/audit');
    const actions = audit.body.data.map(({ action }) => action);
    expect(actions).toEqual(expect.arrayContaining(['project.restore', 'project.backup', 'table.create']));
    await leftOvers(server, 1);
  });

  test('a restore keeps the members, plan and balance of the project', async () => {
    await using server = await startTestServer();
    const project = await withNotes(server);
    const archive = await backUp(server, project);
    const path = `/api/cloud/projects/${project.id}/billing`;
    await server.adminApi(path, { method: 'PATCH', json: { plan: 'pro' } });
    await server.adminApi(`${path}/entries`, { json: { amount: 1234, kind: 'top_up' } });
    const before = await server.adminApi(path);
    expect(before.body).toMatchObject({ data: { plan: 'pro', balance: 1234 } });
    expect((await restore(server, project, archive, { query: `?replace=${project.id}` })).status).toBe(200);
    expect((await server.adminApi(path)).body).toEqual(before.body);
  });

  test('only instance operators restore limits and a confirmed inbox address', async () => {
    await using server = await startTestServer();
    const project = await withNotes(server);
    const settings = { limits: { storage_bytes: 2 ** 45 }, inbox: { notify_email: 'reader@example.com' } };
    const owner = await createMember(server, project, 'owner');
    const path = `/projects/${project.id}`;
    const set = (json: object) => project.cloudApi('/settings', { method: 'PATCH', json });
    await set(settings);
    const archive = await backUp(server, project);
    await set({ limits: { storage_bytes: 1000 }, inbox: { notify_email: null } });
    const readSettings = async () => (await project.cloudApi<{ data: typeof settings }>('/settings')).body.data;
    const restored = await owner.api(`${path}/restore?replace=${project.id}`, {
      method: 'POST',
      body: new Uint8Array(archive),
      headers: { 'content-type': 'application/x-tar' },
    });
    expect(restored).toMatchObject({ status: 200, body: { data: { state: 'done' } } });
    expect(await readSettings()).toMatchObject({
      limits: { storage_bytes: 1000 },
      inbox: { notify_email: 'reader@example.com', notify_email_confirmed: false },
    });
    expect((await restore(server, project, archive, { query: `?replace=${project.id}` })).status).toBe(200);
    expect(await readSettings()).toMatchObject({
      limits: { storage_bytes: 2 ** 45 },
      inbox: { notify_email_confirmed: true },
    });
  });

  test('a dry run does everything but the switch, and changes nothing in the project', async () => {
    await using server = await startTestServer();
    const source = await withNotes(server);
    const archive = await backUp(server, source);
    await source.secretApi('/data/notes', { json: { title: 'three' } });
    const dry = await restore(server, source, archive, { query: '?dry_run=true' });
    expect(dry).toMatchObject({ status: 200, body: { data: { state: 'done', dry_run: true, counts: { rows: 2 } } } });
    expect(await titles(source)).toEqual(['one', 'two', 'three']);
    const dryRestore = await source.cloudApi(`/restores/${dry.body.data.id}`);
    expect(dryRestore.body).toMatchObject({ data: dry.body.data, count: 1 });
    await leftOvers(server, 1);
  });

  test('with ?secrets=skip the secrets of an archive with a passphrase are left out by name', async () => {
    await using from = await startTestServer();
    await using to = await startTestServer();
    const source = await from.createProject();
    const whole = await fillProject(from, source);
    const archive = await backUp(from, source, { passphrase: 'a good passphrase' });
    const target = await to.createProject();
    const skipped = await restore(to, target, archive, { query: '?secrets=skip' });
    expect(skipped).toMatchObject({ status: 200, body: { data: { state: 'done' } } });
    const named = skipped.body.data.left_out.map(({ kind, name }) => `${kind} ${name}`).sort();
    expect(named).toEqual(
      [
        'captcha inbox',
        'integration ai',
        'integration payments',
        'provider google',
        'secret TOKEN',
        `totp ${whole.email}`,
        `webhook ${whole.webhookId}`,
      ].sort(),
    );
    // The second factor is off: the password alone signs in.
    const login = await createVisitor(target.api).api('/auth/login', {
      json: { email: whole.email, password: USER_PASSWORD },
    });
    expect(login.body, login.text).toMatchObject({ data: { user: { id: whole.userId, mfa_enabled: false } } });
    const webhook = await target.cloudApi(`/webhooks/${whole.webhookId}`);
    expect(webhook.body).toMatchObject({ data: { enabled: false, has_secret: false } });
  });

  test('the server that made an archive opens its secrets without a passphrase, if it was made without one', async () => {
    await using server = await startTestServer();
    const source = await server.createProject();
    await fillProject(server, source);
    const restored = await restore(server, await server.createProject(), await backUp(server, source));
    expect(restored).toMatchObject({ status: 200, body: { data: { left_out: [] } } });
  });

  test('API keys are restored only on request', async () => {
    await using from = await startTestServer();
    await using to = await startTestServer();
    const source = await withNotes(from);
    const archive = await backUp(from, source);
    const target = await to.createProject();
    expect((await restore(to, target, archive, { query: '?keys=archive' })).status).toBe(200);
    expect((await target.api('/data/notes')).status).toBe(401);
    expect((await target.api('/data/notes', { key: source.publicKey })).status).toBe(200);
    expect((await target.secretApi('/data/notes', { key: source.secretKey })).status).toBe(200);
  });

  test('with ?paused=true webhooks and schedules stay off, and a restore sends nothing', async () => {
    await using server = await startTestServer();
    const source = await server.createProject();
    const { webhookId } = await fillProject(server, source);
    const target = await server.createProject();
    const restored = await restore(server, target, await backUp(server, source), { query: '?paused=true' });
    expect(restored.status).toBe(200);
    await server.runJobsUntilIdle();
    const deliveries = await target.cloudApi<{ count: number }>(`/webhooks/${webhookId}/deliveries`);
    expect(deliveries.body.count).toBe(0);
    expect((await target.cloudApi(`/webhooks/${webhookId}`)).body).toMatchObject({ data: { enabled: false } });
    expect((await target.cloudApi('/functions/nightly')).body).toMatchObject({
      data: { enabled: false, next_run_at: null },
    });
    // A row change is delivered when ?paused is absent: the triggers are restored.
    const active = await server.createProject();
    await restore(server, active, await backUp(server, source));
    await active.secretApi('/data/people', { json: {} });
    const sent = await active.cloudApi<{ count: number }>(`/webhooks/${webhookId}/deliveries`);
    expect(sent.body.count).toBe(1);
  });

  test('an archive without files restores everything else, and file columns become null', async () => {
    await using server = await startTestServer();
    const source = await server.createProject();
    await fillProject(server, source);
    const archive = await backUp(server, source, { query: '?exclude=files,deployments,messages' });
    const target = await server.createProject();
    const restored = await restore(server, target, archive);
    expect(restored).toMatchObject({
      status: 200,
      body: { data: { counts: { rows: 3, files: 0, file_bytes: 0, deployments: 0, messages: 0 } } },
    });
    expect(restored.body.data.left_out.map(({ kind }) => kind)).toEqual(['files', 'messages', 'deployments']);
    const teams = await target.secretApi<{ data: { logo: string | null }[] }>('/data/teams');
    expect(teams.body.data.map(({ logo }) => logo)).toEqual([null, null]);
  });

  test('an archive without data restores tables, settings and functions, but no rows, users, files or messages', async () => {
    await using server = await startTestServer();
    const source = await server.createProject();
    await fillProject(server, source);
    const archive = await backUp(server, source, { query: '?exclude=data' });
    const target = await server.createProject();
    const restored = await restore(server, target, archive, { query: '?secrets=skip&paused=true' });
    expect(restored).toMatchObject({
      status: 200,
      body: { data: { counts: { rows: 0, users: 0, files: 0, file_bytes: 0, messages: 0 } } },
    });
    expect(restored.body.data.left_out).toContainEqual(expect.objectContaining({ kind: 'data', name: '*' }));
    const tables = async (project: TestProject) =>
      (await project.cloudApi<{ data: { name: string }[] }>('/tables')).body.data.map(({ name }) => name);
    expect(await tables(target)).toEqual(await tables(source));
    expect((await target.cloudApi<{ count: number }>('/users')).body.count).toBe(0);
    expect((await target.secretApi<{ count: number }>('/data/people')).body.count).toBe(0);
    const functions = async (project: TestProject) => {
      const { body } = await project.cloudApi<{ data: { name: string; origin: string }[] }>('/functions');
      // Templates exist only while an integration is connected, which needs its credentials.
      return body.data.filter(({ origin }) => origin !== 'template').map(({ name }) => name);
    };
    expect(await functions(target)).toEqual(await functions(source));
  });
});

describe('202', () => {
  test('with ?wait=0 a restore answers 202 and can be polled until it ends', async () => {
    await using server = await startTestServer();
    const source = await withNotes(server);
    const target = await server.createProject();
    const started = await restore(server, target, await backUp(server, source), { query: '?wait=0' });
    expect(started).toMatchObject({ status: 202, body: { data: { error: null } } });
    const readState = async () =>
      (await target.cloudApi<{ data: { state: string } }>(`/restores/${started.body.data.id}`)).body.data.state;
    while (['verifying', 'loading'].includes(await readState()))
      await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await readState()).toBe('done');
    expect(await titles(target)).toEqual(['one', 'two']);
    expect((await source.cloudApi(`/restores/${started.body.data.id}`)).status).toBe(404);
  });
});

describe('a backup or restore is refused for', () => {
  const { server, project } = openProject('sqlite');
  const CALLS = [
    ['GET', '/backup'],
    ['GET', '/backups'],
    ['POST', '/backups'],
    ['POST', '/restore'],
  ] as const;
  const pathOf = (route: string): string => `/projects/${project.id}${route}`;

  describe('400', () => {
    test('an empty archive', async () => {
      const headers = { 'content-type': 'application/x-tar' };
      expect(await project.cloudApi('/restore', { method: 'POST', body: '', headers })).toMatchObject({
        status: 400,
        body: { code: 'invalid_archive', details: { entry: 'manifest.json', reason: 'truncated' } },
      });
    });

    const validation = { status: 400, body: { code: 'validation_failed' } };

    test('an unknown part to exclude', async () => {
      expect(await project.cloudApi('/backup?exclude=rows')).toMatchObject(validation);
    });

    test('the id of another project in ?replace', async () => {
      const source = await withNotes(server);
      const archive = await backUp(server, source);
      expect(await restore(server, source, archive, { query: '?replace=another' })).toMatchObject(validation);
    });

    test('a passphrase that is missing, wrong or too short', async () => {
      const source = await server.createProject();
      await fillProject(server, source);
      const archive = await backUp(server, source, { passphrase: 'a good passphrase' });
      const target = await server.createProject();
      const codeWith = async (passphrase?: string): Promise<unknown> => {
        const { status, body } = await restore(server, target, archive, { ...(passphrase && { passphrase }) });
        return [status, body.code];
      };
      expect(await codeWith()).toEqual([400, 'passphrase_required']);
      expect(await codeWith('another passphrase')).toEqual([400, 'wrong_passphrase']);
      expect(await codeWith('short')).toEqual([400, 'validation_failed']);
      expect((await target.cloudApi<{ count: number }>('/tables')).body.count).toBe(0);
    });
  });

  describe('401', () => {
    test.each(CALLS)('%s %s without a token', async (method, route) => {
      const answer = await server.api(`/api/cloud${pathOf(route)}`, { method });
      expect(answer).toMatchObject({ status: 401, body: { code: 'not_authenticated' } });
    });
  });

  describe('403', () => {
    test('an admin who is not an owner, on every route', async () => {
      const admin = await createMember(server, project, 'admin');
      for (const [method, route] of CALLS) {
        const answer = await admin.api(pathOf(route), { method });
        expect(answer, `${method} ${route}`).toMatchObject({ status: 403, body: { code: 'forbidden' } });
      }
    });
  });

  describe('409', () => {
    test('a project that is not empty, without ?replace', async () => {
      const source = await withNotes(server);
      const archive = await backUp(server, source);
      await source.secretApi('/data/notes', { json: { title: 'three' } });
      expect(await restore(server, source, archive)).toMatchObject({
        status: 409,
        body: { code: 'not_empty', details: { found: ['tables'] } },
      });
      expect(await titles(source)).toEqual(['one', 'two', 'three']);
    });

    test('API keys of the archive that another project uses', async () => {
      const archive = await backUp(server, await withNotes(server));
      const target = await server.createProject();
      expect(await restore(server, target, archive, { query: '?keys=archive' })).toMatchObject({
        status: 409,
        body: { code: 'duplicate' },
      });
    });
  });

  describe('415', () => {
    test('a body that is not an archive', async () => {
      const answer = await project.cloudApi('/restore', { json: {} });
      expect(answer).toMatchObject({ status: 415, body: { code: 'unsupported_media_type' } });
    });
  });
});

test.each(ENGINES)(
  'a backup is a consistent snapshot while rows and files change, on %s',
  async (engine) => {
    await using server = await startTestServer({ engine });
    const source = await server.createProject();
    await source.createTable({
      name: 'accounts',
      columns: [
        { name: 'balance', type: 'integer' },
        { name: 'receipt', type: 'file' },
      ],
    });
    const balances = Array.from({ length: 50 }, () => ({ balance: 100 }));
    const { body } = await source.secretApi<{ data: { id: string }[] }>('/data/accounts', { json: balances });
    const ids = body.data.map(({ id }) => id);
    const files = await Promise.all(
      ids.slice(0, 10).map((id) => uploadFile(source.secretApi, { bytes: `receipt ${id}` })),
    );
    let isOver = false;
    /** Moves one unit from one row to another in a transaction, over and over. */
    const transfers = async (): Promise<number> => {
      let transfersDone = 0;
      const amounts = new Map(ids.map((id) => [id, 100]));
      while (!isOver) {
        const [from = '', to = ''] = [ids[transfersDone % ids.length], ids[(transfersDone * 7 + 1) % ids.length]];
        if (from !== to) {
          amounts.set(from, (amounts.get(from) ?? 0) - 1);
          amounts.set(to, (amounts.get(to) ?? 0) + 1);
          const items = [from, to].map((id) => ({ op: 'update', id, data: { balance: amounts.get(id) } }));
          const answer = await source.secretApi('/data/accounts/batch', { json: { items } });
          expect(answer.status, answer.text).toBe(200);
        }
        transfersDone += 1;
      }
      return transfersDone;
    };
    const deletions = async (): Promise<void> => {
      for (const { id } of files) await source.secretApi(`/storage/files/${id}`, { method: 'DELETE' });
      await server.runJobsUntilIdle();
    };
    const running = transfers();
    const archives = await Promise.all([backUp(server, source), deletions().then(() => backUp(server, source))]);
    isOver = true;
    expect(await running).toBeGreaterThan(5);
    for (const archive of archives) {
      const target = await server.createProject();
      expect((await restore(server, target, archive)).status).toBe(200);
      const sum = await target.secretApi<{ data: { sum_balance: number }[] }>('/data/accounts/aggregate', {
        json: { aggregates: [{ op: 'sum', field: 'balance' }] },
      });
      expect(sum.body.data).toEqual([{ sum_balance: 5000 }]);
    }
  },
  60_000,
);
