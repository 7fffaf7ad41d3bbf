import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestClock, startTestServer } from '../../../test/index.ts';
import { createMember, createOwner, setupTokenOf } from '../../../test/operators.ts';
import { createDatabase } from '../../database/index.ts';

const NOTES = { name: 'notes', columns: [{ name: 'title', type: 'text' }] };
const LEFT_OVER = 'p_00000000000000000000000000000bad';

let dataDir = '';
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'service-restart-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

it('the start deletes stores whose project is gone and keeps all others', async () => {
  const clock = createTestClock();
  const first = await startTestServer({ config: { dataDir } });
  const project = await first.createProject({ id: 'shop' });
  await project.createTable(NOTES);
  await first.close();

  const database = await createDatabase({ url: undefined, directory: dataDir, clock });
  await database.query(LEFT_OVER, { text: 'SELECT 1 AS one', values: [] });
  const before = await database.stores();
  expect(before).toContain(LEFT_OVER);
  await database.close();

  const second = await startTestServer({ config: { dataDir } });
  expect((await second.api('/api/baas/shop/data/notes', { key: project.secretKey })).status).toBe(200);
  await second.close();

  const after = await createDatabase({ url: undefined, directory: dataDir, clock });
  expect([...(await after.stores())].sort()).toEqual(before.filter((store) => store !== LEFT_OVER).sort());
  await after.close();
});

it('the control store keeps only the audit entries of a deleted project', async () => {
  const server = await startTestServer({ config: { dataDir } });
  const project = await server.createProject();
  await createMember(server, project, 'owner');
  await project.cloudApi('/members', { json: { email: 'invited@example.com', role: 'viewer' } });
  expect((await project.cloudApi('', { method: 'DELETE' })).status).toBe(200);
  await server.close();
  const database = await createDatabase({ url: undefined, directory: dataDir, clock: createTestClock() });
  const counts: Record<string, unknown> = {};
  for (const table of ['projects', 'project_keys', 'members', 'invites', 'audit']) {
    const [row] = await database.query('control', { text: `SELECT count(*) AS count FROM ${table}`, values: [] });
    counts[table] = row?.['count'];
  }
  await database.close();
  expect(counts).toEqual({ projects: 0, project_keys: 0, members: 0, invites: 0, audit: 6 });
});

it('the last use of a key is saved before the service stops', async () => {
  const clock = createTestClock();
  const first = await startTestServer({ clock, config: { dataDir } });
  const project = await first.createProject({ id: 'shop' });
  await project.createTable(NOTES);
  clock.advance(5000);
  const usedAt = new Date(clock.now()).toISOString();
  await project.secretApi('/data/notes');
  await first.close();
  clock.advance(5000);
  await using second = await startTestServer({ clock, config: { dataDir } });
  const keys = await second.adminApi('/api/cloud/projects/shop/keys');
  expect(keys.body).toMatchObject({ data: [{ last_used_at: usedAt }] });
});

it('every start without an owner prints a link; all links work until an owner exists, then none does', async () => {
  const first = await startTestServer({ config: { dataDir } });
  const token = setupTokenOf(first);
  await first.close();
  const second = await startTestServer({ config: { dataDir } });
  expect(setupTokenOf(second)).not.toBe(token);
  const json = { token, email: 'ann@example.com', password: 'a good password' };
  expect((await second.api('/api/cloud/setup', { json })).status).toBe(201);
  const late = await second.api('/api/cloud/setup', { json: { ...json, token: setupTokenOf(second) } });
  expect(late.status).toBe(404);
  await second.close();
  const third = await startTestServer({ config: { dataDir } });
  expect(third.startText).not.toContain('token');
  await third.close();
});

it('development mode creates a sample once, with three public rows, and does not recreate it after deletion', async () => {
  const config = { dataDir, mode: 'development' } as const;
  const first = await startTestServer({ config });
  const line = /curl -H '(\w+): Bearer (pk_\S+)' '(\S+)'/.exec(first.startText);
  const answer = await fetch(line?.[3] ?? '', { headers: { authorization: `Bearer ${line?.[2]}` } });
  expect(await answer.json()).toMatchObject({
    count: 3,
    data: [{ done: true }, { done: false }, { due: '2030-01-01' }],
  });
  const made = await first.api('/api/baas/sample/data/todos', { key: line?.[2] ?? '', json: { title: 'mine' } });
  expect(made.status).toBe(201);
  const owner = await createOwner(first);
  expect(await owner.api('/projects')).toMatchObject({ body: { data: [{ id: 'sample', name: 'Sample' }], count: 1 } });
  await first.close();

  const second = await startTestServer({ config });
  expect((await second.adminApi('/api/cloud/projects/sample', { method: 'DELETE' })).status).toBe(200);
  await second.close();
  await using third = await startTestServer({ config });
  expect((await third.adminApi('/api/cloud/projects')).body).toEqual({ data: [], count: 0 });
});

it('production mode creates no sample', async () => {
  await using server = await startTestServer({ config: { dataDir } });
  expect((await server.adminApi('/api/cloud/projects')).body).toEqual({ data: [], count: 0 });
  expect(server.startText).not.toContain('curl');
});
