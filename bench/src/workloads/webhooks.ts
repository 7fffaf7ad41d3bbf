import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { cpuMs, residentBytes, watchResident } from '../../../e2e/harness/process-usage.ts';
import { type Figure, median, short, whole } from '../figures.ts';
import { bearer, send } from '../http-request.ts';
import { type CountedLoad, loadService, mediansOf } from '../measure.ts';
import { type Receiver, startReceiver } from '../receiver/start-receiver.ts';
import { newRowOf, PLAIN_COLUMNS } from '../rows.ts';
import { AdminApi, type BenchProject } from '../service/admin-api.ts';
import { type RunningService, startService } from '../service/start-service.ts';
import { type LoadGenerator, startLoadGenerator } from '../stage.ts';
import { TARGETS } from '../targets.ts';
import type { BenchRun } from './bench-run.ts';
import { inserts } from './row-requests.ts';

const RULES = { create: 'public' };
const SECRET = 'a secret that every delivery is signed with';
const PATIENCE_MS = 120_000;
const IDLE_ROWS = 100;
const IDLE_PAUSE_MS = 50;
const BUSY_ROWS = 200;
const BUSY_PAUSE_MS = 25;
const SETTLE_MS = 3_000;

interface Place {
  readonly run: BenchRun;
  readonly service: RunningService;
  readonly api: AdminApi;
  readonly receiver: Receiver;
  readonly load: LoadGenerator;
}

export async function measureWebhooks(run: BenchRun): Promise<Figure[]> {
  const dataDir = join(run.directory, 'webhooks');
  await mkdir(dataDir);
  const receiver = await startReceiver();
  const load = startLoadGenerator();
  try {
    const databaseUrl = await run.createDatabase('bench_webhooks');
    const { start } = run.options;
    const service = await startService({ dataDir, start, databaseUrl, outboundAllow: receiver.host });
    try {
      const place = { run, service, api: new AdminApi(service), receiver, load };
      return [
        await measureIdleLatency(place),
        await measureRate(place),
        ...(await measureInsertRate(place)),
        ...(await measureDeadReceiver(place)),
      ];
    } finally {
      await service.stop();
    }
  } finally {
    await Promise.all([receiver[Symbol.asyncDispose](), load[Symbol.asyncDispose]()]);
  }
}

/** Inserts into `watched` go to `/<project>`; the webhook of `captured` is switched off. */
async function createWatched({ api, receiver }: Place, id: string): Promise<BenchProject> {
  const project = await api.createProject(id);
  for (const name of ['items', 'watched', 'captured'])
    await api.createTable(id, { name, columns: PLAIN_COLUMNS, rules: RULES });
  const webhook = { events: ['insert'], url: `http://${receiver.host}/${id}`, secret: SECRET };
  await api.createWebhook(id, { ...webhook, table: 'watched' });
  await api.createWebhook(id, { ...webhook, table: 'captured', enabled: false });
  return project;
}

async function measureIdleLatency(place: Place): Promise<Figure> {
  const project = await createWatched(place, 'bench-idle');
  await insertOneByOne(place, project, 1, 0);
  await place.receiver.arrivals('/bench-idle', 1, PATIENCE_MS);
  await place.receiver.order({ kind: 'forget', path: '/bench-idle' });
  await insertOneByOne(place, project, IDLE_ROWS, IDLE_PAUSE_MS);
  const { p50Ms, p95Ms } = await place.receiver.arrivals('/bench-idle', IDLE_ROWS, PATIENCE_MS);
  return {
    work: 'webhooks: change to arrival, idle',
    figure: `p50 ${short(p50Ms)} ms, p95 ${short(p95Ms)} ms`,
    value: p95Ms,
    target: TARGETS.idleDeliveryP95Ms,
  };
}

async function measureRate(place: Place): Promise<Figure> {
  const rows = place.run.options.isQuick ? 5_000 : 20_000;
  const project = await createWatched(place, 'bench-rate');
  const path = '/bench-rate';
  await place.receiver.order({ kind: 'shut', path });
  await place.api.importRows(project.id, 'watched', { from: 0, to: rows });
  const cpuBefore = cpuMs(place.service.pid);
  await place.receiver.order({ kind: 'open', path });
  const { elapsedMs } = await place.receiver.arrivals(path, rows, PATIENCE_MS);
  const cpuUs = ((cpuMs(place.service.pid) - cpuBefore) * 1000) / rows;
  const perSecond = (rows * 1000) / elapsedMs;
  return {
    work: `webhooks: ${whole(rows)} deliveries, signed and logged`,
    figure: `${whole(perSecond)}/s`,
    value: perSecond,
    target: TARGETS.deliveriesPerSecond,
    cpuUs,
  };
}

