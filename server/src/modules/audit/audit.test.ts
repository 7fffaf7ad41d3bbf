import { describe, expect, it } from 'vitest';
import { createTestClock, ENGINES, type Reply, signUp, startTestServer } from '../../../test/index.ts';
import { createMember, createOwner, PASSWORD } from '../../../test/operators.ts';
import { silentLogger } from '../../platform/logger.ts';

interface Entry {
  readonly project_id: string | null;
  readonly actor: { readonly kind: string; readonly email: string | null };
  readonly action: string;
  readonly target: string;
  readonly details: Record<string, unknown>;
}

interface Entries {
  readonly data: readonly Entry[];
  readonly count: number;
}

describe.each(ENGINES)('the audit log on %s', (engine) => {
  it('filters by actor, action and time', async () => {
    await using server = await startTestServer({ engine });
    const ann = await createOwner(server, 'ann@example.com');
    await ann.api('/projects', { json: { name: 'Shop', id: 'shop' } });
    await ann.api('/projects/shop/tables', { json: { name: 'orders', columns: [] } });
    await server.adminApi('/api/cloud/projects/shop/tables/orders', { method: 'DELETE' });
    const count = async (search: string): Promise<number> =>
      (await ann.api<Entries>(`/projects/shop/audit?${search}`)).body.count;
    expect(await count('actor=ANN@')).toBe(2);
    expect(await count(`actor=${ann.id}`)).toBe(2);
    expect(await count('actor=admin')).toBe(1);
    expect(await count('action=table.')).toBe(2);
    expect(await count('action=table.create&target=orders')).toBe(1);
    expect(await count('target=nothing')).toBe(0);
    expect(await count('since=2020-01-01T00:00:00Z&until=2099-01-01T00:00:00Z')).toBe(3);
    expect(await count('until=2020-01-01T00:00:00Z')).toBe(0);
    expect((await ann.api('/projects/shop/audit?since=x')).status).toBe(400);
  });
});

describe.each(ENGINES)('the audit log on %s', (engine) => {
  it('records failed sign-ins, refused access, exports and reused refresh tokens, with actor and address', async () => {
    const lines: Readonly<Record<string, unknown>>[] = [];
    const log = (fields: object, message: string): void => {
      if (message === 'Recorded in the audit log.') lines.push({ ...fields });
    };
    await using server = await startTestServer({ engine, logger: { ...silentLogger, warn: log, info: log } });
    const project = await server.createProject();
    await project.createTable({ name: 'notes', columns: [], rules: { read: 'public', create: 'private' } });
    const visitor = await signUp(project.api);
    const { user } = visitor;
    const stale = visitor.copy();
    for (let n = 0; n < 2; n += 1) await visitor.api('/auth/refresh', { method: 'POST' });
    expect((await stale.api('/auth/refresh', { method: 'POST' })).status).toBe(401);

    await project.api('/auth/login', { json: { email: user.email, password: 'not this one' } });
    await project.api('/auth/login', { json: { email: 'nobody@example.com', password: 'not this one' } });
    await project.api('/data/notes', { json: {}, user: { id: user.id } });
    await project.api('/data/notes', { key: 'sk_made-up' });
    await project.secretApi('/data/notes/export?format=csv');
    const viewer = await createMember(server, project, 'viewer');
    await viewer.api(`/projects/${project.id}/keys`, { json: { name: 'mine' } });
    const other = await createMember(server, await server.createProject(), 'owner');
    await other.api(`/projects/${project.id}`);

    const { body } = await project.cloudApi<Entries>('/audit?action=security.&order=created_at:asc');
    const recorded = body.data.map(({ actor, action, target }) => [action, actor.kind, target]);
    const path = (of: string): string => `/api/baas/${project.id}${of}`;
    expect(recorded.sort()).toEqual(
      [
        ['security.refresh_reused', 'anonymous', user.id],
        ['security.sign_in_failed', 'anonymous', user.id],
        ['security.sign_in_failed', 'anonymous', `POST ${path('/auth/login')}`],
        ['security.access_refused', 'user', `POST ${path('/data/notes')}`],
        ['security.access_refused', 'anonymous', `GET ${path('/data/notes')}`],
        ['security.export', 'key', `GET ${path('/data/notes/export')}`],
        ['security.access_refused', 'account', `POST /api/cloud/projects/${project.id}/keys`],
        ['security.access_refused', 'account', `GET /api/cloud/projects/${project.id}`],
      ].sort(),
    );
    for (const entry of body.data)
      expect(entry).toMatchObject({ ip: expect.any(String), request_id: expect.any(String) });
    // The process log has a line for each of them, too.
    const logged = lines.filter(
      ({ project: of, action }) => of === project.id && String(action).startsWith('security.'),
    );
    const linesOf = logged.map(({ actor, action, target }) => [action, Object(actor).kind, target]);
    expect(linesOf.sort()).toEqual(recorded);
  });

  it('folds repeated guesses into few entries that say how many there were', async () => {
    const clock = createTestClock();
    await using server = await startTestServer({ engine, clock });
    const project = await server.createProject();
    const json = { email: 'nobody@example.com', password: 'not this one' };
    const guess = async () => expect((await project.api('/auth/login', { json })).status).toBe(401);
    await Promise.all(Array.from({ length: 20 }, guess));
    const entries = async () => (await project.cloudApi<Entries>('/audit?action=security.')).body.data;
    const before = await entries();
    await Promise.all(Array.from({ length: 5 }, guess));
    expect(await entries()).toEqual(before);
    clock.advance(10 * 60_000);
    const after = await entries();
    expect(after.length).toBeLessThanOrEqual(before.length + 1);
    const sum = after.reduce((total, { details }) => total + Number(details['count'] ?? 1), 0);
    expect(sum).toBe(25);
  });
});

