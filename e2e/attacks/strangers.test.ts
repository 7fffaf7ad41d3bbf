import { afterAll, beforeAll, expect, test } from 'vitest';
import { at, createApiClient, textAt } from '../harness/api-client.ts';
import { CookieJar } from '../harness/cookie-jar.ts';
import { createScene, createTable, type Scene } from '../harness/each-engine.ts';
import { mailsTo, tokenIn } from '../harness/mailbox.ts';
import { openConnection } from '../harness/raw-connection.ts';
import { ADMIN_TOKEN, startService } from '../harness/service-process.ts';

/** Threat: a stranger who has the service's address and the public key, which every app contains. */

const PASSWORD = 'a calm and long password';
const cleanUp = new AsyncDisposableStack();
let scene: Scene;

beforeAll(async () => {
  scene = await createScene(cleanUp.use(await startService({ env: { SERVICE_RATE_LIMITS: 'on' } })));
});
afterAll(() => cleanUp.disposeAsync());

test('a request with two Authorization headers is refused, because a proxy may check the other one', async () => {
  for (const [path, ...keys] of [
    ['GET /api/baas/shop/data/nothing', scene.publicKey, scene.secretKey],
    ['GET /api/cloud/projects', ADMIN_TOKEN, ADMIN_TOKEN],
    ['GET /health', ADMIN_TOKEN, 'made up'],
    ['POST /mcp?project=shop', ADMIN_TOKEN, 'made up'],
  ] as const) {
    await using connection = await openConnection(scene.service.port);
    const both = keys.map((key) => `Authorization: Bearer ${key}\r\n`).join('');
    connection.send(`${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${both}\r\n`);
    const answer = await connection.until(/request_id/);
    expect(answer, path).toMatch(/^HTTP\/1\.1 401 /);
    expect(answer, path).toContain('invalid_key');
  }
});

test('/health does not tell strangers how the service confines its processes', async () => {
  const ask = async (headers: Readonly<Record<string, string>>): Promise<unknown> =>
    (await fetch(`${scene.service.url}/health`, { headers })).json();
  for (const headers of [{}, { authorization: 'Bearer made up' }, { authorization: `Bearer ${scene.secretKey}` }]) {
    expect(await ask(headers)).toEqual({ status: 'ok', uptime_seconds: expect.any(Number) });
  }
  expect(await ask({ authorization: `Bearer ${ADMIN_TOKEN}` })).toHaveProperty('details.missing_features');
});

test('an unverified address opens no row and no permission that is meant for that address', async () => {
  const { cloud, secret, anyone } = scene;
  await createTable(scene, {
    name: 'accounts',
    columns: [{ name: 'email', type: 'text' }],
    rules: { read: { level: 'authenticated', where: 'email:eq:$user.email' } },
  });
  await secret.post('/data/accounts', { email: 'rich@bank.example' });
  const mallory = new CookieJar(anyone);
  const signedUp = await mallory.call('POST', '/auth/signup', {
    body: { email: 'rich@bank.example', password: PASSWORD },
  });
  expect(signedUp.status).toBe(201);
  expect(at((await mallory.call('GET', '/data/accounts')).body, 'count')).toBe(0);

  await cloud.patch('/projects/shop/settings', { auth: { allowed_email_domains: ['corp.example'] } });
  await mallory.call('POST', '/auth/logout');
  const boss = new CookieJar(anyone);
  await boss.call('POST', '/auth/signup', { body: { email: 'boss@corp.example', password: PASSWORD } });
  expect((await boss.call('GET', '/auth/me')).status).toBe(401);
  await cloud.patch('/projects/shop/settings', { auth: { allowed_email_domains: [] } });
});

