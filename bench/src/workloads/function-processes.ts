import { setTimeout as delay } from 'node:timers/promises';
import { ownBytes, residentBytes } from '../../../e2e/harness/process-usage.ts';
import { type Figure, median, short, whole } from '../figures.ts';
import { send } from '../http-request.ts';
import { type CountedLoad, loadService, mediansOf } from '../measure.ts';
import type { BenchProject } from '../service/admin-api.ts';
import { TARGETS } from '../targets.ts';
import { type FunctionStage, invocation, TABLE_ROWS } from './function-stage.ts';
import { reads } from './row-requests.ts';

const ACTIVE = 40;
const SETTLE_MS = 3_000;
/** Longer than the service needs to start the next spare process. */
const APART_MS = 500;
const SPINNING = 4;
const SPIN_UP_MS = 1_500;

/** First calls of several projects, half of them apart and half one right after the other; then the memory of all processes. */
export async function measureColdStarts(stage: FunctionStage): Promise<Figure[]> {
  const { service, options } = stage;
  const active = options.isQuick ? 10 : ACTIVE;
  const projects: BenchProject[] = [];
  for (let number = 0; number < active; number++)
    projects.push(await createWith(stage, `bench-cold-${number}`, 'export default async () => ({ ok: true })', 10_000));
  await delay(SETTLE_MS);
  const [before, ownBefore] = [residentBytes(service.pid), ownBytes(service.pid)];
  const apart = await firstCalls(service.url, projects.slice(0, active / 2), APART_MS);
  const inRow = await firstCalls(service.url, projects.slice(active / 2), 0);
  await delay(SETTLE_MS);
  const mb = (bytes: number): string => short(bytes / active / 2 ** 20);
  const [resident, own] = [residentBytes(service.pid) - before, ownBytes(service.pid) - ownBefore];
  return [
    coldFigure('function call, cold', apart),
    coldFigure('function call, cold, one right after the other', inRow),
    {
      work: `${active} projects whose functions run: memory each`,
      figure: `${mb(own)} MB of its own (${mb(resident)} MB with what they share, counted each time)`,
    },
  ];
}

async function firstCalls(url: string, projects: readonly BenchProject[], apartMs: number): Promise<number[]> {
  const callsMs = [];
  for (const project of projects) {
    const startedAt = performance.now();
    await send(invocation(project, 'one'), url);
    callsMs.push(performance.now() - startedAt);
    await delay(apartMs);
  }
  return callsMs;
}

function coldFigure(work: string, callsMs: readonly number[]): Figure {
  const p50Ms = median(callsMs);
  const figure = `${short(p50Ms)} ms (of ${callsMs.length}, slowest ${short(Math.max(...callsMs))} ms)`;
  return { work, figure, value: p50Ms, target: TARGETS.coldCallMs, p50Ms };
}

/** Row reads, alone and while functions of four other projects use the CPU without a pause, alternately. */
export async function measureSpinning(stage: FunctionStage): Promise<Figure> {
  const { service, project, options } = stage;
  const timeoutMs = 2 * SPIN_UP_MS + options.warmUpMs + options.measureMs;
  const spinning: BenchProject[] = [];
  for (let number = 0; number < SPINNING; number++)
    spinning.push(await createWith(stage, `bench-spin-${number}`, 'export default () => { for (;;); }', timeoutMs));
  const requests = reads({ projectId: project.id, table: 'items', key: project.publicKey, rows: TABLE_ROWS });
  const quiet: CountedLoad[] = [];
  const busy: CountedLoad[] = [];
  for (let round = 0; round < options.rounds; round++) {
    quiet.push(await loadService(stage, requests));
    const loops = spinning.map((each) => spin(service.url, each));
    await delay(SPIN_UP_MS);
    busy.push(await loadService(stage, requests));
    await Promise.all(loops);
  }
  const calm = mediansOf(quiet);
  const { perSecond, p50Ms, p99Ms, cpuUs, failures, spread } = mediansOf(busy);
  const value = median(busy.map((load, round) => load.p99Ms / (quiet[round]?.p99Ms ?? load.p99Ms)));
  stage.note('CPU per read while functions loop includes what the loops themselves get.');
  return {
    work: `reads while functions of ${SPINNING} projects loop for ever`,
    figure: `${whole(perSecond)}/s`,
    floor: `quiet: ${whole(calm.perSecond)}/s, p99 ${short(calm.p99Ms)} ms`,
    ratio: `p99 × ${short(value)}`,
    value,
    target: TARGETS.spinReadP99,
    ...{ p50Ms, p99Ms, cpuUs, failures, spread },
  };
}

async function createWith(
  { api }: FunctionStage,
  id: string,
  source: string,
  timeoutMs: number,
): Promise<BenchProject> {
  const project = await api.createProject(id);
  await api.putFunction(id, 'one', { trigger: 'http', source, timeout_ms: timeoutMs });
  return project;
}

/** Resolves when the function has timed out; another answer means that it did not loop. */
async function spin(url: string, project: BenchProject): Promise<void> {
  const { path, headers, body = '' } = invocation(project, 'one');
  const answer = await fetch(url + path, { method: 'POST', headers, body });
  const text = await answer.text();
  if (answer.status !== 504) throw new Error(`an endless function ended with ${answer.status} ${text}`);
}
