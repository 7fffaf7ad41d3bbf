import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { residentBytes } from '../../../e2e/harness/process-usage.ts';
import { type Figure, median, short, whole } from '../figures.ts';
import { bearer, send } from '../http-request.ts';
import { AdminApi } from '../service/admin-api.ts';
import { ADMIN_TOKEN, type RunningService, startService } from '../service/start-service.ts';
import { TARGETS } from '../targets.ts';
import { measureActiveProjects } from './active-projects.ts';
import type { BenchRun } from './bench-run.ts';

const SETTLE_MS = 3_000;
const AT_ONCE = 8;
const AWAKENED = 100;

export async function measureProjects(run: BenchRun): Promise<Figure[]> {
  const { isQuick, isLarge } = run.options;
  const fullCount = isLarge ? 5_000 : 1_000;
  const projects = isQuick ? 100 : fullCount;
  const dataDir = join(run.directory, 'projects');
  await mkdir(dataDir);
  const databaseUrl = await run.createDatabase('bench_projects');
  const start = (): Promise<RunningService> => startService({ dataDir, start: run.options.start, databaseUrl });
  const emptyBytes = await withService(start, (service) => settledBytes(service));
  await withService(start, (service) => createProjects(service, projects));
  return withService(start, async (service) => {
    const sleepingBytes = await settledBytes(service);
    const firstMs = await listInEach(service, 0, Math.min(AWAKENED, projects));
    await listInEach(service, 0, projects);
    const usedBytes = await settledBytes(service);
    const sleepingKb = (sleepingBytes - emptyBytes) / 1024 / projects;
    const usedKb = (usedBytes - emptyBytes) / 1024 / projects;
    const p99Ms = firstMs.toSorted((a, b) => a - b)[Math.floor(firstMs.length * 0.99)] ?? 0;
    const work = `${whole(projects)} projects: memory each`;
    return [
      { work: `${work}, asleep`, figure: `${short(sleepingKb)} KB`, value: sleepingKb, target: TARGETS.idleProjectKb },
      {
        work: `${work}, after one request`,
        figure: `${short(usedKb)} KB`,
        value: usedKb,
        target: TARGETS.idleProjectKb,
      },
      {
        work: 'first request to a sleeping project',
        figure: `${short(p99Ms)} ms (p99 of ${firstMs.length})`,
        value: p99Ms,
        target: TARGETS.sleepingRequestMs,
        p50Ms: median(firstMs),
        p99Ms,
      },
      ...(await measureActiveProjects({
        run,
        service,
        paths: Array.from({ length: projects }, (_, at) => pathOf(at)),
      })),
    ];
  });
}

async function withService<Result>(
  start: () => Promise<RunningService>,
  work: (service: RunningService) => Promise<Result>,
): Promise<Result> {
  const service = await start();
  try {
    return await work(service);
  } finally {
    await service.stop();
  }
}

async function settledBytes(service: RunningService): Promise<number> {
  await delay(SETTLE_MS);
  return residentBytes(service.pid);
}

export async function createProjects(service: RunningService, projects: number): Promise<void> {
  const api = new AdminApi(service);
  let next = 0;
  const work = async (): Promise<void> => {
    for (let number = next++; number < projects; number = next++) {
      await api.createProject(idOf(number));
      const rules = { read: 'public', create: 'public' };
      await api.createTable(idOf(number), { name: 'notes', columns: [{ name: 'title', type: 'text' }], rules });
      await send(
        {
          method: 'POST',
          path: pathOf(number),
          headers: { ...bearer(ADMIN_TOKEN), 'content-type': 'application/json' },
          body: '{"title":"one"}',
        },
        service.url,
      );
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

async function listInEach(service: RunningService, from: number, to: number): Promise<number[]> {
  const times = [];
  for (let number = from; number < to; number++) {
    const startedAt = performance.now();
    await send({ method: 'GET', path: pathOf(number), headers: bearer(ADMIN_TOKEN) }, service.url);
    times.push(performance.now() - startedAt);
  }
  return times;
}

function idOf(number: number): string {
  return `bench-${number}`;
}

function pathOf(number: number): string {
  return `/api/baas/${idOf(number)}/data/notes`;
}
