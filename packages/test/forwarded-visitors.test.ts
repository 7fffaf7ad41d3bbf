import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createScene, createTable, type Scene } from '../../e2e/harness/each-engine.ts';
import { startService } from '../../e2e/harness/service-process.ts';
import { isServiceError } from '../client/src/index.ts';
import { createLoaderClient, createServerClient } from '../client/src/server.ts';
import { getSharedState } from './shared-state.ts';

const READS_MAX = 300;

const cleanUp = new AsyncDisposableStack();
let scene: Scene;
beforeAll(async () => {
  // No proxy is trusted, so only the secret key lets the app's server speak for its visitors.
  const service = cleanUp.use(await startService({ env: { SERVICE_MODE: 'development', SERVICE_RATE_LIMITS: 'on' } }));
  scene = await createScene(service);
  await createTable(scene, { name: 'todos', columns: [], rules: { read: 'public' } });
  getSharedState().config = { url: service.url, projectId: scene.projectId, publicKey: scene.publicKey };
});
afterAll(() => cleanUp.disposeAsync());
afterEach(() => vi.unstubAllEnvs());

function requestFrom(address: string): Request {
  return new Request('http://app.example/', { headers: { 'x-forwarded-for': address } });
}

/** The number of page loads, each by another visitor, that the limits refuse. */
async function refusals(loads: number, load: (address: string) => Promise<unknown>): Promise<number> {
  let refused = 0;
  for (let index = 0; index < loads; index += 1) {
    await load(`198.51.${index >> 8}.${index & 255}`).catch((error: unknown) => {
      if (!isServiceError(error, 'rate_limited')) throw error;
      refused += 1;
    });
  }
  return refused;
}

test('without the secret key, all visitors of an app server count as one caller', async () => {
  const load = (address: string) => createServerClient({ cookies: requestFrom(address) }).list('todos');
  expect(await refusals(READS_MAX + 30, load)).toBeGreaterThan(0);
});

test('with the secret key in SERVICE_SECRET_KEY, each visitor has a separate limit', async () => {
  vi.stubEnv('SERVICE_SECRET_KEY', scene.secretKey);
  const load = (address: string) => createServerClient({ cookies: requestFrom(address) }).list('todos');
  expect(await refusals(READS_MAX + 30, load)).toBe(0);
  expect(await refusals(READS_MAX + 30, () => load('203.0.113.7'))).toBeGreaterThan(0);
});

test('a loader forwards the address that its framework knows', async () => {
  const request = new Request('http://app.example/');
  const options = { secretKey: scene.secretKey };
  const load = (address: string) => createLoaderClient(request, { ...options, address }).service.list('todos');
  expect(await refusals(READS_MAX + 30, load)).toBe(0);
});

test('the secret key gives the visitor no right, and is sent only with an address', async () => {
  await createTable(scene, { name: 'ledger', columns: [], rules: { read: 'owner' } });
  const { secretKey } = scene;
  const visitor = createServerClient({ address: '203.0.113.8', secretKey });
  await expect(visitor.list('ledger')).rejects.toMatchObject({ code: 'not_authenticated' });
  const wrong = createServerClient({ address: '203.0.113.8', secretKey: 'sk_wrong' });
  await expect(wrong.list('todos')).rejects.toMatchObject({ code: 'invalid_key', status: 401 });
  const unknown = createServerClient({ secretKey: 'sk_wrong' });
  await expect(unknown.list('todos').catch(({ code }) => code)).resolves.not.toBe('invalid_key');
});
