import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { cleaningUp } from '../../../e2e/harness/cleaning-up.ts';
import { cpuMs, residentBytes } from '../../../e2e/harness/process-usage.ts';
import { type Figure, median, short, whole } from '../figures.ts';
import { type HttpRequest, jsonRequest, send } from '../http-request.ts';
import { loadService, mediansOf } from '../measure.ts';
import { newRowOf, PLAIN_COLUMNS } from '../rows.ts';
import { AdminApi, type BenchProject } from '../service/admin-api.ts';
import { startService } from '../service/start-service.ts';
import { startLoadGenerator } from '../stage.ts';
import { TARGETS } from '../targets.ts';
import type { BenchRun } from './bench-run.ts';
import type { FunctionStage } from './function-stage.ts';

type LaterStage = Omit<FunctionStage, 'project' | 'echo'>;

const NOOP = 'export default () => {}';
const TELLS_DELAY = `export default async ({ request }) => {
  const { timestamp } = await request.json();
  return String(Date.now() - Date.parse(timestamp));
}`;
const FAR_AHEAD_S = 30 * 86_400;
const LIMIT = 10_000_000;
const SAMPLES = 100;
const PAUSE_MS = 50;
const PATIENCE_MS = 300_000;
const PAGE = 1_000;

export async function measureLater(run: BenchRun): Promise<Figure[]> {
  return await cleaningUp(async (cleanUp) => {
    const dataDir = join(run.directory, 'later');
    await mkdir(dataDir);
    const { options, note } = run;
    const databaseUrl = await run.createDatabase('bench_later');
    const service = cleanUp.use(await startService({ dataDir, start: options.start, databaseUrl }));
    const load = cleanUp.use(startLoadGenerator());
    const stage = { options, note, service, load, api: new AdminApi(service) };
    return [
      await measureIdleStart(stage),
      await measureChange(stage),
      await measureOrders(stage),
      await measureRuns(stage),
      await measureQuietProject(stage),
      ...(await measureManyWaiting(stage)),
    ];
  });
}

async function createProject({ api }: LaterStage, id: string): Promise<BenchProject> {
  const project = await api.createProject(id);
  await api.changeSettings(id, { limits: { jobs: LIMIT } });
  await api.putFunction(id, 'noop', { trigger: 'http', source: NOOP });
  return project;
}

async function measureIdleStart(stage: LaterStage): Promise<Figure> {
  const project = await createProject(stage, 'bench-due');
  return delayFigure('jobs: due to started, idle', await startDelays(stage, project, SAMPLES), TARGETS.jobStartP95Ms);
}

async function measureOrders(stage: LaterStage): Promise<Figure> {
  const project = await createProject(stage, 'bench-order');
  const request = order(project, { after_s: FAR_AHEAD_S });
  const rounds = [];
  for (let round = 0; round < stage.options.rounds; round++) rounds.push(await loadService(stage, [request]));
  const { perSecond, ...figures } = mediansOf(rounds);
  return {
    work: 'jobs: ordered over HTTP',
    figure: `${whole(perSecond)}/s`,
    value: perSecond,
    target: TARGETS.orderedPerSecond,
    ...figures,
  };
}

/** The rate of jobs that do nothing, from the start of the first to the end of the last. */
async function measureRuns(stage: LaterStage): Promise<Figure> {
  const jobs = stage.options.isQuick ? 5_000 : 20_000;
  const project = await createProject(stage, 'bench-run');
  const at = await scheduleAtOnce(stage, project, jobs);
  await delay(at - Date.now());
  const cpuBefore = cpuMs(stage.service.pid);
  await untilEnded(stage, project);
  const cpuUs = ((cpuMs(stage.service.pid) - cpuBefore) * 1000) / jobs;
  const all = await readAll(stage, project.id, 'jobs?');
  if (all.some(({ state, attempt }) => state !== 'succeeded' || attempt !== 1))
    throw new Error('a job that does nothing did not succeed at once');
  const elapsedMs = Math.max(...all.map(timeOf('ended_at'))) - Math.min(...all.map(timeOf('started_at')));
  const perSecond = (all.length * 1000) / elapsedMs;
  return {
    work: `jobs: ${whole(jobs)} that do nothing, run and recorded`,
    figure: `${whole(perSecond)}/s`,
    value: perSecond,
    target: TARGETS.jobsPerSecond,
    cpuUs,
  };
}

/** One project has many due jobs; measures when single jobs of another one start. */
async function measureQuietProject(stage: LaterStage): Promise<Figure> {
  const jobs = stage.options.isQuick ? 20_000 : 100_000;
  const busy = await createProject(stage, 'bench-busy');
  const quiet = await createProject(stage, 'bench-quiet');
  await startDelays(stage, quiet, 1);
  const at = await scheduleAtOnce(stage, busy, jobs);
  await delay(at - Date.now() + 500);
  const delays = await startDelays(stage, quiet, SAMPLES);
  const left = await stage.api.list(busy.id, 'jobs?state=waiting&limit=0');
  if (left.count === 0) throw new Error('the busy project ran out of jobs');
  return delayFigure(
    `jobs: due to started while ${whole(jobs)} of another project are due`,
    delays,
    TARGETS.quietJobP95Ms,
  );
}

