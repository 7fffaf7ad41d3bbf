import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPostgresDatabase, type PostgresDatabase } from '../../../test/engines/postgres-database.ts';
import { deploy, runsOf } from '../../../test/functions.ts';
import { createApi, createTestClock, startTestServer, type TestProject, type TestServer } from '../../../test/index.ts';

const MINUTE_MS = 60_000;
/** The longest time that another process may use outdated state. */
const NEWS = { timeout: 1000, interval: 20 };

const processTimes = { beatMs: 100, goneMs: 500 };
const clock = createTestClock();
const servers: TestServer[] = [];
let dataDir: string;
let postgres: PostgresDatabase;
let project: TestProject;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'shared-'));
  postgres = await createPostgresDatabase();
  const config = { dataDir, database: { engine: 'postgres', url: postgres.url } } as const;
  for (let n = 0; n < 3; n += 1) servers.push(await startTestServer({ config, clock, processTimes }));
  const [first] = servers;
  if (first === undefined) throw new Error('There is no server.');
  project = await first.createProject();
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()));
  await postgres?.[Symbol.asyncDispose]();
  await rm(dataDir, { recursive: true, force: true });
});

const elsewhere = (path: string, init: Parameters<TestProject['api']>[1] = {}) =>
  createApi(servers[1]?.url ?? '', project.publicKey)<{ data: unknown }>(`/api/baas/${project.id}${path}`, {
    method: 'POST',
    ...init,
  });

test('a deployment and a changed secret take effect in every process within a second', async () => {
  const call = async () => (await elsewhere('/functions/shared/invoke')).body.data;
  await deploy(project, 'shared', 'export default (ctx) => ctx.secrets.COLOUR ?? "none";');
  await expect.poll(call, NEWS).toBe('none');
  await project.cloudApi('/secrets/COLOUR', { method: 'PUT', json: { value: 'red' } });
  await expect.poll(call, NEWS).toBe('red');
  await deploy(project, 'shared', 'export default () => "second";');
  await expect.poll(call, NEWS).toBe('second');
});

test('concurrent calls with one idempotency key in several processes run once and share the answer', async () => {
  await project.createTable({ name: 'calls', columns: [{ name: 'n', type: 'integer' }] });
  await deploy(project, 'once', 'export default (ctx) => ctx.data.table("calls").insert({ n: 1 });');
  await expect.poll(async () => (await elsewhere('/functions/once/invoke', { json: {} })).status, NEWS).toBe(200);
  const before = (await project.secretApi<{ count: number }>('/data/calls')).body.count;
  const init = { json: {}, headers: { 'idempotency-key': 'one-key' } };
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, n) =>
      n % 2 === 0
        ? elsewhere('/functions/once/invoke', init)
        : project.api('/functions/once/invoke', { method: 'POST', ...init }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect((await project.secretApi('/data/calls')).body).toMatchObject({ count: before + 1 });
});

test('three processes run a schedule exactly once for each slot', async () => {
  await deploy(project, 'tick', 'export default () => 1;', { trigger: 'scheduled', schedule: '* * * * *' });
  for (let minute = 0; minute < 4; minute += 1) {
    clock.advance(MINUTE_MS);
    await Promise.all(servers.map((server) => server.runJobsUntilIdle()));
  }
  const statuses = async () => (await runsOf(project, 'tick')).map(({ status }) => status);
  await expect.poll(statuses, { timeout: 10_000 }).toEqual(Array.from({ length: 4 }, () => 'succeeded'));
  const runs = await runsOf(project, 'tick');
  expect(new Set(runs.map(({ scheduled_for }) => scheduled_for)).size).toBe(4);
});

test('a run of a dead process is soon marked lost, and does not delay later slots', async () => {
  await deploy(project, 'left', 'export default () => 1;', { trigger: 'scheduled', schedule: '* * * * *' });
  const statuses = async () => (await runsOf(project, 'left')).map(({ status }) => status);
  clock.advance(MINUTE_MS);
  await servers[0]?.runJobsUntilIdle();
  await expect.poll(statuses, NEWS).toEqual(['succeeded']);
  await leaveRun(project, 'left');
  await expect.poll(statuses, { timeout: 10_000 }).toEqual(['lost']);
  await leaveRun(project, 'left');
  clock.advance(MINUTE_MS);
  await Promise.all(servers.map((server) => server.runJobsUntilIdle()));
  await expect.poll(statuses, { timeout: 10_000 }).toEqual(['succeeded', 'lost']);
});

/** Makes a finished run look as if its process was killed while it ran. */
async function leaveRun({ id }: TestProject, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  try {
    const { rows } = await client.query<{ store: string }>('SELECT store FROM control.projects WHERE id = $1', [id]);
    const { rowCount } = await client.query(
      `UPDATE "${rows[0]?.store}"._function_runs SET status = 'running', duration_ms = NULL, owner = $2 WHERE function = $1`,
      [name, randomUUID()],
    );
    expect(rowCount).toBe(1);
  } finally {
    await client.end();
  }
}
