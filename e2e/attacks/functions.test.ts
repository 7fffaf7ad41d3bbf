import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { at } from '../harness/api-client.ts';
import { createScene, type Scene } from '../harness/each-engine.ts';
import { startService } from '../harness/service-process.ts';

/** Threat: the code of a project whose author attacks the machine, the proxy in front of it, or another project. */

const cleanUp = new AsyncDisposableStack();
let scene: Scene;

beforeAll(async () => {
  scene = await createScene(cleanUp.use(await startService()));
});
afterAll(() => cleanUp.disposeAsync());

async function run(source: string, trigger: 'http' | 'webhook' = 'http') {
  const put = await scene.cloud.call('PUT', '/projects/shop/functions/attack', {
    body: { trigger, source, access: 'public' },
  });
  if (put.status >= 300) throw new Error(`the function was refused: ${put.text}`);
  return put;
}

test('a function can read no file, start no program and reach no address of the machine', async () => {
  const { service, anyone } = scene;
  await run(`export default async () => {
    const tried = async (work) => { try { await work(); return 'done' } catch { return 'refused' } };
    return {
      file: await tried(async () => (await import('node:fs')).readFileSync('/etc/passwd').toString().at(0).length || Promise.reject()),
      program: await tried(async () => (await import('node:child_process')).execSync('id')),
      service: await tried(() => fetch('${service.url}/health')),
      metadata: await tried(() => fetch('http://169.254.169.254/latest/meta-data/')),
    };
  }`);
  const answer = await anyone.post('/functions/attack/invoke', {});
  expect(answer.body).toMatchObject({
    data: { file: 'refused', program: 'refused', service: 'refused', metadata: 'refused' },
  });
});

test('the answer of a webhook function cannot control the proxy in front of the service, or the browser', async () => {
  const names = ['X-Accel-Redirect', 'X-Sendfile', 'Refresh', 'WWW-Authenticate', 'Set-Cookie'];
  const headers = Object.fromEntries(names.map((name) => [name, '/internal/secret']));
  await scene.cloud.delete('/projects/shop/functions/attack');
  await run(`export default () => new Response('ok', { headers: ${JSON.stringify(headers)} });`, 'webhook');
  const answer = await fetch(`${scene.service.url}/api/baas/shop/functions/attack/webhook`, {
    method: 'POST',
    body: '',
  });
  expect(answer.status).toBe(200);
  for (const name of names) expect(answer.headers.get(name), name).toBeNull();
});

test('a captured request from yesterday does not verify today, in whatever scheme its signature is presented', async () => {
  const { cloud, service } = scene;
  const secret = 'what the sender and the function know';
  await cloud.call('PUT', '/projects/shop/secrets/HOOK', { body: { value: secret } });
  await run('export default (ctx) => ({ isGenuine: ctx.verifySignature(ctx.secrets.HOOK) })', 'webhook');
  const sign = (text: string, encoding: 'hex' | 'base64') => createHmac('sha256', secret).update(text).digest(encoding);
  const isGenuine = async (body: string, headers: Readonly<Record<string, string>>) => {
    const answer = await fetch(`${service.url}/api/baas/shop/functions/attack/webhook`, {
      method: 'POST',
      headers,
      body,
    });
    return at(await answer.json(), 'isGenuine');
  };
  const own = (body: string) => ({ 'x-webhook-signature': sign(body, 'hex') });
  expect(await isGenuine('{"paid":1}', own('{"paid":1}'))).toBe(true);

  const then = String(Math.floor(Date.now() / 1000) - 86_400);
  const captured = `v0:${then}:text=pay&to=mallory`;
  expect(await isGenuine(captured, own(captured))).toBe(false);
  const standard = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': then,
    'webhook-signature': `v1,${sign(`msg_1.${then}.{"paid":1}`, 'base64')}`,
  };
  expect(await isGenuine('{"paid":1}', { ...own('{"paid":1}'), ...standard })).toBe(false);
});
