import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPostgresDatabase, type PostgresDatabase } from '../../../../test/engines/postgres-database.ts';
import { createApi, startTestServer, type TestProject, type TestServer } from '../../../../test/index.ts';
import { createArchive, publish, visit } from '../../../../test/published-app.ts';

/** The longest time that another process may use outdated state. */
const NEWS = { timeout: 1000, interval: 20 };

let dataDir: string;
let postgres: PostgresDatabase;
let here: TestServer;
let there: TestServer;
let project: TestProject;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'shared-apps-'));
  postgres = await createPostgresDatabase();
  const config = { dataDir, database: { engine: 'postgres', url: postgres.url } } as const;
  here = await startTestServer({ config });
  there = await startTestServer({ config });
  project = await here.createProject();
});
afterAll(async () => {
  await Promise.all([here?.close(), there?.close()]);
  await postgres?.[Symbol.asyncDispose]();
  await rm(dataDir, { recursive: true, force: true });
});

test('what one process publishes, the other serves within a second, including functions', async () => {
  for (const text of ['one', 'two']) {
    await publish(project, { 'dist/index.html': text, 'functions/which.ts': `export default () => '${text}';` });
    await expect.poll(async () => (await visit(there, project, '/')).text, NEWS).toBe(text);
    const invoke = createApi(there.url, project.publicKey);
    const called = async () =>
      (await invoke<{ data: unknown }>(`/api/baas/${project.id}/functions/which/invoke`, { json: {} })).body.data;
    await expect.poll(called, NEWS).toBe(text);
  }
});

test('a domain set in one process works in the other within a second', async () => {
  await publish(project, { 'dist/index.html': 'at home' });
  await project.cloudApi('/settings', { method: 'PATCH', json: { app: { domains: ['shop.example.com'] } } });
  await project.cloudApi('/domains/shop.example.com/verify', { json: { confirm: true } });
  await expect
    .poll(async () => (await visit(there, project, '/', { host: 'shop.example.com' })).text, NEWS)
    .toBe('at home');
});

test('concurrent deployments of several processes are each whole, and the last one becomes active in all', async () => {
  const send = async (server: TestServer, text: string) => {
    const archive = await createArchive({
      'dist/index.html': text,
      'dist/same.txt': 'the same in all',
      'functions/which.ts': `export default () => '${text}';`,
    });
    const path = `/api/cloud/projects/${project.id}/deployments`;
    const headers = { 'content-type': 'application/gzip' };
    return await server.adminApi<{ data: { number: number } }>(path, { method: 'POST', body: archive, headers });
  };
  const texts = ['a', 'b', 'c', 'd', 'e', 'f'];
  const answers = await Promise.all(texts.map((text, at) => send(at % 2 === 0 ? here : there, text)));
  expect(answers.map(({ status }) => status)).toEqual(texts.map(() => 201));
  const numbers = answers.map(({ body }) => body.data.number);
  expect(new Set(numbers).size).toBe(texts.length);
  const last = texts[numbers.indexOf(Math.max(...numbers))];
  for (const server of [here, there]) {
    await expect.poll(async () => (await visit(server, project, '/')).text, NEWS).toBe(last);
    expect((await visit(server, project, '/same.txt')).text).toBe('the same in all');
  }
  expect((await project.cloudApi<{ data: { files: object } }>('/functions/which')).body.data.files).toEqual({
    'functions/which.ts': `export default () => '${last}';`,
  });
});
