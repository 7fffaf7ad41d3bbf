import { expect, test } from 'vitest';
import { ENGINES, startTestServer, type TestProject, type TestServer } from '../../../test/index.ts';
import { createMember, createOwner, signIn, type TestOperator } from '../../../test/operators.ts';
import type { MemberRole } from '../../callers/index.ts';

async function keyMadeBy(maker: TestOperator, project: TestProject): Promise<string> {
  const made = await maker.api<{ data: { key: string } }>(`/projects/${project.id}/keys`, { json: { name: 'ci' } });
  expect(made.status, made.text).toBe(201);
  return made.body.data.key;
}

async function tokenOf(maker: TestOperator, json: object = {}): Promise<string> {
  const made = await maker.api<{ data: { token: string } }>('/tokens', { json: { name: 'ci', ...json } });
  expect(made.status, made.text).toBe(201);
  return made.body.data.token;
}

function bearer(token: string) {
  return { key: token };
}

async function invitedBy(maker: TestOperator, project: TestProject, email: string, role: MemberRole): Promise<string> {
  const made = await maker.api<{ data: { invite_url: string } }>(`/projects/${project.id}/members`, {
    json: { email, role },
  });
  expect(made.status, made.text).toBe(201);
  return new URL(made.body.data.invite_url).searchParams.get('token') ?? '';
}

async function accept(server: TestServer, token: string) {
  return await server.api<{ code?: string }>('/api/cloud/invites/accept', {
    json: { token, password: 'a good password' },
  });
}

async function setUp(server: TestServer) {
  const operator = await createOwner(server);
  const project = await server.createProject();
  await project.createTable({ name: 'notes', columns: [{ name: 'title', type: 'text' }] });
  const admin = await createMember(server, project, 'admin');
  return { operator, project, admin };
}

test.each(ENGINES)(
  'at every request a key is limited to the current rights of the account that created it, %s',
  async (engine) => {
    await using server = await startTestServer({ engine });
    const { operator, project, admin } = await setUp(server);
    const key = await keyMadeBy(admin, project);
    const write = () => project.api<{ code?: string }>('/data/notes', { ...bearer(key), json: { title: 'one' } });
    const read = () => project.api<{ code?: string }>('/data/notes', bearer(key));
    const setRole = (role: string) => project.cloudApi(`/members/${admin.id}`, { method: 'PATCH', json: { role } });
    const disable = (disabled: boolean) =>
      operator.api(`/operators/${admin.id}`, { method: 'PATCH', json: { disabled } });
    expect((await write()).status).toBe(201);
    const forward = () => project.api<{ code?: string }>('/auth/config', { headers: { 'x-forwarded-key': key } });
    expect((await forward()).status).toBe(200);
    await setRole('editor');
    expect([(await write()).status, (await read()).status]).toEqual([403, 200]);
    // A caller that forwards addresses can evade the limits of sign-ins; members who may only read must not be able to.
    expect(await forward()).toMatchObject({ status: 401, body: { code: 'invalid_key' } });
    await setRole('admin');
    expect((await write()).status).toBe(201);
    expect((await disable(true)).status).toBe(200);
    expect(await read()).toMatchObject({ status: 401, body: { code: 'invalid_key' } });
    await disable(false);
    expect((await write()).status).toBe(201);
    expect((await project.cloudApi(`/members/${admin.id}`, { method: 'DELETE' })).status).toBe(200);
    expect(await read()).toMatchObject({ status: 401, body: { code: 'invalid_key' } });
    expect((await forward()).status).toBe(401);
  },
);

test('a removed admin cannot return by an invitation they created', async () => {
  await using server = await startTestServer();
  const { project, admin } = await setUp(server);
  const invitation = await invitedBy(admin, project, 'second-self@example.com', 'admin');
  expect((await project.cloudApi(`/members/${admin.id}`, { method: 'DELETE' })).status).toBe(200);
  expect(await accept(server, invitation)).toMatchObject({ status: 400, body: { code: 'invalid_token' } });
  const members = await project.cloudApi<{ count: number }>('/members');
  expect(members.body.count).toBe(0);
});

test('an invitation ends when its creator is disabled or loses the right to invite', async () => {
  await using server = await startTestServer();
  const { operator, project, admin } = await setUp(server);
  const first = await invitedBy(admin, project, 'one@example.com', 'viewer');
  await operator.api(`/operators/${admin.id}`, { method: 'PATCH', json: { disabled: true } });
  expect((await accept(server, first)).status).toBe(400);
  await operator.api(`/operators/${admin.id}`, { method: 'PATCH', json: { disabled: false } });
  expect((await accept(server, first)).status).toBe(201);
  const again = await signIn(server, admin.email);
  const second = await invitedBy(again, project, 'two@example.com', 'viewer');
  await project.cloudApi(`/members/${admin.id}`, { method: 'PATCH', json: { role: 'editor' } });
  expect((await accept(server, second)).status).toBe(400);
});

