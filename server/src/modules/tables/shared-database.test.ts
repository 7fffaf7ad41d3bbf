import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPostgresDatabase, type PostgresDatabase } from '../../../test/engines/postgres-database.ts';
import { createApi, startTestServer, type TestProject, type TestServer } from '../../../test/index.ts';

/** The longest time for which another process may use the old state. */
const NEWS_MS = 1000;

let dataDir: string;
let postgres: PostgresDatabase;
let one: TestServer;
let other: TestServer;
let project: TestProject;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'shared-'));
  postgres = await createPostgresDatabase();
  const config = { dataDir, database: { engine: 'postgres', url: postgres.url } } as const;
  one = await startTestServer({ config });
  other = await startTestServer({ config });
  project = await one.createProject();
});
afterAll(async () => {
  await Promise.all([one?.close(), other?.close()]);
  await postgres?.[Symbol.asyncDispose]();
  await rm(dataDir, { recursive: true, force: true });
});

test('another process sees a table change within a second', async () => {
  const elsewhere = createApi(other.url, project.publicKey);
  const path = `/api/baas/${project.id}/data/shared`;
  const soon = { timeout: NEWS_MS, interval: 20 };
  await project.createTable({
    name: 'shared',
    columns: [{ name: 'a', type: 'text' }],
    rules: { read: 'public', create: 'public' },
  });
  await expect.poll(() => elsewhere(path).then(({ status }) => status), soon).toBe(200);

  const alter = (json: object) => project.cloudApi('/tables/shared', { method: 'PATCH', json });
  expect((await alter({ change_columns: [{ name: 'a', rename: 'b' }] })).status).toBe(200);
  // Even before the process learns of the change, no write uses the old columns.
  const written = await elsewhere<{ code?: string }>(path, { json: { a: 'x' } });
  expect([written.status, written.body.code]).toEqual([400, 'unknown_column']);
  await expect.poll(() => elsewhere(path, { json: { b: 'x' } }).then(({ status }) => status), soon).toBe(201);

  expect((await alter({ rules: { read: 'private' } })).status).toBe(200);
  await expect.poll(() => elsewhere(path).then(({ status }) => status), soon).toBe(403);
  expect((await project.cloudApi('/tables/shared', { method: 'DELETE' })).status).toBe(200);
  await expect.poll(() => elsewhere(path).then(({ status }) => status), soon).toBe(404);
});

test('concurrent changes of one table by two processes all succeed', async () => {
  await project.createTable({ name: 'both', columns: [] });
  const change = (url: string, column: string) =>
    createApi(url, one.adminToken)(`/api/cloud/projects/${project.id}/tables/both`, {
      method: 'PATCH',
      json: { add_columns: [{ name: column, type: 'text' }] },
    });
  await expect
    .poll(() =>
      createApi(
        other.url,
        one.adminToken,
      )(`/api/cloud/projects/${project.id}/tables/both`).then(({ status }) => status),
    )
    .toBe(200);
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, n) => change(n % 2 === 0 ? one.url : other.url, `c${n}`)),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 16 }, () => 200));
  const shown = () => project.cloudApi<{ data: { columns: object[] } }>('/tables/both');
  await expect
    .poll(async () => (await shown()).body.data.columns, { timeout: NEWS_MS, interval: 20 })
    .toHaveLength(4 + 16);
});
