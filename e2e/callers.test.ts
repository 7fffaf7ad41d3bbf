import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApiClient, textAt } from './harness/api-client.ts';
import { createScene, createTable, type Scene } from './harness/each-engine.ts';
import { type ServiceProcess, startService } from './harness/service-process.ts';

const NOTES = {
  name: 'notes',
  columns: [{ name: 'title', type: 'text' }],
  rules: { read: 'public', create: 'public' },
};
const READS = 300;
const WRITES = 100;

let service: ServiceProcess;
let scene: Scene;
beforeAll(async () => {
  service = await startService({ env: { SERVICE_RATE_LIMITS: 'on', SERVICE_MODE: 'production' } });
  scene = await createScene(service);
  await createTable(scene, NOTES);
  await scene.cloud.patch('/projects/shop', { allowed_origins: ['https://shop.example'] });
});
afterAll(() => service.stop());

describe('rate limits', () => {
  test('refuse a caller after 300 reads or 100 writes in 10 s, count each item of a batch, and say when to retry', async () => {
    const { anyone, secret } = scene;
    const batch = await anyone.post(
      '/data/notes/batch',
      Array.from({ length: WRITES - 1 }, () => ({ title: 'x' })),
    );
    expect(batch.status).toBe(200);
    expect((await anyone.post('/data/notes', { title: 'the hundredth' })).status).toBe(201);
    const stopped = await anyone.post('/data/notes', { title: 'one too many' });
    expect([stopped.status, textAt(stopped.body, 'code')]).toEqual([429, 'rate_limited']);
    expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(0);
    expect([...stopped.headers.keys()].some((name) => name.startsWith('ratelimit'))).toBe(true);
    const reads = await Promise.all(Array.from({ length: READS + 5 }, () => anyone.get('/data/notes?limit=0')));
    expect(reads.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(READS);
    expect(reads.some(({ status }) => status === 429)).toBe(true);
    expect((await secret.post('/data/notes', { title: 'exempt' })).status, 'secret keys are exempt').toBe(201);
    expect((await secret.get('/data/notes?filter=title:eq:"one too many"&limit=0')).body).toEqual({
      data: [],
      count: 0,
    });
  });

  test('count all spellings of a route together', async () => {
    const { status } = await createApiClient(service.url, scene.publicKey).post('/api/baas/shop/data/%6eotes', {
      title: 'x',
    });
    expect(status).toBe(429);
  });

  test('of one project do not affect another', async () => {
    const project = await scene.cloud.post('/projects', { name: 'Quiet', id: 'quiet' });
    await scene.cloud.post('/projects/quiet/tables', NOTES);
    const quiet = createApiClient(`${service.url}/api/baas/quiet`, textAt(project.body, 'data', 'public_key'));
    expect((await quiet.post('/data/notes', { title: 'x' })).status).toBe(201);
  });
});

describe('pages of other origins', () => {
  const from = (
    origin: string,
    method = 'GET',
    headers: Record<string, string> = {},
  ): ReturnType<typeof scene.secret.call> =>
    scene.secret.call(method, '/data/notes', { headers: { origin, ...headers } });

  test('that are allowed may call with credentials; others get no CORS header', async () => {
    const allowed = await from('https://shop.example');
    expect(allowed.headers.get('access-control-allow-origin')).toBe('https://shop.example');
    expect(allowed.headers.get('access-control-allow-credentials')).toBe('true');
    for (const origin of [
      'https://evil.example',
      'https://shop.example.evil.example',
      'http://shop.example',
      'null',
      'http://localhost:5173',
    ]) {
      expect((await from(origin)).headers.get('access-control-allow-origin'), origin).toBeNull();
    }
  });

  test('send a preflight request, which gets 204', async () => {
    const preflight = {
      'access-control-request-method': 'PATCH',
      'access-control-request-headers': 'authorization,content-type',
    };
    const allowed = await from('https://shop.example', 'OPTIONS', preflight);
    expect(allowed.status).toBe(204);
    expect(allowed.headers.get('access-control-allow-methods')).toContain('PATCH');
    expect(allowed.headers.get('access-control-allow-headers')?.toLowerCase()).toContain('authorization');
    const foreign = await from('https://evil.example', 'OPTIONS', preflight);
    expect(foreign.headers.get('access-control-allow-origin')).toBeNull();
  });
});

test('production mode creates no sample project and prints no key', async () => {
  expect(service.output()).not.toMatch(/pk_/);
  expect((await scene.cloud.get('/projects')).text).not.toContain('"sample"');
});