/** Compares tables without webhooks, with captured rows only, and with rows that are delivered meanwhile. */
async function measureInsertRate(place: Place): Promise<Figure[]> {
  const { options, note } = place.run;
  const unwatched = await place.api.createProject('bench-unwatched');
  await place.api.createTable(unwatched.id, { name: 'items', columns: PLAIN_COLUMNS, rules: RULES });
  const project = await createWatched(place, 'bench-insert');
  const stage = { options, service: place.service, load: place.load, note };
  const loadOf = ({ id, publicKey }: BenchProject, table: string): Promise<CountedLoad> =>
    loadService(stage, inserts({ projectId: id, table, key: publicKey, rows: 0 }));
  const plain: CountedLoad[] = [];
  const captured: CountedLoad[] = [];
  const watched: CountedLoad[] = [];
  for (let round = 0; round < options.rounds; round++) {
    plain.push(await loadOf(unwatched, 'items'));
    captured.push(await loadOf(project, 'captured'));
    watched.push(await loadOf(project, 'watched'));
    // Pending deliveries would slow down the next round.
    await untilQuiet(place, '/bench-insert');
  }
  return [
    compareInserts('webhooks: inserts that are captured for one that is switched off', captured, plain),
    {
      ...compareInserts('webhooks: inserts that are delivered meanwhile', watched, plain),
      target: TARGETS.watchedInsertRatio,
    },
  ];
}

function compareInserts(work: string, loads: readonly CountedLoad[], plain: readonly CountedLoad[]): Figure {
  const value = median(loads.map(({ perSecond }, round) => perSecond / (plain[round]?.perSecond ?? perSecond)));
  const { perSecond, p50Ms, p99Ms, cpuUs, failures, spread } = mediansOf(loads);
  const floor = mediansOf(plain);
  return {
    work,
    figure: `${whole(perSecond)}/s`,
    floor: `unwatched: ${whole(floor.perSecond)}/s, ${short(floor.cpuUs)} µs`,
    ratio: short(value),
    value,
    ...{ p50Ms, p99Ms, cpuUs, failures, spread },
  };
}

async function untilQuiet({ receiver }: Place, path: string): Promise<void> {
  for (let before = -1, now = 0; now !== before; ) {
    before = now;
    await delay(1_000);
    now = (await receiver.arrivals(path, 0, 0)).count;
  }
}

/** Many deliveries wait for a receiver that never answers, while another project's deliveries are sent. */
async function measureDeadReceiver(place: Place): Promise<Figure[]> {
  const { service, api, receiver, run } = place;
  const rows = run.options.isQuick ? 10_000 : 100_000;
  const dead = await createWatched(place, 'bench-dead');
  const alive = await createWatched(place, 'bench-alive');
  await receiver.order({ kind: 'shut', path: '/bench-dead' });
  await api.importRows(dead.id, 'items', { from: 0, to: rows });
  await delay(SETTLE_MS);
  const before = residentBytes(service.pid);
  await api.importRows(dead.id, 'watched', { from: 0, to: rows });
  const watch = watchResident(service.pid);
  await insertOneByOne(place, alive, BUSY_ROWS, BUSY_PAUSE_MS);
  const { p50Ms, p95Ms } = await receiver.arrivals('/bench-alive', BUSY_ROWS, PATIENCE_MS);
  const growthMb = (watch.stop() - before) / 2 ** 20;
  const queued = `${whole(rows)} wait for a dead receiver`;
  return [
    {
      work: `webhooks: change to arrival while another project's ${queued}`,
      figure: `p50 ${short(p50Ms)} ms, p95 ${short(p95Ms)} ms`,
      value: p95Ms,
      target: TARGETS.busyDeliveryP95Ms,
    },
    {
      work: `webhooks: memory while ${queued}`,
      figure: `+${short(Math.max(0, growthMb))} MB`,
      value: growthMb,
      target: TARGETS.queueGrowthMb,
    },
  ];
}

async function insertOneByOne({ service }: Place, project: BenchProject, rows: number, pauseMs: number): Promise<void> {
  for (let number = 0; number < rows; number++) {
    const path = `/api/baas/${project.id}/data/watched`;
    const headers = { ...bearer(project.publicKey), 'content-type': 'application/json' };
    await send({ method: 'POST', path, headers, body: JSON.stringify(newRowOf(number)) }, service.url);
    await delay(pauseMs);
  }
}
