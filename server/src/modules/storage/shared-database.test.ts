import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPostgresDatabase, type PostgresDatabase } from '../../../test/engines/postgres-database.ts';
import { type Api, createApi, startTestServer, type TestProject, type TestServer } from '../../../test/index.ts';
import { postFile, uploadFile } from '../../../test/upload.ts';

const ROUNDS = 25;

let dataDir: string;
let postgres: PostgresDatabase;
let one: TestServer;
let other: TestServer;
let project: TestProject;
let both: readonly Api[];

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'shared-files-'));
  postgres = await createPostgresDatabase();
  const config = { dataDir, database: { engine: 'postgres', url: postgres.url } } as const;
  one = await startTestServer({ config });
  other = await startTestServer({ config });
  project = await one.createProject();
  both = [one, other].map(({ url }) => {
    const api = createApi(url, project.secretKey);
    return (path, init) => api(`/api/baas/${project.id}${path}`, init);
  });
});
afterAll(async () => {
  await Promise.all([one?.close(), other?.close()]);
  await postgres?.[Symbol.asyncDispose]();
  await rm(dataDir, { recursive: true, force: true });
});

async function usage() {
  const { body } = await project.cloudApi<{ data: { storage: { files: number; bytes: number } } }>('/usage');
  return body.data.storage;
}

test('files that two processes delete at once leave the usage once', async () => {
  await uploadFile(project.secretApi, { bytes: 'stays' });
  for (let round = 0; round < ROUNDS; round += 1) {
    await uploadFile(project.secretApi, { bytes: 'goes', path: 'p/x' });
    const remove = (api: Api) => api('/storage/files?prefix=p/', { method: 'DELETE' });
    const replies = await Promise.all(both.map(remove));
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect(await usage()).toMatchObject({ files: 1, bytes: 5 });
  }
});

test('the quota is exact when two processes accept uploads at once', async () => {
  const limits = { storage_files: (await usage()).files + 5 };
  await project.cloudApi('/settings', { method: 'PATCH', json: { limits } });
  const upload = (_: unknown, at: number) => postFile(both[at % 2] ?? project.secretApi, { bytes: 'x' });
  // The other process learns of new settings a moment later.
  await expect
    .poll(async () => (await createApi(other.url, one.adminToken)(`/api/cloud/projects/${project.id}/usage`)).text)
    .toContain(`"files_max":${limits.storage_files}`);
  const replies = await Promise.all(Array.from({ length: 20 }, upload));
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(5);
  expect(replies.filter(({ status }) => status === 507)).toHaveLength(15);
  expect((await usage()).files).toBe(limits.storage_files);
});
