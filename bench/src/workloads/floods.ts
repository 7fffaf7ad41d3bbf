import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { cleaningUp } from '../../../e2e/harness/cleaning-up.ts';
import { type Figure, median, short } from '../figures.ts';
import type { HttpRequest } from '../http-request.ts';
import type { LoadResult } from '../load/load-job.ts';
import { loadService } from '../measure.ts';
import { BENCH_COLUMNS } from '../rows.ts';
import { AdminApi, type BenchProject } from '../service/admin-api.ts';
import { type RunningService, startService } from '../service/start-service.ts';
import { type LoadGenerator, startLoadGenerator } from '../stage.ts';
import { TARGETS } from '../targets.ts';
import type { BenchRun } from './bench-run.ts';
import { invocation } from './function-stage.ts';
import { otherSizes, partOf } from './neighbours.ts';
import { reads } from './row-requests.ts';

const QUIET_CONNECTIONS = 4;
const GREEDY_CONNECTIONS = 8;
const GREEDY_MS = 1500;
const ROWS = 10_000;
/** Takes over the channel of its process, and fills it: a message of 2,000 frames each millisecond. */
const FRAMES = `const { send } = WebSocket.prototype;
let channel;
let call;
WebSocket.prototype.send = function (message) {
  channel = this;
  if (typeof message === 'string')
    for (const [kind, , number] of JSON.parse(message.split('\\n', 1)[0])) if (kind === 'ask') call = number;
  return send.call(this, message);
};
export default async ({ data }) => {
  await data.table('items').list({ limit: 1 });
  const message = JSON.stringify(Array.from({ length: 2000 }, () => ['waits', call, 0])) + '\\n';
  for (;;) {
    send.call(channel, message);
    await scheduler.wait(1);
  }
}`;
/** Runs for a second. */
const ASKS = `export default async ({ data }) => {
  const items = data.table('items');
  const one = async () => { for (const end = Date.now() + 1000; Date.now() < end; ) await items.list({ limit: 1 }); };
  await Promise.all(Array.from({ length: 200 }, one));
}`;

interface Floods {
  readonly run: BenchRun;
  readonly service: RunningService;
  readonly quiet: LoadGenerator;
  readonly greedy: LoadGenerator;
}

/** Reads of one project beside another that floods the service with messages of its functions, or asks for many images. */
export async function measureFloods(run: BenchRun): Promise<Figure[]> {
  return await cleaningUp(async (cleanUp) => {
    const dataDir = join(run.directory, 'floods');
    await mkdir(dataDir);
    const databaseUrl = await run.createDatabase('bench_floods');
    const service = cleanUp.use(await startService({ dataDir, start: run.options.start, databaseUrl }));
    const [quiet, greedy] = [cleanUp.use(startLoadGenerator()), cleanUp.use(startLoadGenerator({ isLast: true }))];
    const api = new AdminApi(service);
    const project = await createProject(api, 'quiet');
    const other = await createProject(api, 'greedy');
    const lastMs = GREEDY_MS + 2 * run.options.warmUpMs + run.options.measureMs;
    await api.putFunction(other.id, 'frames', { trigger: 'http', source: FRAMES, timeout_ms: lastMs });
    await api.putFunction(other.id, 'asks', { trigger: 'http', source: ASKS });
    const wanted = reads({ projectId: project.id, table: 'items', key: project.secretKey, rows: ROWS });
    const floods: Floods = { run, service, quiet, greedy };
    const sizes = await otherSizes(service, other);
    return [
      await compareReads(floods, 'a flood of frames', wanted, () => callUntilTimeout(floods, other, lastMs)),
      await compareReads(floods, 'a flood of requests of functions', wanted, () =>
        repeat(floods, [invocation(other, 'asks')]),
      ),
      await compareReads(floods, 'a flood of image sizes', wanted, (round) =>
        repeat(floods, partOf(sizes, round, run.options.rounds)),
      ),
    ];
  });
}

async function createProject(api: AdminApi, id: string): Promise<BenchProject> {
  const project = await api.createProject(id);
  await api.createTable(project.id, { name: 'items', columns: BENCH_COLUMNS });
  await api.importRows(project.id, 'items', { from: 0, to: ROWS });
  return project;
}

/** A process that ends before its time floods nothing. */
async function callUntilTimeout({ service }: Floods, project: BenchProject, timeoutMs: number): Promise<void> {
  const { path, headers, body = '' } = invocation(project, 'frames');
  const startedAt = performance.now();
  const answer = await fetch(service.url + path, { method: 'POST', headers, body });
  const text = await answer.text();
  if (performance.now() - startedAt < timeoutMs) throw new Error(`a flood ended with ${answer.status} ${text}`);
}

async function repeat({ run, service, greedy }: Floods, requests: readonly HttpRequest[]): Promise<void> {
  const options = { ...run.options, warmUpMs: GREEDY_MS + run.options.warmUpMs };
  const { failures } = await loadService(
    { options, note: run.note, service, load: greedy },
    requests,
    GREEDY_CONNECTIONS,
  );
  if (failures > 0) run.note(`${failures} requests of a flood failed.`);
}

async function compareReads(
  { run: { options, note }, service, quiet }: Floods,
  flood: string,
  wanted: readonly HttpRequest[],
  startFlood: (round: number) => Promise<void>,
): Promise<Figure> {
  const target = { options, note, service, load: quiet };
  const pairs: { readonly calm: LoadResult; readonly busy: LoadResult }[] = [];
  for (let round = 0; round < options.rounds; round += 1) {
    const calm = await loadService(target, wanted, QUIET_CONNECTIONS);
    const attack = startFlood(round);
    await delay(GREEDY_MS);
    pairs.push({ calm, busy: await loadService(target, wanted, QUIET_CONNECTIONS) });
    await attack;
  }
  const value = median(pairs.map(({ calm, busy }) => busy.p99Ms / calm.p99Ms));
  return {
    work: `reads by id beside ${flood} of another project`,
    figure: `p99 ${short(median(pairs.map(({ busy }) => busy.p99Ms)))} ms`,
    floor: `quiet: p99 ${short(median(pairs.map(({ calm }) => calm.p99Ms)))} ms`,
    ratio: `p99 × ${short(value)}`,
    value,
    target: TARGETS.besideFloodsP99,
    p50Ms: median(pairs.map(({ busy }) => busy.p50Ms)),
    p99Ms: median(pairs.map(({ busy }) => busy.p99Ms)),
    failures: pairs.reduce((sum, { calm, busy }) => sum + calm.failures + busy.failures, 0),
  };
}