describe('the audit log', () => {
  it('names the client only when it is one of our own programs', async () => {
    await using server = await startTestServer();
    for (const client of ['cli', 'mcp', 'curl']) {
      const headers = { 'x-service-client': client };
      await server.adminApi('/api/cloud/projects', { json: { name: client, id: `by-${client}` }, headers });
    }
    const { data } = (await server.adminApi<{ data: { target: string; via: unknown }[] }>('/api/cloud/audit')).body;
    expect(data.map(({ target, via }) => [target, via])).toEqual([
      ['by-curl', null],
      ['by-mcp', 'mcp'],
      ['by-cli', 'cli'],
    ]);
  });

  it('says who changed what in which project, and contains no secrets', async () => {
    await using server = await startTestServer();
    const ann = await createOwner(server, 'ann@example.com');
    await ann.api('/projects', { json: { name: 'Shop', id: 'shop' } });
    const created = await ann.api<{ data: { key: string } }>('/projects/shop/keys', { json: { name: 'worker' } });
    const providers = { google: { client_id: 'g', client_secret: 'hush-hush' } };
    await ann.api('/projects/shop/settings', { method: 'PATCH', json: { auth: { providers } } });
    const log = await ann.api<Entries>('/projects/shop/audit');
    expect(log.body.data).toEqual([
      expect.objectContaining({ action: 'settings.update', details: { changed: ['auth.providers'] } }),
      expect.objectContaining({ action: 'key.create', details: { name: 'worker', expires_at: null } }),
      {
        id: expect.any(String),
        project_id: 'shop',
        actor: { kind: 'account', id: ann.id, email: 'ann@example.com' },
        action: 'project.create',
        target: 'shop',
        details: { name: 'Shop' },
        via: null,
        ip: expect.stringMatching(/^(127\.0\.0\.1|::1)$/),
        request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        created_at: expect.stringMatching(/Z$/),
      },
    ]);
    const everything = (await server.adminApi('/api/cloud/audit')).text;
    for (const secret of [created.body.data.key, 'hush-hush', PASSWORD, 'argon2'])
      expect(everything).not.toContain(secret);
  });

  it('shows accounts their own actions, and the admin token everything, including deleted projects', async () => {
    await using server = await startTestServer();
    const ann = await createOwner(server, 'ann@example.com');
    const project = await server.createProject();
    await project.cloudApi('', { method: 'DELETE' });
    const actions = async (log: Promise<Reply<Entries>>): Promise<string[]> =>
      (await log).body.data.map(({ action }) => action);
    expect(await actions(ann.api<Entries>('/audit'))).toEqual(['account.setup']);
    expect(await actions(server.adminApi<Entries>('/api/cloud/audit'))).toEqual([
      'project.delete',
      'key.create',
      'project.create',
      'account.setup',
    ]);
    const page = await server.adminApi<Entries>('/api/cloud/audit?limit=1&offset=1&order=action:asc');
    expect(page.body).toMatchObject({ data: [{ action: 'key.create' }], count: 4 });
  });
});
