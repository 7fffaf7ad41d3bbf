import { type Figure, short, whole } from '../figures.ts';
import { BATCH_CONNECTIONS, BATCH_ROWS } from '../floors/sql-job.ts';
import { type HttpRequest, send } from '../http-request.ts';
import { compareWithFloors, figureOf, loadService, mediansOf } from '../measure.ts';
import type { Stage } from '../stage.ts';
import { TARGETS } from '../targets.ts';
import { OWNER, signIn } from './accounts.ts';
import { aggregates, batches, bigTable, inserts, lists, mixed, reads, updates } from './row-requests.ts';

const RULES = { read: 'public', create: 'public', update: 'public', delete: 'private' };
const LOOP_P99 = /^nodejs_eventloop_lag_p99_seconds ([0-9.e+-]+)$/m;
const AGGREGATE_CONNECTIONS = 4;

export async function measureReads(stage: Stage): Promise<Figure[]> {
  const open = await compareWithFloors(stage, reads(bigTable(stage)), 'read');
  const secret = await compareWithFloors(stage, reads(bigTable(stage, stage.project.secretKey)), 'read');
  return [
    { ...figureOf('read by id, public rule', open), target: TARGETS.readRatio },
    { ...figureOf('read by id, secret key', secret), target: TARGETS.readRatio },
    ...(await loopDelay(stage, 'reads', reads(bigTable(stage)))),
  ];
}

export async function measureLists(stage: Stage): Promise<Figure[]> {
  const compared = await compareWithFloors(stage, lists(bigTable(stage)), 'list');
  return [{ ...figureOf('list of 20, filter + order + count', compared), target: TARGETS.listRatio }];
}

/** The same lists under two rules, alternately: the CPU cost of a row rule. */
export async function measureRuleCost(stage: Stage): Promise<Figure[]> {
  const cookie = await signIn(stage, OWNER);
  const requests = lists(bigTable(stage)).map((request) => ({ ...request, headers: { ...request.headers, cookie } }));
  return [
    await compareRules(stage, requests, ['authenticated', 'owner']),
    await compareRules(stage, requests, ['public', { level: 'public', where: 'is_open:eq:true' }]),
  ];
}

async function compareRules(
  stage: Stage,
  requests: readonly HttpRequest[],
  [plain, narrowed]: readonly [string, string | { readonly level: string; readonly where: string }],
): Promise<Figure> {
  const { api, project, options } = stage;
  const without = [];
  const withRule = [];
  for (let round = 0; round < options.rounds; round++) {
    await setReadRule(stage, plain, requests);
    without.push(await loadService(stage, requests));
    await setReadRule(stage, narrowed, requests);
    withRule.push(await loadService(stage, requests));
  }
  await api.setRules(project.id, 'items', RULES);
  const floor = mediansOf(without);
  const { perSecond, p50Ms, p99Ms, cpuUs, failures, spread } = mediansOf(withRule);
  const value = cpuUs / floor.cpuUs;
  return {
    work: `list of 20 under ${typeof narrowed === 'string' ? `\`${narrowed}\`` : 'a condition'} against \`${plain}\``,
    figure: `${whole(perSecond)}/s`,
    floor: `${whole(floor.perSecond)}/s, ${short(floor.cpuUs)} µs`,
    ratio: short(value),
    value,
    target: TARGETS.ruleCost,
    ...{ p50Ms, p99Ms, cpuUs, failures, spread },
  };
}

/** Requests every list once, because the first request under a new rule counts all rows again. */
async function setReadRule(
  { api, project, service }: Stage,
  read: string | { readonly level: string; readonly where: string },
  requests: readonly HttpRequest[],
): Promise<void> {
  await api.setRules(project.id, 'items', { ...RULES, read });
  for (const request of [...requests, ...requests]) await send(request, service.url);
}

export async function measureInserts(stage: Stage): Promise<Figure[]> {
  const compared = await compareWithFloors(stage, inserts(bigTable(stage)), 'insert');
  const { p99Ms, failures } = compared;
  return [
    { ...figureOf('insert, one per request, durable', compared), target: TARGETS.insertRatio },
    { work: 'insert: p99', figure: `${short(p99Ms)} ms`, value: p99Ms, target: TARGETS.insertP99Ms, failures },
    ...(await loopDelay(stage, 'inserts', inserts(bigTable(stage)))),
  ];
}

export async function measureBatches(stage: Stage): Promise<Figure[]> {
  const place = { ...bigTable(stage), table: 'items_plain' };
  const compared = await compareWithFloors(stage, batches(place), 'batch', BATCH_CONNECTIONS);
  const rowsPerCore = (BATCH_ROWS * 1e6) / compared.cpuUs;
  const figure = figureOf(`batch of ${BATCH_ROWS}, ${BATCH_CONNECTIONS} connections, no secondary index`, compared);
  stage.note("Rows/s/core of batches: rows written for each second of the service's CPU time, all threads.");
  return [
    {
      ...figure,
      figure: `${whole(rowsPerCore)} rows/s/core (${whole(compared.perSecond * BATCH_ROWS)} rows/s)`,
      floor: `${whole(compared.sqlPerSecond * BATCH_ROWS)} rows/s (SQL), ${figure.floor}`,
      value: rowsPerCore,
      target: TARGETS.batchRowsPerCore,
    },
  ];
}

export async function measureUpdates(stage: Stage): Promise<Figure[]> {
  return [figureOf('update by id, durable', await compareWithFloors(stage, updates(bigTable(stage)), 'update'))];
}

export async function measureMix(stage: Stage): Promise<Figure[]> {
  const results = [];
  for (let round = 0; round < stage.options.rounds; round++) {
    results.push(await loadService(stage, mixed(bigTable(stage))));
  }
  const { perSecond, p50Ms, p99Ms, cpuUs, failures, spread } = mediansOf(results);
  const figure = `${whole(perSecond)}/s`;
  return [
    { work: '90 reads : 10 inserts', figure, ...{ p50Ms, p99Ms, cpuUs, failures, spread } },
    ...(await loopDelay(stage, 'the mix', mixed(bigTable(stage)))),
  ];
}

export async function measureAggregates(stage: Stage): Promise<Figure[]> {
  const requests = aggregates(bigTable(stage));
  const compared = await compareWithFloors(stage, requests, 'aggregate', AGGREGATE_CONNECTIONS);
  const figure = figureOf(`aggregate over all rows, ${AGGREGATE_CONNECTIONS} connections`, compared);
  return [{ ...figure, figure: `${short(compared.perSecond)}/s`, floor: `${short(compared.sqlPerSecond)}/s (SQL)` }];
}

/** Event-loop delay of the main thread during one load, from /metrics. Reading /metrics resets the value. */
async function loopDelay(stage: Stage, load: string, requests: readonly HttpRequest[]): Promise<Figure[]> {
  await stage.api.metrics();
  const { failures } = await loadService(stage, requests);
  const seconds = LOOP_P99.exec(await stage.api.metrics())?.[1];
  if (seconds === undefined) return [];
  const value = Number(seconds) * 1000;
  const work = `event-loop delay under ${load}: p99`;
  return [{ work, figure: `${short(value)} ms`, value, target: TARGETS.loopDelayMs, failures }];
}
