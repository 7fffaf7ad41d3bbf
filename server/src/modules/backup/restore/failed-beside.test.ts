import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createApi } from '../../../../test/api-client.ts';
import { ADMIN_TOKEN } from '../../../../test/start-test-server.ts';
import { createConfig } from '../../../config/index.ts';
import { silentLogger } from '../../../platform/logger.ts';
import { createServer } from '../../../server.ts';

const PATIENT = { timeout: 10_000, interval: 50 };
const RESTORE = '/api/cloud/projects/shop/restore';
const REFUSE = "BEGIN SELECT RAISE(ABORT, 'refused by the test'); END";
const REFUSE_LOADING = `CREATE TRIGGER refuse_loading BEFORE UPDATE ON restores WHEN NEW.state = 'loading' ${REFUSE}`;
/** A restore that has failed moves to the project of its moment. */
const REFUSE_KEEPING = `CREATE TRIGGER refuse_keeping BEFORE UPDATE ON restores WHEN NEW.store <> OLD.store ${REFUSE}`;
const REFUSE_REMOVAL = `CREATE TRIGGER refuse_removal BEFORE DELETE ON projects ${REFUSE}`;

let root = '';
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'failed-beside-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function start() {
  const archive = { archiveUrl: `file://${root}/archive`, archiveSeconds: '1' };
  const data = { mode: 'production', dataDir: join(root, 'data') };
  const env = { ...data, ...archive, adminToken: ADMIN_TOKEN, rateLimits: 'off', port: '0' };
  const server = await createServer(createConfig(env), { logger: silentLogger });
  return { api: createApi(server.url, ADMIN_TOKEN), [Symbol.asyncDispose]: () => server.close(0) };
}

function runInControl(...statements: readonly string[]): void {
  using control = new DatabaseSync(join(root, 'data', 'control.db'));
  for (const statement of statements) control.exec(statement);
}

function findStore(project: string): string {
  using control = new DatabaseSync(join(root, 'data', 'control.db'));
  return String(control.prepare('SELECT store FROM projects WHERE id = ?').get(project)?.['store']);
}

async function createShop(): Promise<void> {
  await using server = await start();
  expect((await server.api('/api/cloud/projects', { json: { name: 'Shop', id: 'shop' } })).status).toBe(201);
}

/** Begins to restore the newest moment of the project beside it; returns the restore's id. */
async function restoreBeside({ api }: Pick<Awaited<ReturnType<typeof start>>, 'api'>): Promise<string> {
  const readMoments = () => api<{ data: { to: string } }>(`${RESTORE}/moments`);
  await expect.poll(async () => (await readMoments()).status, PATIENT).toBe(200);
  const { body } = await readMoments();
  const begun = await api<{ data: { id: string } }>(`${RESTORE}?at=${body.data.to}&as=beside&wait=0`, {
    method: 'POST',
  });
  expect(begun.status, begun.text).toBe(202);
  return begun.body.data.id;
}

test('a restore beside a project that fails after its answer leaves no project, even when it cannot be kept', async () => {
  await createShop();
  runInControl(REFUSE_LOADING, REFUSE_KEEPING);
  await using second = await start();
  await restoreBeside(second);
  await expect.poll(async () => (await second.api('/api/cloud/projects/beside')).status, PATIENT).toBe(404);
}, 60_000);

test('a restore beside a project that a process left unfinished leaves no project after the next start that can remove it', async () => {
  await createShop();
  runInControl(REFUSE_LOADING, REFUSE_REMOVAL);
  let id = '';
  {
    await using second = await start();
    id = await restoreBeside(second);
  }
  {
    await using refused = await start();
    expect((await refused.api('/api/cloud/projects/shop')).status).toBe(200);
    expect((await refused.api('/api/cloud/projects/beside')).status).toBe(200);
  }
  runInControl('DROP TRIGGER refuse_loading', 'DROP TRIGGER refuse_removal');
  await using third = await start();
  const { api } = third;
  expect((await api('/api/cloud/projects/beside')).status).toBe(404);
  expect((await api('/api/cloud/projects/shop')).status).toBe(200);
  expect((await api(`/api/cloud/projects/shop/restores/${id}`)).body).toMatchObject({ data: { state: 'failed' } });
}, 60_000);

test('a restore beside a project that fails keeps the new project when its owner has already written to it', async () => {
  await createShop();
  runInControl(REFUSE_LOADING, REFUSE_REMOVAL);
  let id = '';
  {
    await using second = await start();
    id = await restoreBeside(second);
    const table = { name: 'notes', columns: [{ name: 'text', type: 'text' }] };
    expect((await second.api('/api/cloud/projects/beside/tables', { json: table })).status).toBe(201);
    const row = await second.api('/api/cloud/projects/beside/data/notes', { json: { text: 'kept' } });
    expect(row.status, row.text).toBe(201);
  }
  runInControl('DROP TRIGGER refuse_loading', 'DROP TRIGGER refuse_removal');
  await using third = await start();
  const rows = await third.api('/api/cloud/projects/beside/data/notes');
  expect(rows.body).toMatchObject({ data: [{ text: 'kept' }], count: 1 });
  for (const project of ['shop', 'beside']) {
    const found = await third.api(`/api/cloud/projects/${project}/restores/${id}`);
    expect(found.body).toMatchObject({ data: { state: 'failed' } });
  }
}, 60_000);

test('a restore beside a project that fails is recorded and keeps the new project until that can be read', async () => {
  await createShop();
  runInControl(REFUSE_LOADING, REFUSE_REMOVAL);
  let id = '';
  {
    await using second = await start();
    id = await restoreBeside(second);
  }
  runInControl('DROP TRIGGER refuse_loading', 'DROP TRIGGER refuse_removal');
  const beside = join(root, 'data', 'projects', `${findStore('beside')}.db`);
  const runInBeside = (statement: string): void => {
    using database = new DatabaseSync(beside);
    database.exec(statement);
  };
  const startAndFind = async () => {
    await using server = await start();
    const { body } = await server.api(`/api/cloud/projects/shop/restores/${id}`);
    return { status: (await server.api('/api/cloud/projects/beside')).status, body };
  };
  runInBeside('ALTER TABLE _integrations RENAME TO _unreadable');
  const failed = { data: { state: 'failed', error: { code: 'unavailable' } } };
  expect(await startAndFind()).toMatchObject({ status: 200, body: failed });
  runInBeside('ALTER TABLE _unreadable RENAME TO _integrations');
  expect(await startAndFind()).toMatchObject({ status: 404, body: failed });
}, 60_000);

test('a restore beside a project that fails keeps the new project when its owner has changed its settings', async () => {
  await createShop();
  runInControl(REFUSE_LOADING, REFUSE_REMOVAL);
  {
    await using second = await start();
    await restoreBeside(second);
    const renamed = await second.api('/api/cloud/projects/beside', { method: 'PATCH', json: { name: 'Kept' } });
    expect(renamed.status, renamed.text).toBe(200);
  }
  runInControl('DROP TRIGGER refuse_loading', 'DROP TRIGGER refuse_removal');
  await using third = await start();
  expect((await third.api('/api/cloud/projects/beside')).body).toMatchObject({ data: { name: 'Kept' } });
}, 60_000);
