import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createPostgresDatabase } from '../../../test/engines/postgres-database.ts';
import { startPostgresServer } from '../../../test/engines/postgres-server.ts';
import { startTestServer, type TestProject, type TestServer } from '../../../test/index.ts';

const BACK_MS = 20_000;
const ORIGIN = 'https://app.example.com';

async function withNotes(server: TestServer): Promise<TestProject> {
  const project = await server.createProject();
  await project.createTable({
    name: 'notes',
    columns: [{ name: 'title', type: 'text' }],
    rules: { read: 'public', create: 'public' },
  });
  expect((await project.api('/data/notes', { json: { title: 'one' } })).status).toBe(201);
  return project;
}

const listed = async (server: TestServer): Promise<unknown> => {
  const { body } = await server.adminApi<{ data: readonly { name: string; state: string }[] }>(
    '/api/cloud/instance/databases',
  );
  return Object.fromEntries(body.data.map(({ name, state }) => [name, state]));
};

const down = async (server: TestServer): Promise<unknown> => {
  const { status, body } = await server.api<{ databases_down?: readonly string[] }>('/health');
  return [status, body.databases_down];
};

/** Asks without a read of the project's own rows. */
async function allowedOrigin({ url }: TestServer, { id }: TestProject): Promise<string | null> {
  const headers = { origin: ORIGIN, 'access-control-request-method': 'GET' };
  const preflight = await fetch(`${url}/api/baas/${id}/data/notes`, { method: 'OPTIONS', headers });
  return preflight.headers.get('access-control-allow-origin');
}

test('a database that is down affects only its own projects and recovers without a restart', async () => {
  await using primary = await createPostgresDatabase();
  await using postgres = await startPostgresServer();
  const config = { database: { engine: 'postgres', url: primary.url } as const, masterKey: randomBytes(32) };
  await using server = await startTestServer({ config });
  const here = await withNotes(server);
  const url = await postgres.createDatabase();
  const added = await server.adminApi('/api/cloud/instance/databases', { json: { name: 'b', url } });
  expect(added.status, added.text).toBe(201);
  const there = await withNotes(server);
  expect(await down(server)).toEqual([200, undefined]);
  await postgres.stop();

  for (const json of [undefined, { title: 'two' }]) {
    const refused = await there.api('/data/notes', json && { json });
    expect(refused).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect(refused.headers.get('retry-after')).toBe('1');
  }
  expect((await here.api('/data/notes', { json: { title: 'two' } })).status).toBe(201);
  await expect.poll(() => down(server), { timeout: BACK_MS }).toEqual([200, ['b']]);
  expect(await listed(server)).toEqual({ primary: 'ok', b: 'down' });
  // New projects go to a reachable database, also in a process that starts during the outage, which deletes nothing.
  await using second = await startTestServer({ config });
  await expect.poll(() => down(second), { timeout: BACK_MS }).toEqual([200, ['b']]);
  for (const one of [server, second]) {
    expect((await (await withNotes(one)).api('/data/notes')).body).toMatchObject({ count: 1 });
  }
  const elsewhere = await fetch(`${second.url}/api/baas/${there.id}/data/notes`, {
    headers: { authorization: `Bearer ${there.publicKey}` },
  });
  expect(elsewhere.status).toBe(503);
  expect(await there.cloudApi('/move', { json: { database: 'primary' } })).toMatchObject({ status: 503 });
  expect(await here.cloudApi('/move', { json: { database: 'b' } })).toMatchObject({ status: 503 });

  await postgres.start();
  const read = async () => (await there.api<{ count: number }>('/data/notes')).body.count;
  await expect.poll(read, { timeout: BACK_MS }).toBe(1);
  await expect.poll(() => down(server), { timeout: BACK_MS }).toEqual([200, undefined]);
  expect((await there.api('/data/notes', { json: { title: 'two' } })).status).toBe(201);
  await expect
    .poll(async () => (await there.cloudApi('/move', { json: { database: 'primary' } })).status, { timeout: BACK_MS })
    .toBe(200);
  expect((await there.api('/data/notes')).body).toMatchObject({ count: 2 });
}, 120_000);

test('every process knows of a move before the old database goes down', async () => {
  await using primary = await createPostgresDatabase();
  await using postgres = await startPostgresServer();
  const config = { database: { engine: 'postgres', url: primary.url } as const, masterKey: randomBytes(32) };
  await using server = await startTestServer({ config });
  const url = await postgres.createDatabase();
  const added = await server.adminApi('/api/cloud/instance/databases', { json: { name: 'b', url } });
  expect(added.status, added.text).toBe(201);
  const project = await withNotes(server);
  await using second = await startTestServer({ config });
  const readThere = async (): Promise<number> =>
    (
      await fetch(`${second.url}/api/baas/${project.id}/data/notes`, {
        headers: { authorization: `Bearer ${project.publicKey}` },
      })
    ).status;
  expect(await readThere()).toBe(200);

  const moved = await project.cloudApi('/move?wait=60', { json: { database: 'primary' } });
  expect(moved).toMatchObject({ status: 200, body: { data: { from: 'b', state: 'done' } } });
  // Every process learns of changes in their order, so one that knows this change knows of the move.
  const opened = await project.cloudApi('', { method: 'PATCH', json: { allowed_origins: [ORIGIN] } });
  expect(opened.status).toBe(200);
  await expect.poll(() => allowedOrigin(second, project), { timeout: BACK_MS }).toBe(ORIGIN);
  await postgres.stop();
  expect(await readThere()).toBe(200);
}, 120_000);