async function measureManyWaiting(stage: LaterStage): Promise<Figure[]> {
  const { api, service, options, load } = stage;
  const jobs = options.isQuick ? 100_000 : 1_000_000;
  const project = await createProject(stage, 'bench-many');
  const request = order(project, { after_s: FAR_AHEAD_S });
  await loadService(stage, [request]);
  await delay(3_000);
  const memory = residentBytes(service.pid);
  const few = await startDelays(stage, project, SAMPLES);
  while ((await api.list(project.id, 'jobs?state=waiting&limit=0')).count < jobs)
    await loadService({ ...stage, load, options: { ...options, warmUpMs: 0, measureMs: 10_000 } }, [request]);
  await delay(3_000);
  const grown = residentBytes(service.pid) / memory;
  const many = await startDelays(stage, project, SAMPLES);
  const ratio = median(many) / median(few);
  return [
    {
      work: `jobs: due to started beside ${whole(jobs)} that wait`,
      figure: shown(many),
      floor: `few wait: ${shown(few)}`,
      ratio: short(ratio),
      value: ratio,
      target: TARGETS.manyJobsStart,
    },
    {
      work: `jobs: memory with ${whole(jobs)} that wait`,
      figure: `${short((grown * memory) / 2 ** 20)} MB`,
      floor: `few wait: ${short(memory / 2 ** 20)} MB`,
      ratio: short(grown),
      value: grown,
      target: TARGETS.manyJobsMemory,
    },
  ];
}

async function measureChange(stage: LaterStage): Promise<Figure> {
  const { api, service } = stage;
  const project = await createProject(stage, 'bench-change');
  await api.createTable(project.id, { name: 'items', columns: PLAIN_COLUMNS, rules: { create: 'public' } });
  await api.putFunction(project.id, 'hear', { trigger: 'webhook', access: 'private', source: TELLS_DELAY });
  const webhook = { table: 'items', events: ['insert'], url: 'function:hear' };
  const id = await api.createWebhook(project.id, webhook);
  for (let number = 0; number <= SAMPLES; number++) {
    await send(
      jsonRequest('POST', `/api/baas/${project.id}/data/items`, project.publicKey, newRowOf(number)),
      service.url,
    );
    await delay(PAUSE_MS);
  }
  await untilNone(stage, project, `webhooks/${id}/deliveries?state=pending`);
  const { data } = await api.list(project.id, `webhooks/${id}/deliveries?limit=${SAMPLES}`);
  const delays = data.map(({ attempts }) => {
    const [attempt] = attempts as readonly { response_body: string; response_status: number }[];
    if (attempt?.response_status !== 200) throw new Error(`a function did not hear: ${JSON.stringify(attempt)}`);
    return Number(JSON.parse(attempt.response_body));
  });
  return delayFigure('webhooks: change to the run of an own function, idle', delays, TARGETS.changeToFunctionP95Ms);
}

/** Orders jobs one by one, each due a moment later; resolves with the times from due to the start of the run. */
async function startDelays(stage: LaterStage, project: BenchProject, count: number): Promise<number[]> {
  const { api, service } = stage;
  const ids = new Set<string>();
  for (let number = 0; number < count; number++) {
    const { body } = await send(order(project, { after_s: 0.05 }), service.url);
    ids.add((JSON.parse(body) as { data: { id: string } }).data.id);
    await delay(PAUSE_MS);
  }
  for (const deadline = Date.now() + PATIENCE_MS; ; ) {
    const jobs = (await api.list(project.id, `jobs?limit=${PAGE}`)).data.filter(({ id }) => ids.has(String(id)));
    if (jobs.every(({ state }) => state === 'succeeded')) {
      const runs = await api.list(project.id, `functions/noop/runs?limit=${PAGE}`);
      const started = new Map(runs.data.map((run) => [run['id'], timeOf('started_at')(run)]));
      if (jobs.every((job) => started.has(job['run_id'])))
        return jobs.map((job) => (started.get(job['run_id']) ?? Number.NaN) - timeOf('due_at')(job));
    }
    if (Date.now() > deadline) throw new Error('jobs did not run');
    await delay(PAUSE_MS);
  }
}

/** Orders at least `jobs` jobs, all due at the same time; resolves with that time. */
async function scheduleAtOnce(stage: LaterStage, project: BenchProject, jobs: number): Promise<number> {
  const { api, options } = stage;
  const at = Date.now() + (jobs / 1_000) * 1000 + 5_000;
  const request = order(project, { at: new Date(at).toISOString() });
  while ((await api.list(project.id, 'jobs?limit=0')).count < jobs)
    await loadService({ ...stage, options: { ...options, warmUpMs: 0, measureMs: 500 } }, [request]);
  return at;
}

function order(project: BenchProject, options: object): HttpRequest {
  return jsonRequest('POST', `/api/baas/${project.id}/functions/noop/later`, project.secretKey, options);
}

async function untilEnded(stage: LaterStage, project: BenchProject): Promise<void> {
  for (const state of ['waiting', 'running']) await untilNone(stage, project, `jobs?state=${state}`);
}

async function untilNone({ api }: LaterStage, project: BenchProject, path: string): Promise<void> {
  for (const deadline = Date.now() + PATIENCE_MS; ; await delay(500)) {
    if ((await api.list(project.id, `${path}&limit=1`)).data.length === 0) return;
    if (Date.now() > deadline) throw new Error(`${path} does not become empty`);
  }
}

async function readAll({ api }: LaterStage, projectId: string, path: string) {
  const all: Readonly<Record<string, unknown>>[] = [];
  for (;;) {
    const { data } = await api.list(projectId, `${path}&limit=${PAGE}&offset=${all.length}`);
    all.push(...data);
    if (data.length < PAGE) return all;
  }
}

function timeOf(field: string): (record: Readonly<Record<string, unknown>>) => number {
  return (record) => Date.parse(String(record[field]));
}

function delayFigure(work: string, delays: readonly number[], target: NonNullable<Figure['target']>): Figure {
  return { work, figure: shown(delays), value: percentile(delays, 0.95), target };
}

function shown(delays: readonly number[]): string {
  return `p50 ${short(median(delays))} ms, p95 ${short(percentile(delays, 0.95))} ms`;
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
