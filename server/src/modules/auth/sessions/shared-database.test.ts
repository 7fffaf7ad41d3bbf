import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPostgresDatabase, type PostgresDatabase } from '../../../../test/engines/postgres-database.ts';
import {
  type Api,
  createApi,
  createVisitor,
  signUp,
  startTestServer,
  type TestProject,
  type TestServer,
  USER_PASSWORD,
} from '../../../../test/index.ts';

/** The longest time that another process may use outdated state. */
const NEWS = { timeout: 1000, interval: 20 };

let dataDir: string;
let postgres: PostgresDatabase;
let one: TestServer;
let other: TestServer;
let project: TestProject;
let elsewhere: Api;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'shared-'));
  postgres = await createPostgresDatabase();
  const config = { dataDir, database: { engine: 'postgres', url: postgres.url } } as const;
  one = await startTestServer({ config });
  other = await startTestServer({ config });
  project = await one.createProject();
  const api = createApi(other.url, project.publicKey);
  elsewhere = (path, init) => api(`/api/baas/${project.id}${path}`, init);
});
afterAll(async () => {
  await Promise.all([one?.close(), other?.close()]);
  await postgres?.[Symbol.asyncDispose]();
  await rm(dataDir, { recursive: true, force: true });
});

test('a session works in every process, and its end reaches all within a second', async () => {
  const user = await signUp(project.api);
  const there = createVisitor(elsewhere, user.cookies);
  const meThere = () =>
    there
      .copy()
      .api('/auth/me')
      .then(({ status }) => status);
  expect(await meThere()).toBe(200);
  await user.api('/auth/logout', { method: 'POST' });
  await expect.poll(meThere, NEWS).toBe(401);
});

test('any process refreshes a session, and concurrent refreshes in two give one pair', async () => {
  const user = await signUp(project.api);
  const tabs = Array.from({ length: 20 }, (_, index) =>
    createVisitor(index % 2 === 0 ? elsewhere : project.api, user.cookies),
  );
  const replies = await Promise.all(tabs.map((tab) => tab.api('/auth/refresh', { method: 'POST' })));
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(tabs.map(({ cookies }) => cookies.get(`${project.id}_session`))).size).toBe(1);
});

test('a deleted account is refused by every process within a second', async () => {
  const user = await signUp(project.api);
  const there = createVisitor(elsewhere, user.cookies);
  expect((await there.api('/auth/me')).status).toBe(200);
  await user.api('/auth/me', { method: 'DELETE', json: { password: USER_PASSWORD } });
  await expect
    .poll(
      () =>
        there
          .copy()
          .api('/auth/sessions')
          .then(({ status }) => status),
      NEWS,
    )
    .toBe(401);
});
