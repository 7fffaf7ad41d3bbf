import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createPostgresDatabase, type PostgresDatabase } from '../../../../../test/engines/postgres-database.ts';
import { deploy, runsOf } from '../../../../../test/functions.ts';
import { createTestClock, startTestServer, type TestProject, type TestServer } from '../../../../../test/index.ts';

const MINUTE_MS = 60_000;
const WAIT = { timeout: 20_000 };

/** Long enough that a busy machine does not delay two beats in a row. */
const processTimes = { beatMs: 500, goneMs: 2000 };
const clock = createTestClock();
let postgres: PostgresDatabase;
let server: TestServer;
let client: pg.Client;
let project: TestProject;

beforeAll(async () => {
  postgres = await createPostgresDatabase();
  client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const config = { database: { engine: 'postgres', url: postgres.url } } as const;
  server = await startTestServer({ config, clock, processTimes });
});
afterAll(async () => {
  await server?.close();
  await client?.end();
  await postgres?.[Symbol.asyncDispose]();
});

beforeEach(async () => {
  project = await server.createProject();
  await deploy(project, 'tick', 'export default () => 1;', { trigger: 'scheduled', schedule: '* * * * *' });
  await passToSlot();
  await expect.poll(statuses, WAIT).toEqual(['succeeded']);
});

const statuses = async () => (await runsOf(project, 'tick')).map(({ status }) => status);

test('a slot waits until it is known whether the process of the last run has died, and then runs', async () => {
  const owner = randomUUID();
  const now = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint';
  await client.query(`INSERT INTO control.live_processes (id, seen_at_ms) VALUES ($1, ${now})`, [owner]);
  await leaveRun(owner);
  await passToSlot();
  expect(await statuses()).toEqual(['running']);
  const text = 'SELECT 1 FROM control.live_processes WHERE id = $1';
  await expect.poll(async () => (await client.query(text, [owner])).rowCount, WAIT).toBe(0);
  const passASecond = async () => {
    clock.advance(1000);
    await server.runJobsUntilIdle();
    return await statuses();
  };
  await expect.poll(passASecond, WAIT).toEqual(['succeeded', 'lost']);
});

test('a slot is skipped while a process that lives makes the last run', async () => {
  const owner = randomUUID();
  await leaveRun(owner);
  const later = Date.now() + MINUTE_MS;
  await client.query('INSERT INTO control.live_processes (id, seen_at_ms) VALUES ($1, $2)', [owner, later]);
  await passToSlot();
  expect(await statuses()).toEqual(['skipped', 'running']);
});

test('a slot whose taking fails with the database runs a few seconds later, however often it failed', async () => {
  const table = `"${await storeOf(project)}"._function_slots`;
  await client.query('BEGIN');
  await client.query(`LOCK TABLE ${table}`);
  const waiting = `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE NOT granted AND relation = '${table}'::regclass`;
  clock.advance(MINUTE_MS);
  for (let failures = 0; failures < 3; failures += 1) {
    let isRunning = true;
    let ended = 0;
    const running = server.runJobsUntilIdle().then(() => {
      isRunning = false;
    });
    const endWaiting = async () => {
      ended += (await client.query(waiting)).rowCount ?? 0;
      return isRunning;
    };
    await expect.poll(endWaiting, WAIT).toBe(false);
    await running;
    expect(ended).toBeGreaterThan(0);
    clock.advance(5000);
  }
  await client.query('COMMIT');
  await server.runJobsUntilIdle();
  await expect.poll(statuses, WAIT).toEqual(['succeeded', 'succeeded']);
});

/** Runs what is due at the exact time of the next slot. */
async function passToSlot(): Promise<void> {
  const { body } = await project.cloudApi<{ data: { next_run_at: string } }>('/functions/tick');
  clock.set(Date.parse(body.data.next_run_at));
  await server.runJobsUntilIdle();
}

/** Makes the run look as if another process still makes it. */
async function leaveRun(owner: string): Promise<void> {
  const { rowCount } = await client.query(
    `UPDATE "${await storeOf(project)}"._function_runs SET status = 'running', duration_ms = NULL, owner = $1`,
    [owner],
  );
  expect(rowCount).toBe(1);
}

async function storeOf({ id }: TestProject): Promise<string> {
  const { rows } = await client.query<{ store: string }>('SELECT store FROM control.projects WHERE id = $1', [id]);
  return String(rows[0]?.store);
}
