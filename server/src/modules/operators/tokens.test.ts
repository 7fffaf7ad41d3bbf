import { describe, expect, it } from 'vitest';
import { createTestClock, ENGINES, startTestServer } from '../../../test/index.ts';
import { createMember, createOwner, PASSWORD } from '../../../test/operators.ts';

interface CreatedToken {
  readonly data: { readonly id: string; readonly name: string; readonly token: string };
}

describe.each(ENGINES)('personal tokens on %s', (engine) => {
  it('a token is shown once, acts as its account, records its last use, expires and can be revoked', async () => {
    const clock = createTestClock();
    await using server = await startTestServer({ engine, clock });
    const ann = await createOwner(server, 'ann@example.com');
    const expiresAt = new Date(clock.now() + 60_000).toISOString();
    const reply = await ann.api<CreatedToken>('/tokens', { json: { name: 'laptop', expires_at: expiresAt } });
    expect(reply.status).toBe(201);
    const { id, token } = reply.body.data;
    expect(reply.body).toEqual({
      data: {
        id,
        name: 'laptop',
        token: expect.stringMatching(/^ct_[\w-]{43}$/),
        expires_at: expiresAt,
        projects: null,
        role: null,
      },
      count: 1,
    });

    const created = new Date(clock.now()).toISOString();
    const listed = {
      id,
      prefix: token.slice(0, 9),
      name: 'laptop',
      created_at: created,
      last_used_at: null,
      expires_at: expiresAt,
      projects: null,
      role: null,
    };
    expect((await ann.api('/tokens')).body).toEqual({ data: [listed], count: 1 });

    clock.advance(1000);
    const me = await server.api('/api/cloud/auth/me', { key: token });
    expect(me).toMatchObject({ status: 200, body: { data: { account: { id: ann.id }, session: null } } });
    expect((await ann.api('/tokens')).body).toMatchObject({
      data: [{ last_used_at: new Date(clock.now()).toISOString() }],
    });

    clock.advance(59_000);
    expect((await server.api('/api/cloud/auth/me', { key: token })).status).toBe(401);
    expect(await ann.api(`/tokens/${id}`, { method: 'DELETE' })).toMatchObject({ status: 200, body: { count: 1 } });
    expect((await ann.api('/tokens')).body).toEqual({ data: [], count: 0 });
  });

  it('a revoked token stops working at once', async () => {
    await using server = await startTestServer({ engine });
    const ann = await createOwner(server);
    const { id, token } = (await ann.api<CreatedToken>('/tokens', { json: { name: 'ci' } })).body.data;
    expect((await server.api('/api/cloud/projects', { key: token })).status).toBe(200);
    await ann.api(`/tokens/${id}`, { method: 'DELETE' });
    expect((await server.api('/api/cloud/projects', { key: token })).status).toBe(401);
  });

  it('tokens and keys created with a token end with it at the latest, and have no more rights', async () => {
    const clock = createTestClock();
    await using server = await startTestServer({ engine, clock });
    const project = await server.createProject();
    const ann = await createOwner(server);
    const until = new Date(clock.now() + 60_000).toISOString();
    const bounds = { expires_at: until, projects: [project.id], role: 'admin' };
    const { id, token } = (await ann.api<CreatedToken>('/tokens', { json: { name: 'ci', ...bounds } })).body.data;
    const child = await server.api<CreatedToken>('/api/cloud/tokens', {
      key: token,
      json: { name: 'child', role: 'viewer' },
    });
    expect(child).toMatchObject({ status: 201, body: { data: { ...bounds, role: 'viewer' } } });
    const later = { name: 'later', expires_at: new Date(clock.now() + 3_600_000).toISOString() };
    const grandchild = await server.api<CreatedToken>('/api/cloud/tokens', { key: child.body.data.token, json: later });
    expect(grandchild.body.data).toMatchObject({ ...bounds, role: 'viewer' });
    for (const json of [
      { name: 'more', projects: ['another-one'] },
      { name: 'more', role: 'admin' },
    ]) {
      const answer = await server.api('/api/cloud/tokens', { key: child.body.data.token, json });
      expect(answer, JSON.stringify(json)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    }
    const keys = `/api/cloud/projects/${project.id}/keys`;
    const key = (await server.api<{ data: { key: string } }>(keys, { key: token, json: { name: 'k' } })).body.data.key;
    const listed = await ann.api<{ data: { name: string; expires_at: string }[] }>(`/projects/${project.id}/keys`);
    expect(listed.body.data.find(({ name }) => name === 'k')?.expires_at).toBe(until);
    await project.createTable({ name: 'notes', columns: [{ name: 'title', type: 'text' }] });
    const read = (secret: string) => project.api('/data/notes', { key: secret });
    expect((await read(key)).status).toBe(200);
    expect((await ann.api(`/tokens/${id}`, { method: 'DELETE' })).status).toBe(200);
    expect((await read(key)).status).toBe(401);
    for (const issued of [token, child.body.data.token, grandchild.body.data.token]) {
      expect((await server.api('/api/cloud/auth/me', { key: issued })).status).toBe(401);
    }
    expect((await ann.api<{ count: number }>('/tokens')).body.count).toBe(0);
  });

  it('a token is limited to its projects and role, and cannot manage the account or the installation', async () => {
    await using server = await startTestServer({ engine });
    const [mine, other] = [await server.createProject(), await server.createProject()];
    const ann = await createOwner(server);
    const tokenFor = async (bounds: object) =>
      (await ann.api<CreatedToken>('/tokens', { json: { name: 'x', ...bounds } })).body.data.token;
    const viewer = await tokenFor({ projects: [mine.id], role: 'viewer' });
    const api = (path: string, init: object = {}) => server.api(`/api/cloud${path}`, { key: viewer, ...init });
    expect((await api(`/projects/${mine.id}/tables`)).status).toBe(200);
    expect((await api(`/projects/${other.id}`)).status).toBe(404);
    expect((await api('/projects')).body).toMatchObject({ data: [{ id: mine.id }], count: 1 });
    const refused = [
      api(`/projects/${mine.id}/tables`, { json: { name: 'notes', columns: [] } }),
      api('/projects', { json: { name: 'New' } }),
      api('/operators'),
      api('/auth/change-password', { json: { current_password: PASSWORD, new_password: 'another good one' } }),
      api('/auth/sessions'),
      api('/audit'),
      api('/tokens'),
      api('/auth/mfa/totp/enroll', { method: 'POST' }),
    ];
    expect((await Promise.all(refused)).map(({ status }) => status)).toEqual(refused.map(() => 403));
    await mine.createTable({ name: 'notes', columns: [{ name: 'title', type: 'text' }] });
    const asKey = (path: string, init: object = {}) => mine.api(path, { key: viewer, ...init });
    expect((await asKey('/data/notes')).status).toBe(200);
    expect((await asKey('/data/notes/aggregate', { json: { op: 'count' } })).status).toBe(200);
    expect(await asKey('/data/notes', { json: { title: 'x' } })).toMatchObject({ status: 403 });
    expect((await asKey('/data/notes')).body).toMatchObject({ count: 0 });
    expect((await other.api('/data/notes', { key: viewer })).status).toBe(401);
  });
});

describe('personal tokens', () => {
  describe('400', () => {
    it('an invalid name or time creates no token', async () => {
      await using server = await startTestServer();
      const ann = await createOwner(server);
      const bodies = [
        {},
        { name: '' },
        { name: ' ' },
        { name: 'a\nb' },
        { name: 1 },
        { name: 'x', expires_at: 'tomorrow' },
        { name: 'x', expires_at: '2020-01-01T00:00:00Z' },
        { name: 'x', expires_at: '2030-02-30T00:00:00Z' },
        { name: 'x', expires_at: '2030-01-01T00:00:00' },
        { name: 'x', scope: 'all' },
      ];
      for (const json of bodies) {
        const answer = await ann.api('/tokens', { json });
        expect(answer, JSON.stringify(json)).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
      }
      expect((await ann.api<{ count: number }>('/tokens')).body.count).toBe(0);
    });
  });

  describe('403', () => {
    it('the admin token has no account to create tokens for', async () => {
      await using server = await startTestServer();
      const answer = await server.adminApi('/api/cloud/tokens', { json: { name: 'more' } });
      expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    });
  });

  describe('404', () => {
    it('accounts see and revoke only their own tokens', async () => {
      await using server = await startTestServer();
      const ann = await createOwner(server);
      const bob = await createMember(server, await server.createProject(), 'owner');
      const { id, token } = (await ann.api<CreatedToken>('/tokens', { json: { name: 'ci' } })).body.data;
      const tried = await bob.api(`/tokens/${id}`, { method: 'DELETE' });
      expect(tried).toMatchObject({ status: 404, body: { code: 'not_found' } });
      expect((await bob.api<{ count: number }>('/tokens')).body.count).toBe(0);
      expect((await server.api('/api/cloud/auth/me', { key: token })).status).toBe(200);
    });
  });
});
