import { describe, expect, it } from 'vitest';
import { createTestClock, ENGINES, startTestServer } from '../../../test/index.ts';
import { createMember, createOwner } from '../../../test/operators.ts';

interface Made {
  readonly data: { readonly id: string; readonly name: string; readonly token: string };
}

describe.each(ENGINES)('personal tokens on %s', (engine) => {
  it('a token is shown once, stands for its account, tells when it was used, expires and can be ended', async () => {
    const clock = createTestClock();
    await using server = await startTestServer({ engine, clock });
    const ann = await createOwner(server, 'ann@example.com');
    const expiresAt = new Date(clock.now() + 60_000).toISOString();
    const made = await ann.api<Made>('/tokens', { json: { name: 'laptop', expires_at: expiresAt } });
    expect(made.status).toBe(201);
    const { id, token } = made.body.data;
    expect(made.body).toEqual({
      data: { id, name: 'laptop', token: expect.stringMatching(/^ct_[\w-]{43}$/) },
      count: 1,
    });

    const created = new Date(clock.now()).toISOString();
    const shown = { id, name: 'laptop', created_at: created, last_used_at: null, expires_at: expiresAt };
    expect((await ann.api('/tokens')).body).toEqual({ data: [shown], count: 1 });

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

  it('a token that is ended is no token from the answer on', async () => {
    await using server = await startTestServer({ engine });
    const ann = await createOwner(server);
    const { id, token } = (await ann.api<Made>('/tokens', { json: { name: 'ci' } })).body.data;
    expect((await server.api('/api/cloud/projects', { key: token })).status).toBe(200);
    await ann.api(`/tokens/${id}`, { method: 'DELETE' });
    expect((await server.api('/api/cloud/projects', { key: token })).status).toBe(401);
  });
});

describe('personal tokens', () => {
  it('404: nobody ends the token of another account, and lists show only the own', async () => {
    await using server = await startTestServer();
    const ann = await createOwner(server);
    const bob = await createMember(server, await server.createProject(), 'owner');
    const { id, token } = (await ann.api<Made>('/tokens', { json: { name: 'ci' } })).body.data;
    const tried = await bob.api(`/tokens/${id}`, { method: 'DELETE' });
    expect(tried).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect((await bob.api<{ count: number }>('/tokens')).body.count).toBe(0);
    expect((await server.api('/api/cloud/auth/me', { key: token })).status).toBe(200);
  });

  it('403: neither a token nor the admin token makes tokens', async () => {
    await using server = await startTestServer();
    const ann = await createOwner(server);
    const { token } = (await ann.api<Made>('/tokens', { json: { name: 'ci' } })).body.data;
    for (const key of [token, server.adminToken]) {
      const answer = await server.api('/api/cloud/tokens', { key, json: { name: 'more' } });
      expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    }
    expect((await ann.api<{ count: number }>('/tokens')).body.count).toBe(1);
  });

  it('400: a name or time that does not fit makes nothing', async () => {
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
