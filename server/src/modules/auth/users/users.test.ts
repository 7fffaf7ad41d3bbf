import { scryptSync } from 'node:crypto';
import bcrypt from 'bcryptjs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Api,
  ENGINES,
  type Reply,
  startTestServer,
  type TestProject,
  type TestServer,
} from '../../../../test/index.ts';
import { createMember } from '../../../../test/operators.ts';

const PASSWORD = 'a long and calm password';
const NOBODY = '01900000-0000-7000-8000-000000000000';

interface One {
  readonly data: Readonly<Record<string, unknown>> & { readonly id: string };
}

interface Many {
  readonly data: readonly (Readonly<Record<string, unknown>> & { readonly id: string; readonly email: string })[];
  readonly count: number;
}

interface Report {
  readonly data: {
    readonly created: number;
    readonly errors: readonly { readonly index: number; readonly code: string }[];
  };
}

/** Signs in and returns an API that sends the session's cookies. */
async function signedIn({ api }: TestProject, email: string, password = PASSWORD): Promise<Api> {
  const answer = await api('/auth/login', { json: { email, password } });
  expect(answer.status, answer.text).toBe(200);
  const cookie = cookiesOf(answer);
  return (path, init = {}) => api(path, { ...init, headers: { cookie, ...init.headers } });
}

function cookiesOf({ headers }: Reply): string {
  return headers
    .getSetCookie()
    .map((text) => text.split(';')[0])
    .join('; ');
}

function actionsOf(reply: Reply<{ data: { action: string }[] }>): string[] {
  return reply.body.data.map(({ action }) => action).filter((action) => action.startsWith('user.'));
}

