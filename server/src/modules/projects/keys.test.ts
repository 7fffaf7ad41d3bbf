import { describe, expect, it } from 'vitest';
import { createTestClock, ENGINES, startTestServer } from '../../../test/index.ts';
import { createMember } from '../../../test/operators.ts';

interface CreatedKey {
  readonly data: { readonly id: string; readonly key: string };
}

const NOTES = { name: 'notes', columns: [{ name: 'title', type: 'text' }] };

describe.each(ENGINES)('keys on %s', (engine) => {
  it('a secret key is shown once, passes every rule, records its last use, expires, and is revoked at once', async () => {
    const clock = createTestClock();
    await using server = await startTestServer({ engine, clock });
    const project = await server.createProject();
    await project.createTable(NOTES);
    const expiresAt = new Date(clock.now() + 60_000).toISOString();
    const made = await project.cloudApi<CreatedKey>('/keys', { json: { name: 'worker', expires_at: expiresAt } });
    expect(made.status).toBe(201);
    const { id, key } = made.body.data;
    expect(made.body).toEqual({
      data: { id, name: 'worker', key: expect.stringMatching(/^sk_[\w-]{43}$/) },
      count: 1,
    });
    clock.advance(1000);
    expect((await project.api('/data/notes', { key })).status).toBe(200);
    const forward = async (proof: string) =>
      (await project.api('/auth/config', { headers: { 'x-forwarded-key': proof } })).status;
    expect([await forward(key), await forward(project.publicKey), await forward('')]).toEqual([200, 401, 401]);

    const list = await project.cloudApi<{ data: { name: string }[] }>('/keys');
    expect(list.text).not.toContain(key);
    expect(list.body.data.find(({ name }) => name === 'worker')).toEqual({
      id,
      prefix: key.slice(0, 9),
      name: 'worker',
      created_at: new Date(clock.now() - 1000).toISOString(),
      last_used_at: new Date(clock.now()).toISOString(),
      expires_at: expiresAt,
    });

    clock.advance(59_000);
    expect(await project.api('/data/notes', { key })).toMatchObject({ status: 401, body: { code: 'invalid_key' } });
    expect((await project.secretApi('/data/notes')).status).toBe(200);
    const [kept] = list.body.data.filter(({ name }) => name === 'test') as unknown as { id: string }[];
    expect((await project.cloudApi(`/keys/${kept?.id}`, { method: 'DELETE' })).body).toEqual({ count: 1 });
    expect((await project.secretApi('/data/notes')).status).toBe(401);
    expect((await project.cloudApi(`/keys/${kept?.id}`, { method: 'DELETE' })).status).toBe(404);
  });

  it('the old public key stops working as soon as the new one is shown', async () => {
    await using server = await startTestServer({ engine });
    const project = await server.createProject();
    await project.createTable({ ...NOTES, rules: { read: 'public' } });
    expect((await project.api('/data/notes')).status).toBe(200);
    const rotated = await project.cloudApi<{ data: { public_key: string } }>('/keys/rotate-public', { method: 'POST' });
    expect(rotated).toMatchObject({ status: 200, body: { count: 1 } });
    expect(await project.api('/data/notes')).toMatchObject({ status: 401, body: { code: 'invalid_key' } });
    expect((await project.api('/data/notes', { key: rotated.body.data.public_key })).status).toBe(200);
  });
});

describe('keys', () => {
  it('the admin token and an admin’s personal token act as a secret key, tokens of lesser roles may only read, and a stranger’s token is refused', async () => {
    await using server = await startTestServer();
    const [own, other] = [await server.createProject(), await server.createProject()];
    await own.createTable(NOTES);
    const tokenOf = async (member: { api: Awaited<ReturnType<typeof createMember>>['api'] }): Promise<string> =>
      (await member.api<{ data: { token: string } }>('/tokens', { json: { name: 't' } })).body.data.token;
    const changes: Record<string, number> = {};
    const statuses: Record<string, number> = {
      token: (await own.api('/data/notes', { key: server.adminToken })).status,
    };
    for (const role of ['viewer', 'editor', 'admin', 'owner'] as const) {
      const token = await tokenOf(await createMember(server, own, role));
      statuses[role] = (await own.api('/data/notes', { key: token })).status;
      const changed = await own.api('/data/notes', { key: token, json: { title: role } });
      changes[role] = changed.status;
    }
    const stranger = await tokenOf(await createMember(server, other, 'owner', 'stranger@example.com'));
    statuses['stranger'] = (await own.api('/data/notes', { key: stranger })).status;
    expect(statuses).toEqual({ token: 200, viewer: 200, editor: 200, admin: 200, owner: 200, stranger: 401 });
    expect(changes).toEqual({ viewer: 403, editor: 403, admin: 201, owner: 201 });
  });

  describe('401', () => {
    it('no key answers missing_key; a wrong key or one of another project answers invalid_key', async () => {
      await using server = await startTestServer();
      const [own, other] = [await server.createProject(), await server.createProject()];
      await own.createTable({ ...NOTES, rules: { read: 'public' } });
      const read = (headers: Record<string, string>) => own.api('/data/notes', { key: null, headers });
      for (const headers of [
        {},
        { authorization: '' },
        { authorization: 'Bearer ' },
        { authorization: 'Basic eDp5' },
      ]) {
        expect(await read(headers)).toMatchObject({ status: 401, body: { code: 'missing_key' } });
      }
      const wrong = [
        other.publicKey,
        other.secretKey,
        'x',
        'sk_x',
        'ct_x',
        `${own.publicKey}x`,
        own.publicKey.slice(0, -1),
        `${own.publicKey}, Bearer ${own.publicKey}`,
      ];
      for (const key of wrong) {
        expect(await read({ authorization: `Bearer ${key}` })).toMatchObject({
          status: 401,
          body: { code: 'invalid_key' },
        });
      }
      expect((await read({ authorization: `bearer  ${own.publicKey}` })).status).toBe(200);
    });
  });

  describe('404', () => {
    it('a key of another project cannot be revoked', async () => {
      await using server = await startTestServer();
      const [own, other] = [await server.createProject(), await server.createProject()];
      await own.createTable(NOTES);
      const { body } = await own.cloudApi<{ data: { id: string }[] }>('/keys');
      const tried = await other.cloudApi(`/keys/${body.data[0]?.id}`, { method: 'DELETE' });
      expect(tried).toMatchObject({ status: 404, body: { code: 'not_found' } });
      expect((await own.secretApi('/data/notes')).status).toBe(200);
    });
  });
});
