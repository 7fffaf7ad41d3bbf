import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiAnswer, type ApiClient, at, createApiClient, textAt } from './harness/api-client.ts';
import { createScene, createTable, onEachEngine, type Scene } from './harness/each-engine.ts';
import { ADMIN_TOKEN, startService } from './harness/service-process.ts';

const KILLS = 4;
const KILLS_MS = 120_000;
const SLOW =
  'export default async (ctx) => { console.log("begun"); await new Promise((go) => setTimeout(go, 60_000)); };';

function put(cloud: ApiClient, name: string, body: object): Promise<ApiAnswer> {
  return cloud.call('PUT', `/projects/shop/functions/${name}`, { body });
}

onEachEngine((scene) => {
  test('a function is deployed, called, changed, rolled back and deleted, and every run is recorded', async () => {
    const { cloud, anyone } = scene();
    await createTable(scene(), { name: 'guests', columns: [{ name: 'name', type: 'text' }] });
    const source = `export default async (ctx) => {
      const { id } = await ctx.data.table('guests').insert({ name: ctx.payload.name });
      console.log('welcome', ctx.payload.name);
      return { id, greeting: GREETING + ctx.payload.name };
    };`;
    const version = (greeting: string) => `const GREETING = '${greeting} ';\n${source}`;
    expect((await put(cloud, 'welcome', { trigger: 'http', source: version('Hello') })).status).toBe(201);
    const first = await anyone.post('/functions/welcome/invoke', { name: 'Ada' });
    expect([first.status, at(first.body, 'data', 'greeting')]).toEqual([200, 'Hello Ada']);
    expect((await put(cloud, 'welcome', { source: version('Hi') })).status).toBe(200);
    expect(at((await anyone.post('/functions/welcome/invoke', { name: 'Bob' })).body, 'data', 'greeting')).toBe(
      'Hi Bob',
    );
    await cloud.post('/projects/shop/functions/welcome/rollback', {});
    expect(at((await anyone.post('/functions/welcome/invoke', { name: 'Cem' })).body, 'data', 'greeting')).toBe(
      'Hello Cem',
    );
    const runs = await cloud.get('/projects/shop/functions/welcome/runs');
    expect(at(runs.body, 'count')).toBe(3);
    const run = await cloud.get(`/projects/shop/functions/welcome/runs/${textAt(runs.body, 'data', 0, 'id')}`);
    expect(run.body).toMatchObject({
      data: { status: 'succeeded', payload: { name: 'Cem' }, log: [{ level: 'info', message: 'welcome Cem' }] },
    });
    expect((await cloud.delete('/projects/shop/functions/welcome')).status).toBe(200);
    expect((await anyone.post('/functions/welcome/invoke', {})).status).toBe(404);
  });

  test('a webhook function can be called without a key', async () => {
    const { cloud, service } = scene();
    const source =
      'export default async (ctx) => new Response((await ctx.request.text()).toUpperCase(), { status: 202 });';
    await put(cloud, 'hook', { trigger: 'webhook', source });
    const answer = await fetch(`${service.url}/api/baas/shop/functions/hook/webhook`, { method: 'POST', body: 'tea' });
    expect([answer.status, await answer.text()]).toEqual([202, 'TEA']);
  });
});

describe('kill -9 of the service', () => {
  let dataDir = '';
  let scene: Scene | undefined;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'service-e2e-functions-'));
  });
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  test(
    'during deployments leaves either the old or the new function complete',
    async () => {
      let deployed = 0;
      let tried = 0;
      for (let round = 0; round < KILLS; round += 1) {
        const service = await startService({ dataDir });
        scene ??= await createScene(service);
        const cloud = createApiClient(`${service.url}/api/cloud`, ADMIN_TOKEN);
        const anyone = createApiClient(`${service.url}/api/baas/shop`, scene.publicKey);
        if (tried > 0) {
          const number = at((await anyone.post('/functions/number/invoke', {})).body, 'data');
          expect([deployed, tried]).toContain(number);
          const shown = await cloud.get('/projects/shop/functions/number');
          expect(textAt(shown.body, 'data', 'files', 'index.js')).toBe(`export default () => ${String(number)};`);
        }
        let isDead = false;
        const deploying = (async () => {
          while (!isDead) {
            tried += 1;
            const files = { 'index.js': `export default () => ${tried};` };
            const answer = await put(cloud, 'number', { trigger: 'http', files }).catch(() => undefined);
            if (answer === undefined) return;
            expect(answer.status, answer.text).toBeLessThan(300);
            deployed = tried;
          }
        })();
        await expect.poll(() => deployed, { timeout: 20_000, interval: 5 }).toBeGreaterThan(round * 2);
        await service.end('SIGKILL');
        isDead = true;
        await deploying;
      }
    },
    KILLS_MS,
  );

  test(
    'during a run leaves the run as lost, with the lines it had logged',
    async () => {
      const service = await startService({ dataDir });
      scene ??= await createScene(service);
      const cloud = createApiClient(`${service.url}/api/cloud`, ADMIN_TOKEN);
      await put(cloud, 'slow', { trigger: 'http', source: SLOW, timeout_ms: 100_000 });
      const anyone = createApiClient(`${service.url}/api/baas/shop`, scene.publicKey);
      const call = anyone.post('/functions/slow/invoke', {}).catch(() => undefined);
      const newest = async (client: ApiClient): Promise<unknown> => {
        const runs = await client.get('/projects/shop/functions/slow/runs');
        if (at(runs.body, 'count') === 0) return undefined;
        const run = await client.get(`/projects/shop/functions/slow/runs/${textAt(runs.body, 'data', 0, 'id')}`);
        return [at(run.body, 'data', 'status'), at(run.body, 'data', 'log', 0, 'message')];
      };
      await expect.poll(() => newest(cloud), { timeout: 10_000 }).toEqual(['running', 'begun']);
      await service.end('SIGKILL');
      await call;
      await using again = await startService({ dataDir });
      const after = createApiClient(`${again.url}/api/cloud`, ADMIN_TOKEN);
      expect(await newest(after)).toEqual(['lost', 'begun']);
    },
    KILLS_MS,
  );
});
