import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiClient, createApiClient, textAt } from './harness/api-client.ts';
import { createScene, createTable, type Scene } from './harness/each-engine.ts';
import { type ServiceProcess, startService } from './harness/service-process.ts';

const PASSWORD = 'correct horse battery';
const ROLES = ['viewer', 'editor', 'admin', 'owner'] as const;
const COLUMNS = [{ name: 'title', type: 'text' }];

let service: ServiceProcess;
let scene: Scene;
/** A personal token for each role in the project, and for an account outside of it. */
const clients = new Map<string, ApiClient>();

beforeAll(async () => {
  service = await startService();
  scene = await createScene(service);
  await createTable(scene, { name: 'notes', columns: COLUMNS });
  for (const role of ROLES) clients.set(role, await joinAs(role, 'shop'));
  await scene.cloud.post('/projects', { name: 'Elsewhere', id: 'elsewhere' });
  clients.set('stranger', await joinAs('owner', 'elsewhere', 'stranger@example.com'));
});
afterAll(() => service.stop());

/** Invites an address, accepts the invitation, and returns a client with a personal token. */
async function joinAs(role: string, projectId: string, email = `${role}@example.com`): Promise<ApiClient> {
  const invited = await scene.cloud.post(`/projects/${projectId}/members`, { email, role });
  const token = new URL(textAt(invited.body, 'data', 'invite_url')).searchParams.get('token');
  const open = createApiClient(`${service.url}/api/cloud`, undefined);
  const accepted = await open.post('/invites/accept', { token, password: PASSWORD });
  const cookie = accepted.headers
    .getSetCookie()
    .map((text) => text.split(';')[0])
    .join('; ');
  const made = await open.call('POST', '/tokens', { headers: { cookie }, body: { name: 'tests' } });
  return createApiClient(`${service.url}/api/cloud`, textAt(made.body, 'data', 'token'));
}

function clientOf(who: string): ApiClient {
  const client = clients.get(who);
  if (client === undefined) throw new Error(`nobody is ${who}`);
  return client;
}

describe('roles', () => {
  // The least role that each call needs. The last call deletes the project, which the others need.
  const calls: [string, (typeof ROLES)[number], (cloud: ApiClient) => Promise<{ status: number }>][] = [
    ['read the project', 'viewer', (cloud) => cloud.get('/projects/shop')],
    ['read the tables', 'viewer', (cloud) => cloud.get('/projects/shop/tables')],
    ['change a table', 'editor', (cloud) => cloud.patch('/projects/shop/tables/notes', { rules: { read: 'public' } })],
    ['see the keys', 'admin', (cloud) => cloud.get('/projects/shop/keys')],
    ['make a key', 'admin', (cloud) => cloud.post('/projects/shop/keys', { name: 'x' })],
    ['change settings', 'admin', (cloud) => cloud.patch('/projects/shop/settings', { inbox: { enabled: true } })],
    ['rename the project', 'admin', (cloud) => cloud.patch('/projects/shop', { name: 'Shop' })],
    ['delete the project', 'owner', (cloud) => cloud.delete('/projects/shop')],
  ];

  test.each(calls)('%s needs %s', async (_what, least, call) => {
    expect((await call(clientOf('stranger'))).status, 'a stranger does not learn that it exists').toBe(404);
    for (const role of ROLES) {
      const { status } = await call(clientOf(role));
      const may = ROLES.indexOf(role) >= ROLES.indexOf(least);
      expect(status, role).toBe(may ? (status === 201 ? 201 : 200) : 403);
    }
  });
});

describe('accounts of operators', () => {
  test('a wrong password and an unknown address get the same answer', async () => {
    const open = createApiClient(`${service.url}/api/cloud`, undefined);
    const wrong = await open.post('/auth/login', { email: 'viewer@example.com', password: 'not this one' });
    const unknown = await open.post('/auth/login', { email: 'nobody@example.com', password: 'not this one' });
    expect([wrong.status, unknown.status]).toEqual([401, 401]);
    expect(textAt(wrong.body, 'code')).toBe('invalid_credentials');
    expect(textAt(unknown.body, 'error')).toBe(textAt(wrong.body, 'error'));
  });

  test('the console session is an HttpOnly cookie that no foreign page can use', async () => {
    const open = createApiClient(`${service.url}/api/cloud`, undefined);
    const signedIn = await open.post('/auth/login', { email: 'viewer@example.com', password: PASSWORD });
    const [cookie = ''] = signedIn.headers.getSetCookie();
    expect(cookie).toMatch(/;\s*HttpOnly/i);
    expect(cookie).toMatch(/;\s*SameSite=Lax/i);
    expect(signedIn.text).not.toContain(cookie.split(/[=;]/)[1]);
    const headers = { cookie: cookie.split(';')[0] ?? '' };
    expect((await open.call('GET', '/auth/me', { headers })).status).toBe(200);
    const forged = { ...headers, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    const refused = await open.call('POST', '/tokens', { headers: forged, body: { name: 'x' } });
    expect([refused.status, textAt(refused.body, 'code')]).toEqual([403, 'origin_not_allowed']);
    await open.call('POST', '/auth/logout', { headers });
    expect((await open.call('GET', '/auth/me', { headers })).status).toBe(401);
  });

  test('a personal token ends when it is deleted', async () => {
    const viewer = clientOf('viewer');
    const list = await viewer.get('/tokens');
    expect(list.text).not.toMatch(/ct_\w{16}/);
    expect((await viewer.delete(`/tokens/${textAt(list.body, 'data', 0, 'id')}`)).status).toBe(200);
    expect((await viewer.get('/projects')).status).toBe(401);
  });
});