test('removing a member ends their keys, invitations, tokens and sessions, and one audit entry lists them', async () => {
  await using server = await startTestServer();
  const { project, admin } = await setUp(server);
  await keyMadeBy(admin, project);
  await invitedBy(admin, project, 'friend@example.com', 'viewer');
  const token = await tokenOf(admin, { projects: [project.id] });
  const listed = await project.cloudApi(`/members/${admin.id}/removal`);
  expect(listed.body, listed.text).toMatchObject({
    data: {
      keys: [{ name: 'ci' }],
      invitations: [{ email: 'friend@example.com', role: 'viewer' }],
      tokens: [{ name: 'ci' }],
      sessions: 1,
    },
    count: 1,
  });
  const before = await project.cloudApi<{ count: number }>('/audit');
  expect((await project.cloudApi(`/members/${admin.id}`, { method: 'DELETE' })).body).toEqual({ count: 1 });
  const after = await project.cloudApi<{ data: { action: string; details: object }[]; count: number }>('/audit');
  expect(after.body.count - before.body.count).toBe(1);
  expect(after.body.data[0]).toMatchObject({
    action: 'member.remove',
    details: {
      email: admin.email,
      role: 'admin',
      ended: { keys: ['ci'], invitations: ['friend@example.com'], tokens: ['ci'], sessions: 1 },
    },
  });
  expect((await server.api('/api/cloud/projects', bearer(token))).status).toBe(401);
  // The session belongs to the account, and from the next request on has no access to the project.
  expect((await admin.api(`/projects/${project.id}`)).status).toBe(404);
  const keys = await project.cloudApi<{ data: { name: string }[] }>('/keys');
  expect(keys.body.data.filter(({ name }) => name === 'ci')).toEqual([]);
});

test('tokens and sessions that also serve other projects stay, without access to the project that was left', async () => {
  await using server = await startTestServer();
  const { project, admin } = await setUp(server);
  await admin.api('/projects', { json: { name: 'Own', id: 'own-project' } });
  const token = await tokenOf(admin);
  expect((await project.cloudApi(`/members/${admin.id}/removal`)).body).toMatchObject({
    data: { tokens: [], sessions: 1 },
  });
  await project.cloudApi(`/members/${admin.id}`, { method: 'DELETE' });
  expect((await server.api('/api/cloud/projects/own-project', bearer(token))).status).toBe(200);
  expect((await server.api(`/api/cloud/projects/${project.id}`, bearer(token))).status).toBe(404);
  expect((await project.api('/data/notes', bearer(token))).status).toBe(401);
});

test('only members who may remove an account can see what the removal would end', async () => {
  await using server = await startTestServer();
  const { project, admin } = await setUp(server);
  const viewer = await createMember(server, project, 'viewer');
  const path = (id: string) => `/projects/${project.id}/members/${id}/removal`;
  expect((await viewer.api(path(admin.id))).status).toBe(403);
  expect((await viewer.api(path(viewer.id))).status).toBe(200);
  expect((await admin.api(path(viewer.id))).status).toBe(200);
});

test('a scoped token cannot invite members or change roles', async () => {
  await using server = await startTestServer();
  const { project, admin } = await setUp(server);
  const viewer = await createMember(server, project, 'viewer');
  for (const bounds of [{ projects: [project.id] }, { role: 'admin' }]) {
    const as = bearer(await tokenOf(admin, bounds));
    const path = `/api/cloud/projects/${project.id}/members`;
    expect(await server.api(path, { ...as, json: { email: 'x@example.com', role: 'viewer' } })).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    });
    const changed = await server.api(`${path}/${viewer.id}`, { ...as, method: 'PATCH', json: { role: 'admin' } });
    expect(changed.status).toBe(403);
  }
});

test('names reserved for the service and mail are never project ids, whether chosen or derived', async () => {
  await using server = await startTestServer();
  for (const id of ['www', 'api', 'app', 'admin', 'console', 'docs', 'mail', 'autodiscover']) {
    expect(await server.adminApi('/api/cloud/projects', { json: { name: 'Mine', id } }), id).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', details: { fields: { id: expect.any(String) } } },
    });
  }
  const made = await server.adminApi<{ data: { id: string } }>('/api/cloud/projects', { json: { name: 'Docs' } });
  expect(made.body.data.id).toMatch(/^docs-\w{5}$/);
});
