import { expect, test } from 'vitest';
import { createTestClock, linkIn, receivedMails, startTestServer, type TestServer } from '../../../test/index.ts';
import { createOwner, PASSWORD, signIn, type TestOperator } from '../../../test/operators.ts';
import { createVisitor } from '../../../test/visitor.ts';
import { silentLogger } from '../../platform/logger.ts';

const NEW_PASSWORD = 'a quite different one';
const LOCAL = ['127.0.0.1', '::1'];

async function resetToken(server: TestServer, email: string, at = '/api/cloud'): Promise<string> {
  await server.api(`${at}/auth/forgot-password`, {
    json: { email },
    ...(at === '/api/cloud' ? {} : { key: await keyOf(server, at) }),
  });
  return linkIn((await receivedMails(server, email)).at(-1)).searchParams.get('token') ?? '';
}

async function keyOf(server: TestServer, at: string): Promise<string> {
  const id = at.split('/').at(-1);
  const { body } = await server.adminApi<{ data: { public_key: string } }>(`/api/cloud/projects/${id}`);
  return body.data.public_key;
}

async function tokenOf(owner: TestOperator): Promise<string> {
  return (await owner.api<{ data: { token: string } }>('/tokens', { json: { name: 'ci' } })).body.data.token;
}

const isGood = async (server: TestServer, key: string): Promise<boolean> =>
  (await server.api('/api/cloud/projects', { key })).status === 200;

test('a password change keeps personal tokens unless end_tokens is set; the first reset ends them', async () => {
  await using server = await startTestServer({ config: { mode: 'development' } });
  const first = await createOwner(server, 'ann@example.com');
  const reset = async (json: object) => {
    const token = await resetToken(server, 'ann@example.com');
    return await server.api('/api/cloud/auth/reset-password', { json: { token, password: NEW_PASSWORD, ...json } });
  };
  // The first reset proves the address and ends everything from before, whatever the body says.
  await tokenOf(first);
  expect((await reset({})).status).toBe(200);
  const ann = await signIn(server, 'ann@example.com', NEW_PASSWORD);
  const token = await tokenOf(ann);
  const change = (json: object) =>
    ann.api('/auth/change-password', { json: { current_password: NEW_PASSWORD, new_password: NEW_PASSWORD, ...json } });
  expect((await change({})).status).toBe(200);
  expect(await isGood(server, token)).toBe(true);
  expect((await change({ end_tokens: true })).status).toBe(200);
  expect(await isGood(server, token)).toBe(false);
});

test('a reset of a proven account ends tokens unless end_tokens is false', async () => {
  const clock = createTestClock();
  await using server = await startTestServer({ clock, config: { mode: 'development' } });
  await createOwner(server, 'ann@example.com');
  const reset = async (json: object) => {
    clock.advance(2 * 60_000);
    const token = await resetToken(server, 'ann@example.com');
    const done = await server.api('/api/cloud/auth/reset-password', { json: { token, password: PASSWORD, ...json } });
    expect(done.status, done.text).toBe(200);
  };
  await reset({});
  const token = await tokenOf(await signIn(server, 'ann@example.com'));
  await reset({ end_tokens: false });
  expect(await isGood(server, token)).toBe(true);
  await reset({});
  expect(await isGood(server, token)).toBe(false);
});

test.each(['project', 'console'] as const)(
  "a reset lets the owner's browser sign in while guesses keep the account locked for others, %s",
  async (where) => {
    const clock = createTestClock();
    await using server = await startTestServer({
      clock,
      config: { mode: 'development', rateLimits: true, trustedProxies: LOCAL },
    });
    const owner = await createOwner(server, 'ann@example.com');
    const project = await server.createProject();
    const at = where === 'console' ? '/api/cloud' : `/api/baas/${project.id}`;
    const key = where === 'console' ? undefined : project.publicKey;
    if (where === 'project') await project.cloudApi('/users', { json: { email: owner.email, password: PASSWORD } });
    const post = (path: string, json: object, ip: string) =>
      server.api(`${at}${path}`, { json, headers: { 'x-forwarded-for': ip }, ...(key !== undefined && { key }) });
    for (let n = 0; n < 100; n += 1) {
      const guessed = await post('/auth/login', { email: owner.email, password: `wrong password ${n}` }, `10.0.${n}.1`);
      expect(guessed.status).toBe(401);
    }
    expect((await post('/auth/login', { email: owner.email, password: PASSWORD }, '10.1.0.1')).status).toBe(429);
    const token = await resetToken(server, owner.email, at);
    const browser = createVisitor((path, init) =>
      server.api(`${at}${path}`, { ...init, ...(key !== undefined && { key }) }),
    );
    expect((await browser.api('/auth/reset-password', { json: { token, password: NEW_PASSWORD } })).status).toBe(200);
    const signedIn = await browser.api('/auth/login', { json: { email: owner.email, password: NEW_PASSWORD } });
    expect(signedIn.status, signedIn.text).toBe(200);
    expect((await post('/auth/login', { email: owner.email, password: NEW_PASSWORD }, '10.2.0.1')).status).toBe(429);
  },
);