test('when the owner of an address confirms it, a password that a stranger chose does not become valid', async () => {
  const { cloud, anyone } = scene;
  const email = 'owner@example.com';
  const mallory = new CookieJar(anyone);
  expect((await mallory.post('/auth/signup', { email, password: PASSWORD })).status).toBe(201);
  const [welcome] = await mailsTo(cloud, email, 1);
  const click = await anyone.post('/auth/verify-email', { token: welcome && tokenIn(welcome) });
  expect([click.status, at(click.body, 'code')]).toEqual([400, 'password_required']);

  await anyone.post('/auth/forgot-password', { email });
  const [reset] = await mailsTo(cloud, email, 2);
  const own = { token: reset && tokenIn(reset), password: 'chosen by the owner' };
  expect((await anyone.post('/auth/reset-password', own)).status).toBe(200);
  expect((await mallory.get('/auth/me')).status).toBe(401);
  expect((await anyone.post('/auth/login', { email, password: PASSWORD })).status).toBe(401);
  expect((await anyone.post('/auth/login', { email, password: own.password })).status).toBe(200);
});

test('returns from a provider to a browser that started no sign-in sign no user in, and are limited', async () => {
  const { cloud, service } = scene;
  await cloud.post('/projects', { name: 'Flows', id: 'flows' });
  const providers = { github: { client_id: 'app', client_secret: 'a secret of the provider' } };
  await cloud.patch('/projects/flows/settings', { auth: { providers } });
  await cloud.patch('/projects/flows', { allowed_origins: ['https://app.example.com'] });
  const oauth = `${service.url}/api/baas/flows/auth/oauth/github`;
  const statuses: number[] = [];
  for (let tried = 0; tried < 12; tried += 1) {
    const begun = await fetch(`${oauth}?redirect_to=https://app.example.com/`, { redirect: 'manual' });
    const state = new URL(begun.headers.get('location') ?? '').searchParams.get('state') ?? '';
    const back = await fetch(`${oauth}/callback?${new URLSearchParams({ code: 'x', state })}`, { redirect: 'manual' });
    statuses.push(back.status);
  }
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429, 429]);
});

test('an account that was created with another person’s address gets nothing that is meant for that person', async () => {
  const { cloud, service } = scene;
  await cloud.post('/projects', { name: 'Mallory', id: 'mallory-proj' });
  await cloud.post('/projects', { name: 'Alice', id: 'alice-proj' });
  const invited = await cloud.post('/projects/mallory-proj/members', { email: 'victim@corp.example', role: 'viewer' });
  const token = new URL(textAt(invited.body, 'data', 'invite_url')).searchParams.get('token');
  const console = new CookieJar(createApiClient(`${service.url}/api/cloud`, undefined));
  expect((await console.call('POST', '/invites/accept', { body: { token, password: PASSWORD } })).status).toBeLessThan(
    300,
  );
  expect((await console.call('GET', '/projects/mallory-proj')).status).toBe(200);

  const added = await cloud.post('/projects/alice-proj/members', { email: 'victim@corp.example', role: 'admin' });
  expect(added.text).not.toContain('"active"');
  expect((await console.call('GET', '/projects/alice-proj')).status).toBe(404);
  const key = await console.call('POST', '/projects/alice-proj/keys', { body: { name: 'stolen' } });
  expect(key.status).toBe(404);

  // The address's real owner takes over the account, which removes everything that the stranger created with it.
  const made = await console.call('POST', '/tokens', { body: { name: 'kept' } });
  const kept = createApiClient(`${service.url}/api/cloud`, textAt(made.body, 'data', 'token'));
  expect((await kept.get('/auth/me')).status).toBe(200);
  const anyone = createApiClient(`${service.url}/api/cloud`, undefined);
  await anyone.post('/auth/forgot-password', { email: 'victim@corp.example' });
  const [reset] = await mailsTo(cloud, 'victim@corp.example', 1);
  const own = { token: reset && tokenIn(reset), password: 'chosen by the owner' };
  expect((await anyone.post('/auth/reset-password', own)).status).toBe(200);
  expect((await console.call('GET', '/auth/me')).status).toBe(401);
  expect((await kept.get('/auth/me')).status).toBe(401);
});

test('a domain serves no app before its owner confirms it in the DNS, and the service’s own hosts never do', async () => {
  const { cloud, service } = scene;
  await cloud.patch('/projects/mallory-proj/settings', { app: { domains: ['bank.example.com', 'localhost'] } });
  for (const host of ['bank.example.com', 'localhost']) {
    await using connection = await openConnection(service.port);
    connection.send(`GET /health HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    expect(await connection.until(/uptime|error/)).toMatch(/^HTTP\/1\.1 200 /);
  }
});
