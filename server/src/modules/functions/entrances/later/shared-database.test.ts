import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createPostgresDatabase } from '../../../../../test/engines/postgres-database.ts';
import { deploy } from '../../../../../test/functions.ts';
import {
  ADMIN_TOKEN,
  type Api,
  createApi,
  createTestClock,
  type Receiver,
  startReceiver,
  startServerProcess,
  startTestServer,
  type TestClock,
  type TestProject,
  type TestServer,
} from '../../../../../test/index.ts';

const HOUR_MS = 3_600_000;
/** Other processes take over the jobs of a dead one within this time. */
const TAKEN_OVER_MS = 10_000;

interface Job {
  readonly id: string;
  readonly state: string;
  readonly attempt: number;
  readonly started_at: string;
}

describe('jobs in several processes that share a database', () => {
  const cleanUp = new AsyncDisposableStack();
  let place: { readonly dataDir: string; readonly databaseUrl: string; readonly outboundAllow: string };
  let receiver: Receiver;
  let one: TestServer;
  let other: TestServer;
  beforeAll(async () => {
    receiver = cleanUp.use(await startReceiver());
    const dataDir = await mkdtemp(join(tmpdir(), 'jobs-shared-'));
    cleanUp.defer(() => rm(dataDir, { recursive: true, force: true }));
    const { url } = cleanUp.use(await createPostgresDatabase());
    place = { dataDir, databaseUrl: url, outboundAllow: receiver.host };
    one = cleanUp.use(await startServer());
    other = cleanUp.use(await startServer());
  });
  afterAll(() => cleanUp.disposeAsync());

  const startServer = (clock?: TestClock) => {
    const database = { engine: 'postgres', url: place.databaseUrl } as const;
    const config = { dataDir: place.dataDir, database, outboundAllow: [receiver.host] };
    return startTestServer({ ...(clock !== undefined && { clock }), config });
  };

  /** Each run of the function `note` sends its job and attempt to the receiver. */
  const openScene = async () => {
    const project = await one.createProject();
    const body = '{ method: "POST", body: JSON.stringify([ctx.job.id, ctx.job.attempt]) }';
    const source = `export default async (ctx) => { await fetch(${JSON.stringify(receiver.url)}, ${body}); };`;
    await deploy(project, 'note', source);
    return { project, ...callsOf(project) };
  };

  test('run every job once, whichever process created it', async () => {
    const { project, order, jobs } = await openScene();
    const lines = [one, other, one, other].map(async (server) => {
      const ids: string[] = [];
      for (let count = 0; count < 25; count += 1) ids.push(await order(apiOf(server, project)));
      return ids;
    });
    const ids = new Set((await Promise.all(lines)).flat());
    await expect.poll(async () => (await jobs('?state=succeeded')).count, { timeout: 20_000 }).toBe(100);
    expect(runsOf(receiver, ids)).toEqual([...ids].map((id) => `${id} 1`).toSorted());
  });

  test('let any process cancel and retry jobs of another', async () => {
    const { project, order, jobs } = await openScene();
    const [here, there] = [one, other].map((server) => createApi(server.url, ADMIN_TOKEN)) as [Api, Api];
    const id = await order(apiOf(one, project), { after_s: 3600 });
    const path = `/api/cloud/projects/${project.id}/jobs/${id}`;
    expect((await there(path, { method: 'DELETE' })).status).toBe(200);
    expect((await here(path, { method: 'DELETE' })).status).toBe(409);
    expect((await here(`${path}/retry`, { method: 'POST' })).status).toBe(200);
    await expect.poll(async () => (await jobs()).data, { timeout: 20_000 }).toMatchObject([{ id, state: 'succeeded' }]);
    expect(runsOf(receiver, new Set([id]))).toEqual([`${id} 1`]);
  });

  test('are never taken from a live process because clocks differ', async () => {
    const { project, order, jobs } = await openScene();
    const fast = await startServer(createTestClock(Date.now() + HOUR_MS));
    onTestFinished(() => fast.close());
    receiver.script = { delayMs: 3000 };
    const ids = new Set<string>();
    for (let count = 0; count < 4; count += 1) ids.add(await order(apiOf(one, project)));
    await receiver.received((requests) => requests.length > 0);
    // This request makes the fast process look for jobs that are due or abandoned.
    ids.add(await order(apiOf(fast, project)));
    await expect.poll(async () => (await jobs('?state=succeeded')).count, { timeout: 20_000 }).toBe(5);
    receiver.script = {};
    expect(runsOf(receiver, ids)).toEqual([...ids].map((id) => `${id} 1`).toSorted());
  });

  test('of a killed process continue within ten seconds, and only those repeat', async () => {
    const { project, order, jobs } = await openScene();
    const killed = await startServerProcess(place);
    onTestFinished(() => killed.kill());
    receiver.script = { hang: 'before_headers' };
    const before = receiver.requests.length;
    const ids = new Set<string>();
    const api = createApi(killed.url, project.secretKey);
    for (let count = 0; count < 30; count += 1) ids.add(await order(api));
    // Any of the three processes may run any of the jobs, eight at once each.
    await receiver.received(() => receiver.requests.length >= before + 20);
    await killed.kill();
    const killedAtMs = Date.now();
    const atDeath = runsOf(receiver, ids);
    receiver.script = {};
    receiver.release();
    await expect.poll(async () => (await jobs('?state=succeeded')).count, { timeout: 40_000 }).toBe(30);
    const { data } = await jobs('?limit=100');
    const repeated = data.filter(({ attempt }) => attempt > 1);
    expect(repeated.length).toBeGreaterThan(0);
    expect(repeated.length).toBeLessThanOrEqual(8);
    for (const { id, attempt, started_at } of repeated) {
      expect(attempt).toBe(2);
      expect(atDeath).toContain(`${id} 1`);
      expect(Date.parse(started_at) - killedAtMs).toBeLessThan(TAKEN_OVER_MS);
    }
    const runs = runsOf(receiver, ids);
    expect(runs).toEqual([...new Set(runs)]);
    expect(runs).toHaveLength(30 + repeated.length);
  });
});

function apiOf(server: TestServer, project: TestProject): Api {
  return createApi(server.url, project.secretKey);
}

function callsOf(project: TestProject) {
  return {
    order: async (api: Api, json: object = {}): Promise<string> => {
      const ordered = await api<{ data: Job }>(`/api/baas/${project.id}/functions/note/later`, { json });
      expect(ordered.status, ordered.text).toBe(202);
      return ordered.body.data.id;
    },
    jobs: async (query = '') => (await project.cloudApi<{ data: Job[]; count: number }>(`/jobs${query}`)).body,
  };
}

/** `<job> <attempt>` for every run of these jobs. */
function runsOf(receiver: Receiver, ids: ReadonlySet<string>): string[] {
  return receiver.requests
    .map((request) => request.json<[id: string, attempt: number]>())
    .filter(([id]) => ids.has(id))
    .map(([id, attempt]) => `${id} ${attempt}`)
    .toSorted();
}