test('invalid tokens are limited by address and logged, while valid ones still work from there', async () => {
  const lines: Readonly<Record<string, unknown>>[] = [];
  const log = (fields: object): void => void lines.push({ ...fields });
  const logger = { ...silentLogger, warn: log, info: log };
  const clock = createTestClock();
  await using server = await startTestServer({ clock, logger, config: { rateLimits: true, trustedProxies: LOCAL } });
  const owner = await createOwner(server, 'ann@example.com');
  const good = await tokenOf(owner);
  const ask = (key: string, ip: string, path = '/api/cloud/projects') =>
    server.api(path, { key, headers: { 'x-forwarded-for': ip } });
  const guesses = [];
  for (let n = 0; n < 12; n += 1) guesses.push(await ask(`ct_${String(n).padStart(43, '0')}`, '10.0.0.1'));
  expect(guesses.map(({ status }) => status)).toEqual([...Array<number>(10).fill(401), 429, 429]);
  expect(guesses.at(-1)?.headers.get('retry-after')).toMatch(/^\d+$/);
  expect((await ask('not-the-admin-token', '10.0.0.1')).status).toBe(429);
  expect((await ask(good, '10.0.0.1')).status).toBe(200);
  expect((await ask('ct_made-up', '10.0.0.2')).status).toBe(401);
  clock.advance(60_000);
  const project = await server.createProject();
  for (let n = 0; n < 10; n += 1) await ask(`ct_${n}`, '10.0.0.3', `/api/baas/${project.id}/data/notes`);
  expect((await ask('ct_10', '10.0.0.3', `/api/baas/${project.id}/data/notes`)).status).toBe(429);
  clock.advance(11 * 60_000);
  await server.adminApi('/api/cloud/audit');
  const refused = lines.filter(({ action }) => action === 'security.token_refused');
  expect(refused).toContainEqual(expect.objectContaining({ ip: '10.0.0.1', target: 'GET /api/cloud/projects' }));
});

test('a change of rights is logged with actor and address once it succeeds, and not if it is refused', async () => {
  const lines: Readonly<Record<string, unknown>>[] = [];
  const log = (fields: object, message: string): void => {
    if (message === 'Recorded in the audit log.') lines.push({ ...fields });
  };
  await using server = await startTestServer({ logger: { ...silentLogger, warn: log, info: log } });
  const owner = await createOwner(server, 'ann@example.com');
  await owner.api('/projects', { json: { name: 'Shop', id: 'ann-shop' } });
  const at = '/projects/ann-shop';
  await owner.api(`${at}/keys`, { json: { name: 'ci' } });
  await owner.api(`${at}/members`, { json: { email: 'ben@example.com', role: 'viewer' } });
  await owner.api(`${at}/tables`, { json: { name: 'notes', columns: [] } });
  await owner.api(`${at}/tables/notes`, { method: 'PATCH', json: { rules: { read: 'public' } } });
  await owner.api(`${at}/settings`, { method: 'PATCH', json: { auth: { signup_enabled: false } } });
  await owner.api(`${at}/members/${owner.id}`, { method: 'PATCH', json: { role: 'viewer' } });
  await owner.api('/tokens', { json: { name: 'ci' } });
  const logged = lines.map(({ action, actor, ip }) => [action, (actor as { id: string }).id === owner.id, ip]);
  for (const action of ['key.create', 'member.invite', 'table.update', 'settings.update', 'token.create'])
    expect(logged, action).toContainEqual([action, true, expect.stringMatching(/^(127\.|::)/)]);
  // The last owner cannot give up the role, so nothing changed.
  expect(logged.filter(([action]) => action === 'member.update')).toEqual([]);
  expect(JSON.stringify(lines)).not.toMatch(/sk_|ct_/);
});
