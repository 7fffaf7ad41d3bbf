import { type Figure, median, short, spreadOf, whole } from '../figures.ts';
import { bearer, type HttpRequest } from '../http-request.ts';
import { loadService } from '../measure.ts';
import { ADMIN_TOKEN, type RunningService } from '../service/start-service.ts';
import { type LoadGenerator, startLoadGenerator } from '../stage.ts';
import { TARGETS } from '../targets.ts';
import type { BenchRun } from './bench-run.ts';

const MANY = 1_000;

interface ActiveProjects {
  readonly run: BenchRun;
  readonly service: RunningService;
  readonly paths: readonly string[];
}

/** The rates of reads and of inserts that go to all projects in turn, as ratios to the rates of a single project. */
export async function measureActiveProjects(active: ActiveProjects): Promise<Figure[]> {
  const load = startLoadGenerator();
  try {
    return [
      await compareRates(active, load, { name: 'reads', requestOf: readOf }),
      await compareRates(active, load, { name: 'inserts', requestOf: insertOf }),
    ];
  } finally {
    await load[Symbol.asyncDispose]();
  }
}

interface ComparedWork {
  readonly name: string;
  readonly requestOf: (path: string) => HttpRequest;
}

async function compareRates(
  { run: { options, note }, service, paths }: ActiveProjects,
  load: LoadGenerator,
  { name, requestOf }: ComparedWork,
): Promise<Figure> {
  const target = { options, note, service, load };
  const everywhere = paths.map(requestOf);
  const rounds: { readonly ratio: number; readonly cpuUs: number; readonly oneCpuUs: number }[] = [];
  for (let round = 0; round < options.rounds; round++) {
    const one = await loadService(target, everywhere.slice(0, 1));
    const all = await loadService(target, everywhere);
    rounds.push({ ratio: all.perSecond / one.perSecond, cpuUs: all.cpuUs, oneCpuUs: one.cpuUs });
  }
  const ratio = median(rounds.map((round) => round.ratio));
  const cpuUs = median(rounds.map((round) => round.cpuUs));
  const oneCpuUs = median(rounds.map((round) => round.oneCpuUs));
  return {
    work: `${name} in ${whole(paths.length)} projects in turn, beside one project`,
    figure: `× ${short(ratio)} of the rate, CPU ${whole(cpuUs)} µs beside ${whole(oneCpuUs)} µs`,
    value: ratio,
    spread: spreadOf(rounds.map((round) => round.ratio)),
    target: paths.length > MANY ? TARGETS.manyActiveProjects : TARGETS.activeProjects,
  };
}

function readOf(path: string): HttpRequest {
  return { method: 'GET', path: `${path}?limit=20`, headers: bearer(ADMIN_TOKEN) };
}

function insertOf(path: string): HttpRequest {
  const headers = { ...bearer(ADMIN_TOKEN), 'content-type': 'application/json' };
  return { method: 'POST', path, headers, body: '{"title":"another"}' };
}
