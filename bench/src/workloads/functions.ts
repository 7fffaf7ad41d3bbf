import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { cpuMs } from '../../../e2e/harness/process-usage.ts';
import { type Child, startChild } from '../child.ts';
import { type Figure, median, short, whole } from '../figures.ts';
import type { FibonacciOrder } from '../floors/fibonacci.ts';
import { type HttpRequest, send, wireOf } from '../http-request.ts';
import { type CountedLoad, type LoadFigures, loadService, mediansOf } from '../measure.ts';
import { BENCH_COLUMNS, idOf } from '../rows.ts';
import { AdminApi, type BenchProject } from '../service/admin-api.ts';
import { startService } from '../service/start-service.ts';
import { startEchoFloor, startLoadGenerator } from '../stage.ts';
import { TARGETS, type Target } from '../targets.ts';
import type { BenchRun } from './bench-run.ts';
import { measureColdStarts, measureSpinning } from './function-processes.ts';
import { type FunctionStage, invocation, TABLE_ROWS } from './function-stage.ts';

const NOOP = 'export default async () => ({ ok: true })';
const ONE_ROW = "export default async (ctx) => await ctx.data.table('items').get(ctx.payload.id)";
const FIVE_ROWS = `export default async ({ data, payload: { id } }) => {
  const items = data.table('items');
  for (let at = 1; at < 5; at += 1) await items.get(id);
  return await items.get(id);
}`;
const FIBONACCI = `const fibonacci = (n) => (n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2));
export default async ({ payload: { n, rounds } }) => {
  let sum = 0;
  for (let round = 0; round < rounds; round += 1) sum += fibonacci(n);
  return sum;
}`;
/** About a second of work, because CPU time is reported in hundredths of a second. */
const FIBONACCI_WORK: FibonacciOrder = { n: 32, rounds: 40 };

export async function measureFunctions(run: BenchRun): Promise<Figure[]> {
  const dataDir = join(run.directory, 'functions');
  await mkdir(dataDir);
  const cleanUp = new AsyncDisposableStack();
  try {
    const { options, note } = run;
    const databaseUrl = await run.createDatabase('bench_functions');
    const service = cleanUp.use(await startService({ dataDir, start: options.start, databaseUrl }));
    const load = cleanUp.use(startLoadGenerator());
    const echo = cleanUp.use(startEchoFloor());
    const fibonacci = cleanUp.use(startChild<FibonacciOrder, { cpuMs: number }>('floors/fibonacci.ts'));
    const api = new AdminApi(service);
    const stage = { options, note, service, api, load, echo, project: await createProject(api) };
    return [
      noOpFigure(await measureCalls(stage, invocation(stage.project, 'noop'))),
      readFigure(
        'function call that reads one row',
        TARGETS.oneRowCallUs,
        await measureCalls(stage, rowCall(stage.project, 'one-row')),
      ),
      readFigure(
        'function call that reads five rows, one by one',
        TARGETS.fiveRowsCallUs,
        await measureCalls(stage, rowCall(stage.project, 'five-rows')),
      ),
      await measureComputing(stage, fibonacci),
      ...(await measureColdStarts(stage)),
      await measureSpinning(stage),
    ];
  } finally {
    await cleanUp.disposeAsync();
  }
}

async function createProject(api: AdminApi): Promise<BenchProject> {
  const project = await api.createProject('bench-functions');
  await api.createTable(project.id, { name: 'items', columns: BENCH_COLUMNS, rules: { read: 'public' } });
  await api.importRows(project.id, 'items', { from: 0, to: TABLE_ROWS });
  const sources = { noop: NOOP, 'one-row': ONE_ROW, 'five-rows': FIVE_ROWS, fibonacci: FIBONACCI };
  for (const [name, source] of Object.entries(sources))
    await api.putFunction(project.id, name, { trigger: 'http', source });
  return project;
}

function rowCall(project: BenchProject, name: string): HttpRequest {
  return invocation(project, name, { id: idOf(TABLE_ROWS >> 1) });
}

interface MeasuredCalls extends LoadFigures {
  readonly echoPerSecond: number;
  readonly ratio: number;
}

async function measureCalls(stage: FunctionStage, request: HttpRequest): Promise<MeasuredCalls> {
  const { options, service, load, echo } = stage;
  const port = await echo.order(await send(request, service.url));
  const { connections, warmUpMs, measureMs } = options;
  const wires = [wireOf(request, `127.0.0.1:${port}`)];
  const rounds: { ours: CountedLoad; echo: number }[] = [];
  for (let round = 0; round < options.rounds; round++) {
    const echoed = await load.run({ host: '127.0.0.1', port, requests: wires, connections, warmUpMs, measureMs });
    rounds.push({ ours: await loadService(stage, [request]), echo: echoed.perSecond });
  }
  return {
    ...mediansOf(rounds.map(({ ours }) => ours)),
    echoPerSecond: median(rounds.map((round) => round.echo)),
    ratio: median(rounds.map(({ ours, echo: echoPerSecond }) => ours.perSecond / echoPerSecond)),
  };
}

function noOpFigure(calls: MeasuredCalls): Figure {
  return { work: 'function call, warm no-op', ...shown(calls), value: calls.ratio, target: TARGETS.callRatio };
}

function readFigure(work: string, target: Target, calls: MeasuredCalls): Figure {
  return { work, ...shown(calls), value: calls.cpuUs, target };
}

function shown({ perSecond, echoPerSecond, ratio, ...load }: MeasuredCalls) {
  const figure = `${whole(perSecond)}/s`;
  const { p50Ms, p99Ms, cpuUs, failures, spread } = load;
  const floor = `echo: ${whole(echoPerSecond)}/s`;
  return { figure, floor, ratio: short(ratio), p50Ms, p99Ms, cpuUs, failures, spread };
}

/** Compares CPU time, because function processes yield to all others. */
async function measureComputing(
  { options, service, project }: FunctionStage,
  floor: Child<FibonacciOrder, { cpuMs: number }>,
): Promise<Figure> {
  const request = (order: FibonacciOrder): HttpRequest => invocation(project, 'fibonacci', order);
  await send(request({ ...FIBONACCI_WORK, rounds: 1 }), service.url);
  const rounds: { ours: number; floor: number }[] = [];
  for (let round = 0; round < options.rounds; round++) {
    const before = cpuMs(service.pid);
    await send(request(FIBONACCI_WORK), service.url);
    const ours = cpuMs(service.pid) - before;
    rounds.push({ ours, floor: (await floor.ask(FIBONACCI_WORK, (news) => news.cpuMs > 0)).cpuMs });
  }
  const value = median(rounds.map(({ ours, floor: bare }) => bare / ours));
  const { n, rounds: times } = FIBONACCI_WORK;
  return {
    work: `fib(${n}) in a function`,
    figure: `${short(median(rounds.map(({ ours }) => ours)) / times)} ms of processor`,
    floor: `Node: ${short(median(rounds.map(({ floor: bare }) => bare)) / times)} ms`,
    ratio: short(value),
    value,
    target: TARGETS.computeRatio,
  };
}
