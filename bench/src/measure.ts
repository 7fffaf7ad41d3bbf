import { cpuMs } from '../../e2e/harness/process-usage.ts';
import { compositeFloor, type Figure, median, short, spreadOf, whole } from './figures.ts';
import type { SqlWork } from './floors/sql-job.ts';
import { type HttpRequest, send, wireOf } from './http-request.ts';
import type { LoadResult } from './load/load-job.ts';
import type { Stage } from './stage.ts';

export type CountedLoad = LoadResult & { readonly cpuUs: number };

export interface LoadFigures {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly cpuUs: number;
  readonly failures: number;
  readonly spread: number | undefined;
}

export interface Comparison extends LoadFigures {
  readonly echoPerSecond: number;
  readonly sqlPerSecond: number;
  readonly floorPerSecond: number;
  /** Ratio to the floor: the median of each round's own ratio, so that slow phases of the machine cancel out. */
  readonly ratio: number;
}

export async function loadService(
  stage: Pick<Stage, 'options' | 'service' | 'load' | 'note'>,
  requests: readonly HttpRequest[],
  connections = stage.options.connections,
): Promise<CountedLoad> {
  const { options, service, load } = stage;
  let cpuBefore = 0;
  const result = await load.run(
    {
      host: '127.0.0.1',
      port: service.port,
      requests: requests.map((request) => wireOf(request, `127.0.0.1:${service.port}`)),
      connections,
      warmUpMs: options.warmUpMs,
      measureMs: options.measureMs,
    },
    () => {
      cpuBefore = cpuMs(service.pid);
    },
  );
  const cpuUs = ((cpuMs(service.pid) - cpuBefore) * 1000) / Math.max(1, result.answers);
  if (result.failures > 0) stage.note(`First failure of a load: ${JSON.stringify(result.firstFailure?.slice(0, 300))}`);
  return { ...result, cpuUs };
}

export async function compareWithFloors(
  stage: Stage,
  requests: readonly HttpRequest[],
  work: SqlWork,
  connections = stage.options.connections,
): Promise<Comparison> {
  const { options, service, load, echo, sql } = stage;
  const first = requests[0];
  if (first === undefined) throw new Error('a workload needs a request');
  const port = await echo.order(await send(first, service.url));
  const wires = requests.map((request) => wireOf(request, `127.0.0.1:${port}`));
  const { warmUpMs, measureMs } = options;
  const rounds: { ours: CountedLoad; echo: number; sql: number }[] = [];
  for (let round = 0; round < options.rounds; round++) {
    const echoed = await load.run({ host: '127.0.0.1', port, requests: wires, connections, warmUpMs, measureMs });
    const sqlPerSecond = await sql.perSecond(work, measureMs / 2);
    const ours = await loadService(stage, requests, connections);
    rounds.push({ ours, echo: echoed.perSecond, sql: sqlPerSecond });
  }
  return {
    ...mediansOf(rounds.map(({ ours }) => ours)),
    echoPerSecond: median(rounds.map((round) => round.echo)),
    sqlPerSecond: median(rounds.map((round) => round.sql)),
    floorPerSecond: median(rounds.map((round) => compositeFloor(round.echo, round.sql))),
    ratio: median(rounds.map((round) => round.ours.perSecond / compositeFloor(round.echo, round.sql))),
  };
}

export function mediansOf(results: readonly CountedLoad[]): LoadFigures {
  return {
    perSecond: median(results.map((result) => result.perSecond)),
    p50Ms: median(results.map((result) => result.p50Ms)),
    p99Ms: median(results.map((result) => result.p99Ms)),
    cpuUs: median(results.map((result) => result.cpuUs)),
    failures: results.reduce((sum, result) => sum + result.failures, 0),
    spread: spreadOf(results.map((result) => result.perSecond)),
  };
}

export function figureOf(work: string, compared: Comparison): Figure {
  const { p50Ms, p99Ms, cpuUs, failures, spread, ratio } = compared;
  const echo = whole(compared.echoPerSecond);
  return {
    work,
    figure: `${whole(compared.perSecond)}/s`,
    floor: `${whole(compared.floorPerSecond)}/s (echo ${echo}, SQL ${whole(compared.sqlPerSecond)})`,
    ratio: short(ratio),
    value: ratio,
    ...{ p50Ms, p99Ms, cpuUs, failures, spread },
  };
}
