import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildStaleConsole } from '../scripts/console.ts';
import { createApiClient, textAt } from './harness/api-client.ts';
import { ROOT, type ServiceProcess, startService } from './harness/service-process.ts';

const run = promisify(execFile);
let service: ServiceProcess;
let dataDir = '';

// A newcomer's first start: only the port and the data directory are configured.
beforeAll(async () => {
  await buildStaleConsole();
  dataDir = await mkdtemp(join(tmpdir(), 'service-e2e-first-'));
  service = await startService({
    dataDir,
    env: { SERVICE_ADMIN_TOKEN: undefined, SERVICE_RATE_LIMITS: undefined, SERVICE_MODE: undefined },
  });
});
afterAll(async () => {
  await service.stop();
  await rm(dataDir, { recursive: true });
});

test('the first start prints the address, the console link with its one-time token and a public key', async () => {
  const output = service.output();
  expect(output).toMatch(new RegExp(`http://localhost:${service.port}`));
  expect(output).toMatch(/\/console\/setup\?token=\S{16,}/);
  expect(output).toMatch(/pk_\S{16,}/);
  // The bare address says where to find that link.
  const opened = await fetch(service.url, { headers: { accept: 'text/html' } });
  expect(opened.status).toBe(200);
  expect(await opened.text()).toMatch(/every start prints a new link.*href="\/console\/"/);
});

test('the printed curl line reads real rows without changes', async () => {
  const line = service
    .output()
    .split('\n')
    .find((text) => text.trim().startsWith('curl '));
  const { stdout } = await run('bash', ['-c', (line ?? '').trim()]);
  const answer: unknown = JSON.parse(stdout.slice(stdout.indexOf('{')));
  expect(answer).toMatchObject({ data: expect.any(Array), count: 3 });
});

test('the sample project accepts a row and refuses a change', async () => {
  const key = /pk_[\w-]+/.exec(service.output())?.[0];
  const sample = createApiClient(`${service.url}/api/baas/sample`, key);
  const made = await sample.post('/data/todos', { title: 'Try it' });
  expect(made.status).toBe(201);
  expect(made.body).toMatchObject({ data: { title: 'Try it', done: false, due: null } });
  const id = textAt(made.body, 'data', 'id');
  const refused = await sample.patch(`/data/todos/${id}`, { done: true });
  expect(refused.status).toBe(403);
  expect((await sample.get(`/data/todos/${id}`)).body).toEqual(made.body);
});

test("the first example in the README works with the reader's own address and key", async () => {
  const page = await readFile(join(ROOT, 'README.md'), 'utf8');
  const block = /^## First use$[\s\S]*?^```(?:sh|bash)\n([\s\S]*?)^```$/m.exec(page)?.[1] ?? '';
  expect(block, 'a block of shell lines under "## First use"').toContain('curl');
  const key = /pk_[\w-]+/.exec(service.output())?.[0] ?? '';
  const script = block
    .replaceAll(/localhost:8787/g, `localhost:${service.port}`)
    .replaceAll(/pk_[\w…<>.-]*/g, key)
    .replaceAll(/^curl /gm, 'curl --fail-with-body --silent --show-error ');
  const { stdout } = await run('bash', ['-e', '-c', script]);
  expect(stdout).toContain('"data":');
});

test('the console link creates the first owner only once', async () => {
  const token = /\/console\/setup\?token=(\S+)/.exec(service.output())?.[1];
  const cloud = createApiClient(`${service.url}/api/cloud`, undefined);
  const owner = { token, email: 'owner@example.com', password: 'correct horse battery', name: 'Owner' };
  const wrong = await cloud.post('/setup', { ...owner, token: 'x'.repeat(43) });
  expect(wrong.status).toBeGreaterThanOrEqual(400);
  const made = await cloud.post('/setup', owner);
  expect(made.status).toBe(201);
  const cookie = made.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const mine = await cloud.call('GET', '/projects', { headers: { cookie } });
  expect(mine.status).toBe(200);
  expect(mine.text).toContain('"sample"');
  const again = await cloud.post('/setup', { ...owner, email: 'second@example.com' });
  expect([403, 404]).toContain(again.status);
});

test('the console page opens in the browser without requests to other hosts', async () => {
  const moved = await createApiClient(service.url, undefined).get('/console');
  expect([moved.status, moved.headers.get('location')]).toEqual([308, '/console/']);
  const page = await createApiClient(service.url, undefined).get('/console/');
  expect(page.status).toBe(200);
  expect(page.headers.get('content-type')).toMatch(/^text\/html/);
  expect(page.headers.get('content-security-policy')).toMatch(/default-src 'none'|default-src 'self'/);
  expect(page.text).not.toMatch(/(?:src|href)="https?:\/\//);
});
