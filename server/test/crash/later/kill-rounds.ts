import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { createPostgresDatabase } from '../../engines/postgres-database.ts';
import { ADMIN_TOKEN, createApi, type Engine, type Receiver, startReceiver, startServerProcess } from '../../index.ts';

const PROJECT = '/api/cloud/projects/killed';
const ORDERERS = 4;
/** An interrupted run is started again at most three times. */
const ATTEMPTS_MAX = 4;

interface Job {
  readonly id: string;
  readonly state: string;
  readonly attempt: number;
  readonly error: string | null;
}

/**
 * Kills the service while jobs are created, started, run and ended, `rounds` times at different moments. The receiver
 * is the ledger: every run writes its job and attempt there before it ends.
 */
export async function killRounds(engine: Engine, rounds: number): Promise<void> {
  const { receiver, place } = await openPlace(engine);
  let running = await startServerProcess(place);
  onTestFinished(() => running.kill());
  await setUp(running.url, receiver);
  const answered = new Set<string>();

  for (let round = 0; round < rounds; round += 1) {
    const orderers = Array.from({ length: ORDERERS }, (_, line) => orderUntilKilled(running.url, answered, line));
    // The number of runs differs in each round, so that the kills hit different moments.
    await receiver.received(receiver.requests.length + 15 + ((23 * round) % 97), 60_000);
    await running.kill();
    await Promise.all(orderers);
    running = await startServerProcess(place);
  }

  // No further requests: the service must find the remaining jobs by itself.
  const count = async (state: string): Promise<number> =>
    (await createApi(running.url, ADMIN_TOKEN)<{ count: number }>(`${PROJECT}/jobs?state=${state}&limit=0`)).body.count;
  await expect.poll(async () => (await count('waiting')) + (await count('running')), { timeout: 60_000 }).toBe(0);
  await checkLedger(await jobsOf(running.url), receiver, answered);
  expect(answered.size).toBeGreaterThan(5 * rounds);
}

async function openPlace(engine: Engine) {
  const receiver = await startReceiver();
  const dataDir = await mkdtemp(join(tmpdir(), 'jobs-kill-'));
  const postgres = engine === 'postgres' ? await createPostgresDatabase() : undefined;
  onTestFinished(async () => {
    await receiver.close();
    await postgres?.[Symbol.asyncDispose]();
    await rm(dataDir, { recursive: true, force: true });
  });
  const place = { dataDir, outboundAllow: receiver.host, ...(postgres && { databaseUrl: postgres.url }) };
  return { receiver, place };
}

async function setUp(url: string, receiver: Receiver): Promise<void> {
  const admin = createApi(url, ADMIN_TOKEN);
  await admin('/api/cloud/projects', { json: { name: 'killed', id: 'killed' } });
  const source = `export default async (ctx) => {
    await fetch(${JSON.stringify(receiver.url)}, { method: 'POST', body: JSON.stringify([ctx.job.id, ctx.job.attempt]) });
  };`;
  const json = { trigger: 'http', source };
  const deployed = await admin(`${PROJECT}/functions/note`, { method: 'PUT', json });
  expect(deployed.status, deployed.text).toBeLessThan(300);
}

/** Some jobs are due at once, some a moment later, and some have a key. */
async function orderUntilKilled(url: string, answered: Set<string>, line: number): Promise<void> {
  const api = createApi(url, ADMIN_TOKEN);
  for (let at = 0; ; at += 1) {
    const json = { after_s: at % 3 === 0 ? 0.5 : 0, ...(line === 0 && { key: `${url}-${at}` }) };
    try {
      const ordered = await api<{ data: Job }>('/api/baas/killed/functions/note/later', { json });
      if (ordered.status === 202) answered.add(ordered.body.data.id);
    } catch {
      return;
    }
  }
}

async function jobsOf(url: string): Promise<readonly Job[]> {
  const api = createApi(url, ADMIN_TOKEN);
  const all: Job[] = [];
  for (;;) {
    const page = await api<{ data: Job[] }>(`${PROJECT}/jobs?limit=1000&offset=${all.length}`);
    if (page.body.data.length === 0) return all;
    all.push(...page.body.data);
  }
}

/**
 * Every acknowledged job succeeded and ran; each attempt ran at most once, and never more often than the job counts.
 */
async function checkLedger(jobs: readonly Job[], receiver: Receiver, answered: ReadonlySet<string>): Promise<void> {
  const ends = new Map(jobs.map((job) => [job.id, job]));
  const ledger = receiver.requests.map((request) => request.json<[id: string, attempt: number]>());
  const attempts = Map.groupBy(ledger, ([id]) => id);
  for (const id of answered) expect(ends.get(id), id).toMatchObject({ state: 'succeeded', error: null });
  for (const { id, state, attempt } of jobs) {
    const ran = (attempts.get(id) ?? []).map(([, number]) => number);
    expect([id, state, ran.includes(attempt)]).toEqual([id, 'succeeded', true]);
    expect(new Set(ran).size, `${id} ran as ${ran.join(', ')}`).toBe(ran.length);
    expect(attempt).toBeLessThanOrEqual(ATTEMPTS_MAX);
  }
  expect(new Set(attempts.keys()).difference(new Set(ends.keys())).size, 'runs of jobs that do not exist').toBe(0);
}