describe.each(ENGINES)('users of a project on %s', (engine) => {
  let server: TestServer;
  let project: TestProject;
  beforeAll(async () => {
    server = await startTestServer({ engine, config: { mode: 'development' } });
    project = await server.createProject();
  });
  afterAll(() => server.close());

  const create = async (json: object): Promise<Reply<One>> => project.cloudApi<One>('/users', { json });
  const read = (id: string): Promise<Reply<One>> => project.cloudApi<One>(`/users/${id}`);
  const change = (id: string, json: object): Promise<Reply<One>> =>
    project.cloudApi<One>(`/users/${id}`, { method: 'PATCH', json });

  test('created by an owner can sign in with the given password', async () => {
    const created = await create({
      email: ' Made@Example.com ',
      password: PASSWORD,
      name: 'Made',
      role: 'author',
      metadata: { plan: 'gold' },
      email_verified: true,
    });
    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      data: {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        email: 'made@example.com',
        email_verified: true,
        name: 'Made',
        avatar_url: null,
        role: 'author',
        metadata: { plan: 'gold' },
        providers: ['password'],
        mfa_enabled: false,
        disabled: false,
        created_at: expect.any(String),
        updated_at: expect.any(String),
        last_sign_in_at: null,
      },
      count: 1,
    });
    expect((await read(created.body.data.id)).body).toEqual(created.body);
    const user = await signedIn(project, 'made@example.com');
    expect((await user('/auth/me')).body).toMatchObject({
      data: { user: { id: created.body.data.id, role: 'author' } },
    });
    expect((await create({ email: 'made@example.com' })).status).toBe(409);
  });

  test('see a changed role with the next request, and lose their sessions when disabled', async () => {
    const { body } = await create({ email: 'role@example.com', password: PASSWORD });
    const user = await signedIn(project, 'role@example.com');
    const table = await project.createTable({
      columns: [{ name: 'title', type: 'text' }],
      rules: { read: 'role:chief' },
    });
    expect((await user(`/data/${table}`)).status).toBe(403);
    expect((await change(body.data.id, { role: 'chief' })).body).toMatchObject({ data: { role: 'chief' } });
    expect((await user(`/data/${table}`)).status).toBe(200);
    await change(body.data.id, { role: null });
    expect((await user(`/data/${table}`)).status).toBe(403);

    expect((await change(body.data.id, { disabled: true })).body).toMatchObject({ data: { disabled: true } });
    expect((await user('/auth/me')).status).toBe(401);
    const again = await project.api('/auth/login', { json: { email: 'role@example.com', password: PASSWORD } });
    expect(again.status).toBe(403);
    expect(again.body).toMatchObject({ code: 'user_disabled' });
    await change(body.data.id, { disabled: false });
    expect((await user('/auth/me')).status, 'ended sessions stay ended').toBe(401);
    await signedIn(project, 'role@example.com');
  });

  test('are notified at the old address when it changes, and the new one is unverified', async () => {
    const { body } = await create({ email: 'before@example.com', password: PASSWORD, email_verified: true });
    await create({ email: 'taken@example.com' });
    expect((await change(body.data.id, { email: 'TAKEN@example.com' })).status).toBe(409);
    const moved = await change(body.data.id, { email: 'After@example.com' });
    expect(moved.body).toMatchObject({ data: { email: 'after@example.com', email_verified: false } });
    await signedIn(project, 'after@example.com');
    expect(
      (await project.api('/auth/login', { json: { email: 'before@example.com', password: PASSWORD } })).status,
    ).toBe(401);
    await server.runJobsUntilIdle();
    const mails = await server.adminApi<{ data: { subject: string }[] }>('/api/cloud/mailbox?to=before@example.com');
    expect(mails.body.data.map(({ subject }) => subject)).toEqual(['Your e-mail address was changed']);
  });

  describe('200', () => {
    test('are listed newest first, searchable by address and name in any script and case, and sortable', async () => {
      const own = await server.createProject();
      const emails = ['zoe@example.com', 'ann@example.com', 'bob@other.example'];
      for (const [index, email] of emails.entries()) {
        await own.cloudApi('/users', { json: { email, name: ['Zoë', null, 'Ångström 100%_*'][index] } });
      }
      const list = async (query: string): Promise<string[]> => {
        const answer = await own.cloudApi<Many>(`/users?${query}`);
        expect(answer.status, answer.text).toBe(200);
        return answer.body.data.map(({ email }) => email);
      };
      expect(await list('')).toEqual(emails.toReversed());
      expect(await list('order=email')).toEqual(['ann@example.com', 'bob@other.example', 'zoe@example.com']);
      expect(await list('order=name:asc')).toEqual(['ann@example.com', 'zoe@example.com', 'bob@other.example']);
      expect(await list('search=EXAMPLE.com&order=email:desc')).toEqual(['zoe@example.com', 'ann@example.com']);
      expect(await list(`search=${encodeURIComponent('zoË')}`)).toEqual(['zoe@example.com']);
      expect(await list(`search=${encodeURIComponent('ÅNGSTRÖM')}`)).toEqual(['bob@other.example']);
      expect(await list(`search=${encodeURIComponent('100%_')}`)).toEqual(['bob@other.example']);
      expect(await list(`search=${encodeURIComponent("' OR '1'='1")}`)).toEqual([]);
      const page = await own.cloudApi<Many>('/users?order=email&limit=1&offset=1');
      expect(page.body).toMatchObject({ data: [{ email: 'bob@other.example' }], count: 3 });
      const [first] = (await own.cloudApi<Many>('/users')).body.data;
      expect(await list(`search=${first?.id}`)).toEqual([first?.email]);
      expect((await own.cloudApi('/users?order=password_hash')).body).toMatchObject({ code: 'unknown_column' });
      expect((await own.cloudApi('/users?limit=1001')).status).toBe(400);
    });
  });

  describe('400', () => {
    test.each([
      ['email', { email: 'a@b@c.example' }],
      ['email', { email: 'a@example.com\r\nBcc: b@example.com' }],
      ['password', { email: 'weak@example.com', password: 'short' }],
      ['password_hash', { email: 'weak@example.com', password_hash: 'md5:abc' }],
      ['password_hash', { email: 'weak@example.com', password: PASSWORD, password_hash: '$2b$04$x' }],
      ['role', { email: 'weak@example.com', role: 'a:b' }],
      ['role', { email: 'weak@example.com', role: 'a\0' }],
      ['role', { email: 'weak@example.com', role: 'a\ud800' }],
      ['metadata', { email: 'weak@example.com', metadata: { text: 'x'.repeat(20_000) } }],
      ['avatar_url', { email: 'weak@example.com', avatar_url: 'javascript:alert(1)' }],
      ['id', { email: 'weak@example.com', id: NOBODY }],
      ['mfa_enabled', { email: 'weak@example.com', mfa_enabled: true }],
    ])('an invalid %s in %j gets 400, and no user is created', async (field, json) => {
      const refused = await create(json);
      expect(refused.status).toBe(400);
      expect(refused.body).toMatchObject({ details: { fields: { [field]: expect.any(String) } } });
      expect((await project.cloudApi<Many>('/users?search=weak')).body.count).toBe(0);
    });

    test('have passwords, ids and times that PATCH cannot set', async () => {
      const { body } = await create({ email: 'fixed@example.com', password: PASSWORD });
      for (const json of [{ password: PASSWORD }, { id: NOBODY }, { created_at: 'x' }, { providers: [] }, {}]) {
        expect((await change(body.data.id, json)).status, JSON.stringify(json)).toBe(400);
      }
      expect((await read(body.data.id)).body).toEqual(body);
    });
  });

  test('lose every session when an owner signs them out', async () => {
    const { body } = await create({ email: 'out@example.com', password: PASSWORD });
    const [one, two] = [await signedIn(project, 'out@example.com'), await signedIn(project, 'out@example.com')];
    expect((await project.cloudApi(`/users/${body.data.id}/sign-out`, { method: 'POST' })).body).toEqual({ count: 1 });
    expect((await one('/auth/me')).status).toBe(401);
    expect((await two('/auth/me')).status).toBe(401);
    expect((await two('/auth/refresh', { method: 'POST' })).body).toMatchObject({ code: 'session_expired' });
  });

  test('receive a reset mail that sets a password, even if they had none', async () => {
    const { body } = await create({ email: 'reset@example.com' });
    const sent = await project.cloudApi(`/users/${body.data.id}/send-reset`, { method: 'POST' });
    expect([sent.status, sent.body]).toEqual([202, { count: 1 }]);
    await server.runJobsUntilIdle();
    const mails = await server.adminApi<{ data: { text: string }[] }>('/api/cloud/mailbox?to=reset@example.com');
    expect(mails.body.data).toHaveLength(1);
    const token = /token=([\w-]+)/.exec(mails.body.data[0]?.text ?? '')?.[1];
    expect((await project.api('/auth/reset-password', { json: { token, password: PASSWORD } })).status).toBe(200);
    await signedIn(project, 'reset@example.com');
    const foreign = await project.cloudApi(`/users/${body.data.id}/send-reset`, {
      json: { redirect_to: 'https://evil.example/' },
    });
    expect(foreign.status).toBe(400);
  });

  test('are deleted with their sessions; their rows stay and match no later user', async () => {
    const { body } = await create({ email: 'gone@example.com', password: PASSWORD });
    const user = await signedIn(project, 'gone@example.com');
    const rules = { read: 'owner', create: 'owner', update: 'owner', delete: 'owner' };
    const table = await project.createTable({ columns: [{ name: 'title', type: 'text' }], rules });
    const row = await user<One>(`/data/${table}`, { json: { title: 'mine' } });
    expect(row.body.data).toMatchObject({ owner_id: body.data.id });
    expect((await project.cloudApi(`/users/${body.data.id}`, { method: 'DELETE' })).body).toEqual({ count: 1 });
    expect((await user('/auth/me')).status).toBe(401);
    expect((await read(body.data.id)).status).toBe(404);
    const kept = await project.secretApi<Many>(`/data/${table}`);
    expect(kept.body.data).toMatchObject([{ title: 'mine', owner_id: body.data.id }]);
    await create({ email: 'gone@example.com', password: PASSWORD });
    const anew = await signedIn(project, 'gone@example.com');
    expect((await anew<Many>(`/data/${table}`)).body.count).toBe(0);
  });

  test('can be chosen in the rule tester', async () => {
    const { body } = await create({ email: 'tried@example.com', role: 'chief' });
    const table = await project.createTable({
      columns: [{ name: 'title', type: 'text' }],
      rules: { read: 'role:chief' },
    });
    const tried = await project.cloudApi(`/tables/${table}/rules/test`, { json: { action: 'read', as: body.data.id } });
    expect(tried.body).toMatchObject({ data: { allowed: true } });
    const unknown = await project.cloudApi(`/tables/${table}/rules/test`, { json: { action: 'read', as: NOBODY } });
    expect(unknown.status).toBe(400);
  });

  test('can be imported with their password hashes and sign in with their passwords', async () => {
    const salt = Buffer.from('0123456789abcdef');
    const tag = scryptSync(PASSWORD, salt, 32, { N: 2 ** 12, r: 8, p: 1 });
    const plain = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');
    const users = [
      { id: NOBODY, email: 'bcrypt@example.com', password_hash: bcrypt.hashSync(PASSWORD, 4), email_verified: true },
      { email: 'scrypt@example.com', password_hash: `$scrypt$ln=12,r=8,p=1$${plain(salt)}$${plain(tag)}` },
      { email: 'none@example.com', created_at: '2020-01-02T03:04:05Z', disabled: true },
      { email: 'bcrypt@example.com' },
      { email: 'not an address' },
      { email: 'md5@example.com', password_hash: 'd41d8cd98f00b204e9800998ecf8427e' },
      { email: 'future@example.com', created_at: '2999-01-01T00:00:00Z' },
      { email: 'more@example.com', epoch: 5 },
      'nobody',
      { email: 'slow@example.com', password_hash: `$argon2id$v=19$m=262144,t=20,p=1$${plain(salt)}$${plain(tag)}` },
    ];
    const expected = {
      created: 3,
      failed: 7,
      errors: [
        { index: 3, code: 'email_exists' },
        { index: 4, code: 'validation_failed' },
        { index: 5, code: 'validation_failed', fields: { password_hash: expect.any(String) } },
        { index: 6, code: 'validation_failed', fields: { created_at: expect.any(String) } },
        { index: 7, code: 'validation_failed', fields: { epoch: 'is not known' } },
        { index: 8, code: 'validation_failed' },
        { index: 9, code: 'validation_failed', fields: { password_hash: expect.any(String) } },
      ],
    };
    const tried = await project.cloudApi<Report>('/users/import', { json: { users, dry_run: true } });
    expect(tried.body).toMatchObject({ data: { ...expected, dry_run: true }, count: 3 });
    expect((await read(NOBODY)).status, 'a trial changes nothing').toBe(404);
    const done = await project.cloudApi<Report>('/users/import', { json: { users } });
    expect(done.body).toMatchObject({ data: { ...expected, dry_run: false }, count: 3 });
    expect((await read(NOBODY)).body).toMatchObject({ data: { email: 'bcrypt@example.com', email_verified: true } });
    for (const email of ['bcrypt@example.com', 'scrypt@example.com']) {
      await signedIn(project, email);
      await signedIn(project, email);
      expect((await project.api('/auth/login', { json: { email, password: `${PASSWORD}!` } })).status).toBe(401);
    }
    const again = await project.cloudApi<Report>('/users/import', { json: { users: users.slice(0, 3) } });
    expect(again.body.data).toMatchObject({ created: 0, errors: [{ code: 'email_exists' }, {}, {}] });
  });

  test('are invisible to other projects', async () => {
    const other = await server.createProject();
    const { body } = await create({ email: 'own@example.com', password: PASSWORD });
    expect((await other.cloudApi(`/users/${body.data.id}`)).status).toBe(404);
    expect((await other.cloudApi(`/users/${body.data.id}`, { method: 'DELETE' })).status).toBe(404);
    expect((await other.cloudApi<Many>('/users')).body.count).toBe(0);
    expect((await other.api('/auth/login', { json: { email: 'own@example.com', password: PASSWORD } })).status).toBe(
      401,
    );
    expect((await read(body.data.id)).status).toBe(200);
    expect((await read('not-an-id')).status).toBe(404);
  });

  test('are visible to viewers, changed by admins only, and every change is in the audit log', async () => {
    const own = await server.createProject();
    const editor = await createMember(server, own, 'editor');
    const created = await own.cloudApi<One>('/users', { json: { email: 'seen@example.com' } });
    const path = `/projects/${own.id}/users`;
    const one = `${path}/${created.body.data.id}`;
    expect((await editor.api(path)).status).toBe(200);
    expect((await editor.api(path, { json: { email: 'x@example.com' } })).status).toBe(403);
    expect((await editor.api(`${path}/import`, { json: { users: [{}] } })).status).toBe(403);
    expect((await editor.api(one, { method: 'PATCH', json: { role: 'x' } })).status).toBe(403);
    expect((await editor.api(one, { method: 'DELETE' })).status).toBe(403);
    expect((await editor.api(`${one}/sign-out`, { method: 'POST' })).status).toBe(403);
    expect((await editor.api(`${one}/send-reset`, { method: 'POST' })).status).toBe(403);
    expect((await editor.api(`${one}/mfa`, { method: 'DELETE' })).status).toBe(403);
    await own.cloudApi(`/users/${created.body.data.id}`, { method: 'PATCH', json: { role: 'x' } });
    await own.cloudApi(`/users/${created.body.data.id}/sign-out`, { method: 'POST' });
    await own.cloudApi(`/users/${created.body.data.id}/send-reset`, { method: 'POST' });
    await own.cloudApi(`/users/${created.body.data.id}/mfa`, { method: 'DELETE' });
    await own.cloudApi(`/users/${created.body.data.id}`, { method: 'DELETE' });
    expect(actionsOf(await own.cloudApi('/audit?action=user.'))).toEqual([
      'user.delete',
      'user.send_reset',
      'user.sign_out',
      'user.update',
      'user.create',
    ]);
  });
});
