import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiClient, at, createApiClient, textAt } from '../harness/api-client.ts';
import { CookieJar } from '../harness/cookie-jar.ts';
import { createScene, type Scene } from '../harness/each-engine.ts';
import { mailsTo } from '../harness/mailbox.ts';
import { startService } from '../harness/service-process.ts';

/** Threat: another project on the same installation, whose owner uses all resources. */

const PASSWORD = 'a calm and long password';
const cleanUp = new AsyncDisposableStack();
let scene: Scene;
/** `/api/cloud` as the admin of the greedy project. */
let greedy: CookieJar;

beforeAll(async () => {
  scene = await createScene(cleanUp.use(await startService()));
  const { cloud, service } = scene;
  await cloud.post('/projects', { name: 'Greedy', id: 'greedy' });
  const invited = await cloud.post('/projects/greedy/members', { email: 'admin@greedy.example', role: 'admin' });
  const token = new URL(textAt(invited.body, 'data', 'invite_url')).searchParams.get('token');
  greedy = new CookieJar(createApiClient(`${service.url}/api/cloud`, undefined));
  await greedy.post('/invites/accept', { token, password: PASSWORD });
});
afterAll(() => cleanUp.disposeAsync());

const deploy = (project: string, name: string, source: string) =>
  scene.cloud.call('PUT', `/projects/${project}/functions/${name}`, { body: { trigger: 'http', source } });

test('deployments that never finish loading do not delay other projects', { timeout: 180_000 }, async () => {
  const ended: string[] = [];
  const endless = ['a', 'b', 'c', 'd'].map((name) =>
    deploy('greedy', name, 'for (;;); export default () => 1').then((answer) => {
      ended.push(name);
      return answer;
    }),
  );
  // This deployment is sent last; each endless one occupies a slot for five seconds of processor time, or half a minute.
  const mine = await deploy('shop', 'mine', 'export default () => 1');
  expect(mine.status).toBe(201);
  expect(ended.length).toBeLessThan(endless.length);
  for (const { status, body } of await Promise.all(endless)) {
    // A machine that is too busy to give a module its five seconds does not judge it.
    expect(['400 invalid_source', '503 function_unhealthy']).toContain(`${status} ${at(body, 'code')}`);
  }
});

test('an imported hash that costs a thousand times ours to check is refused', async () => {
  const salt = Buffer.alloc(16, 1).toString('base64').replaceAll('=', '');
  const tag = Buffer.alloc(32, 2).toString('base64').replaceAll('=', '');
  const users = [{ email: 'slow@example.com', password_hash: `$argon2id$v=19$m=262144,t=20,p=1$${salt}$${tag}` }];
  await scene.cloud.post('/projects/greedy/users/import', { users });
  const listed = await scene.cloud.get('/projects/greedy/users?limit=10');
  expect(listed.text).not.toContain('slow@example.com');
});

test('a project cannot raise its limits above those of the installation', async () => {
  const raise = (api: Pick<ApiClient, 'call'>, bytes: number) =>
    api.call('PATCH', '/projects/greedy/settings', { body: { limits: { storage_bytes: bytes } } });
  expect((await raise(greedy, 2 ** 52)).status).toBe(403);
  expect((await raise(scene.cloud, 2 ** 40)).status).toBe(200);
});

test('callers who are no members of a project can neither see nor delete its mails in the development mailbox', async () => {
  const { cloud, anyone } = scene;
  const email = 'user@shop.example';
  await anyone.post('/auth/signup', { email, password: PASSWORD });
  await mailsTo(cloud, email, 1);
  const read = await greedy.get(`/mailbox?to=${email}`);
  expect([read.status, at(read.body, 'count')]).toEqual([200, 0]);
  await greedy.call('DELETE', '/mailbox');
  expect(await mailsTo(cloud, email, 1)).toHaveLength(1);
});

test('the key of one project reaches nothing of another', async () => {
  const { service, secretKey } = scene;
  const foreign = createApiClient(`${service.url}/api/baas/greedy`, secretKey);
  for (const path of ['/data/todos', '/storage/files', '/auth/me', '/openapi.json']) {
    expect([401, 404]).toContain((await foreign.get(path)).status);
  }
});
