import { type Child, startChild } from './child.ts';
import type { EchoOrder } from './floors/echo-server.ts';
import type { SqlNews, SqlOrder, SqlWork } from './floors/sql-job.ts';
import { LAST, type LoadJob, type LoadNews, type LoadResult } from './load/load-job.ts';
import type { BenchOptions } from './options.ts';
import type { AdminApi, BenchProject } from './service/admin-api.ts';
import type { RunningService } from './service/start-service.ts';

export interface Stage {
  readonly options: BenchOptions;
  readonly service: RunningService;
  readonly api: AdminApi;
  /** Has the tables `items` (the big one), `items_small` (10k rows) and `items_plain` (empty, no secondary index). */
  readonly project: BenchProject;
  readonly ownerId: string;
  readonly load: LoadGenerator;
  readonly echo: EchoFloor;
  readonly sql: SqlFloor;
  note(sentence: string): void;
}

export interface LoadGenerator extends AsyncDisposable {
  run(job: LoadJob, onMeasuring?: () => void): Promise<LoadResult>;
}

export interface EchoFloor extends AsyncDisposable {
  order(order: EchoOrder): Promise<number>;
}

export interface SqlFloor extends AsyncDisposable {
  perSecond(work: SqlWork, measureMs: number): Promise<number>;
}

/** With `isLast` the generator gets only CPU time that nothing else needs, for load whose own speed is not measured. */
export function startLoadGenerator({ isLast = false } = {}): LoadGenerator {
  const child: Child<LoadJob, LoadNews> = startChild('load/main.ts', isLast ? [LAST] : [], {
    detached: isLast,
  });
  return {
    run: async (job, onMeasuring) => {
      const news = await child.ask(job, ({ kind }) => kind === 'done', onMeasuring);
      if (news.kind !== 'done') throw new Error('the load generator gave no result');
      return news.result;
    },
    [Symbol.asyncDispose]: () => child[Symbol.asyncDispose](),
  };
}

export function startEchoFloor(): EchoFloor {
  const child: Child<EchoOrder, { port: number }> = startChild('floors/echo-server.ts');
  return {
    order: async (order) => (await child.ask(order, ({ port }) => port > 0)).port,
    [Symbol.asyncDispose]: () => child[Symbol.asyncDispose](),
  };
}

export async function startSqlFloor(engine: BenchOptions['engine'], target: string, rows: number): Promise<SqlFloor> {
  const child: Child<SqlOrder, SqlNews> = startChild(`floors/${engine}-loop.ts`);
  await child.ask({ kind: 'open', target, rows }, ({ kind }) => kind === 'opened');
  return {
    perSecond: async (work, measureMs) => {
      const news = await child.ask({ kind: 'run', work, measureMs }, ({ kind }) => kind === 'ran');
      return news.kind === 'ran' ? news.perSecond : 0;
    },
    [Symbol.asyncDispose]: () => child[Symbol.asyncDispose](),
  };
}
