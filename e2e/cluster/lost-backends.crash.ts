import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createApiClient } from '../harness/api-client.ts';
import { type PostgresServer, startPostgres } from '../harness/postgres.ts';
import { ADMIN_TOKEN, startService } from '../harness/service-process.ts';
import { startWebhookReceiver } from '../harness/webhook-receiver.ts';
import { type BusyProject, startBusyProject } from './busy-project.ts';
import { startObjectStore } from './object-store.ts';

const TERMINATIONS = 30;
const KILLS = 3;
const PAUSE_MS_MAX = 1500;
const PAGE = 1000;
/** A database that was killed syncs all its files, and calls to it wait. */
const SETTLE_MS = 600_000;

test('a process outlives its database: all backends are terminated 30 times, the postmaster killed three times, under every kind of work', async () => {
  const place = new AsyncDisposableStack();
  onTestFinished(() => place.disposeAsync());
  const postgres = place.use(await startPostgres());
  const objects = place.use(await startObjectStore());
  const receiver = place.use(await startWebhookReceiver());
  const [first, second] = [await postgres.createDatabase('first'), await postgres.createDatabase('second')];
  const service = place.use(
    await startService({
      env: {
        SERVICE_DATABASE_URL: first,
        SERVICE_BLOBS_URL: objects.url,
        SERVICE_OUTBOUND_ALLOW: `127.0.0.1:${receiver.port}`,
        SERVICE_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
        SERVICE_LOG_LEVEL: 'warn',
      },
    }),
  );
  const instance = createApiClient(`${service.url}/api/cloud/instance`, ADMIN_TOKEN);
  expect((await instance.post('/databases', { name: 'second', url: second })).status).toBe(201);
  const busy = await startBusyProject(service.url, { databases: ['second', 'primary'], receiver: receiver.url });

  let end: string | undefined;
  void service.exit.then(({ code, output }) => {
    end = `ended with ${code}: ${output.slice(-4000)}`;
  });
  for (let count = 1; count <= TERMINATIONS; count += 1) {
    await pause(Math.random() * PAUSE_MS_MAX);
    await terminateBackends(first);
    if (count % (TERMINATIONS / KILLS) === 0) await killAndStart(postgres);
    expect(end).toBeUndefined();
  }
  await untilEachIsDone(busy);
  await busy.stop();
  expect(end).toBeUndefined();
  await expect.poll(async () => (await fetch(`${service.url}/health`)).status).toBe(200);
  const kept = new Set(await listIds(service.url));
  expect([...busy.acknowledged].filter((id) => !kept.has(id))).toEqual([]);
});

async function terminateBackends(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const others = "pid <> pg_backend_pid() AND backend_type = 'client backend'";
  await client.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${others}`);
  await client.end();
}

async function killAndStart(postgres: PostgresServer): Promise<void> {
  await postgres.kill();
  await pause(Math.random() * PAUSE_MS_MAX);
  await postgres.start();
}

/** Each kind of work succeeds again after the last disturbance. */
async function untilEachIsDone({ done }: BusyProject): Promise<void> {
  const before = new Map(done);
  const isWorking = (name: string): boolean => (done.get(name) ?? 0) > (before.get(name) ?? 0);
  const kinds = [...before.keys()];
  await expect.poll(() => kinds.filter((name) => !isWorking(name)), { timeout: SETTLE_MS }).toEqual([]);
}

async function listIds(url: string): Promise<string[]> {
  const rows = createApiClient(`${url}/api/cloud/projects/shop/data`, ADMIN_TOKEN);
  const ids: string[] = [];
  for (;;) {
    const { status, body } = await rows.get(`/notes?limit=${PAGE}&offset=${ids.length}&order=id`);
    expect(status).toBe(200);
    const { data } = body as { readonly data: readonly { readonly id: string }[] };
    ids.push(...data.map(({ id }) => id));
    if (data.length < PAGE) return ids;
  }
}
