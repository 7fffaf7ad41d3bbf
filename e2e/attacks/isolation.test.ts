import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { at, createApiClient } from '../harness/api-client.ts';
import { createScene, type Scene } from '../harness/each-engine.ts';
import { findPort } from '../harness/find-port.ts';
import { ADMIN_TOKEN, launch, type RunningProcess, startService } from '../harness/service-process.ts';
import { findProgram } from '../harness/service-program.ts';

/** Threat: a machine that cannot isolate the code of projects, and a service that runs it anyway. */

const UID = '1500';
const SOURCE = { trigger: 'http', source: 'export default () => process.getuid?.() ?? 1' };

let dataDir: string;
let scene: Scene;

/** Only root can start a service as another user. */
describe.runIf(process.platform === 'linux' && process.getuid?.() === 0)('a service that is not root', () => {
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'isolation-'));
    const service = await startService({ dataDir });
    scene = await createScene(service);
    const put = await scene.cloud.call('PUT', '/projects/shop/functions/one', { body: SOURCE });
    expect(put.status).toBe(201);
    await service.stop();
    await promisify(execFile)('chown', ['-R', `${UID}:${UID}`, dataDir]);
  });
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  test('refuses to run functions in production, and says why', async () => {
    await using service = await startAsUser({ SERVICE_MODE: 'production' });
    const { call, deploy, health } = await ask(service.url);
    expect([call.status, at(call.body, 'code')]).toEqual([503, 'function_unhealthy']);
    expect(call.headers.get('retry-after')).toBe('5');
    expect([deploy.status, at(deploy.body, 'code')]).toEqual([503, 'function_unhealthy']);
    expect([health.status, at(health.body, 'code')]).toEqual([503, 'unavailable']);
    expect(at(health.body, 'details', 'functions')).toBe(
      'SERVICE_ISOLATION is required: functions are not started without their own users. Only root can give processes their own users.',
    );
    expect(service.output()).toContain('This machine cannot start functions.');
  });

  test.each([
    ['in development', { SERVICE_MODE: 'development' }],
    ['with SERVICE_ISOLATION=best_effort', { SERVICE_MODE: 'production', SERVICE_ISOLATION: 'best_effort' }],
  ])('runs them %s, and says at the start what that means', async (_, env) => {
    await using service = await startAsUser(env);
    const { call, deploy, health } = await ask(service.url);
    expect([call.status, deploy.status, health.status]).toEqual([200, 200, 200]);
    expect(service.output()).toContain('SERVICE_ISOLATION is best_effort');
  });
});

async function ask(url: string) {
  const secret = createApiClient(`${url}/api/baas/shop`, scene.secretKey);
  const cloud = createApiClient(`${url}/api/cloud`, ADMIN_TOKEN);
  const call = await secret.post('/functions/one/invoke', {});
  const deploy = await cloud.call('PUT', '/projects/shop/functions/one', { body: SOURCE });
  const health = await createApiClient(url, undefined).get('/health');
  return { call, deploy, health };
}

async function startAsUser(
  env: Readonly<Record<string, string>>,
): Promise<RunningProcess & AsyncDisposable & { url: string }> {
  const port = await findPort();
  const { file } = await findProgram();
  const url = `http://127.0.0.1:${port}`;
  const user = ['--reuid', UID, '--regid', UID, '--clear-groups'];
  const running = launch(
    [...user, process.execPath, file],
    { ...env, PORT: String(port), SERVICE_DATA_DIR: dataDir },
    'setpriv',
  );
  const isListening = () =>
    fetch(`${url}/api/cloud/info`).then(
      () => true,
      () => false,
    );
  await expect.poll(isListening, { timeout: 120_000 }).toBe(true);
  return {
    ...running,
    url,
    async [Symbol.asyncDispose]() {
      running.child.kill('SIGTERM');
      await running.exit;
    },
  };
}
