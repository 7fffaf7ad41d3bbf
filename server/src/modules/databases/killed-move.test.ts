import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPostgresDatabase, type PostgresDatabase } from '../../../test/engines/postgres-database.ts';
import { storeContents } from '../../../test/engines/store-contents.ts';
import { ADMIN_TOKEN, createApi, startTestServer, storeOf, type TestServer } from '../../../test/index.ts';
import { startKillableServer } from '../../../test/killable-server.ts';

/** A process counts as gone after ten seconds without a sign of life. */
const ENDED_MS = 40_000;

let primary: PostgresDatabase;
let other: PostgresDatabase;
let server: TestServer;
let folder: string;
const masterKey = randomBytes(32);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'killed-move-'));
  [primary, other] = await Promise.all([createPostgresDatabase(), createPostgresDatabase()]);
  server = await startTestServer({ config: { database: { engine: 'postgres', url: primary.url }, masterKey } });
  const added = await server.adminApi('/api/cloud/instance/databases', {
    json: { name: 'b', url: other.url, accepts_new: false },
  });
  expect(added.status, added.text).toBe(201);
}, 60_000);
afterAll(async () => {
  await server?.close();
  for (const database of [primary, other]) await database?.[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const nameOf = (database: PostgresDatabase): string => new URL(database.url).pathname.slice(1);

/** Starts a move in a process that dies before the given statement. */
async function killDuringMove(project: string, killAt: string): Promise<void> {
  const killable = await startKillableServer({
    dataDir: join(folder, project),
    aheadMs: 0,
    env: {
      SERVICE_DATABASE_URL: primary.url,
      SERVICE_SINGLE_PROCESS: 'on',
      SERVICE_MASTER_KEY: masterKey.toString('base64'),
    },
  });
  try {
    await killable.count(killAt);
    const path = `/api/cloud/projects/${project}/move?wait=60`;
    const answer = await createApi(killable.url, ADMIN_TOKEN)(path, { json: { database: 'b' } }).catch(() => undefined);
    if (answer !== undefined) throw new Error(`The move ended before ${killAt}: ${answer.text}`);
  } finally {
    await killable.kill();
  }
}

test.concurrent.for<[moment: string, killAt: () => string, state: 'done' | 'failed']>([
  ['before anything is locked', () => `^${nameOf(primary)} BEGIN`, 'failed'],
  ['while its rows are copied', () => `^${nameOf(other)} COPY`, 'failed'],
  ['before the copy is committed', () => `^${nameOf(other)} ANALYZE`, 'failed'],
  ['before the old schema is renamed', () => `^${nameOf(primary)} ALTER SCHEMA`, 'failed'],
  ['before the rename is committed', () => `^${nameOf(primary)} COMMIT`, 'failed'],
  ['between the rename and the row that names the place', () => '^write store_moves', 'done'],
  ['right after that', () => '^committed store_moves', 'done'],
])(
  'a process killed %s leaves the project in one database, with all acknowledged writes',
  { timeout: 120_000 },
  async ([, killAt, state], { expect }) => {
    const project = await server.createProject();
    await project.createTable({ name: 'notes', columns: [{ name: 'title', type: 'text' }] });
    const titles = Array.from({ length: 100 }, (_row, at) => `before ${at}`);
    await project.secretApi('/data/notes', { json: titles.map((title) => ({ title })) });
    await killDuringMove(project.id, killAt());
    // The other process continues at once, whatever the dead one left behind.
    await expect
      .poll(async () => (await project.secretApi('/data/notes?limit=0')).status, { timeout: 10_000 })
      .toBe(200);
    const write = async () => (await project.secretApi('/data/notes', { json: { title: 'after' } })).status;
    await expect.poll(write, { timeout: 10_000 }).toBe(201);
    const ended = async () =>
      (await project.cloudApi<{ data: readonly { state: string }[] }>('/moves')).body.data.map((move) => move.state);
    await expect.poll(ended, { timeout: ENDED_MS, interval: 500 }).toEqual([state]);
    const rows = await project.secretApi<{ data: { title: string }[] }>('/data/notes?limit=1000');
    expect(rows.body.data.map(({ title }) => title).sort()).toEqual([...titles, 'after'].sort());
    const store = await storeOf(server.database, project.id);
    const [here, there] = [await storeContents(primary.url, store), await storeContents(other.url, store)];
    expect([here !== undefined, there !== undefined]).toEqual(state === 'done' ? [false, true] : [true, false]);
    // The project can be moved normally afterwards.
    const target = state === 'done' ? 'primary' : 'b';
    const again = await project.cloudApi('/move?wait=60', { json: { database: target } });
    expect(again.body).toMatchObject({ data: { state: 'done' } });
    expect((await project.secretApi('/data/notes?limit=0')).body).toMatchObject({ count: titles.length + 1 });
  },
);
