import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { cleaningUp } from '../../../e2e/harness/cleaning-up.ts';
import { type Figure, median, short } from '../figures.ts';
import { bearer, type HttpRequest, jsonRequest } from '../http-request.ts';
import type { LoadResult } from '../load/load-job.ts';
import { loadService } from '../measure.ts';
import { BENCH_COLUMNS, PLAIN_COLUMNS } from '../rows.ts';
import { AdminApi, type BenchProject } from '../service/admin-api.ts';
import { type RunningService, startService } from '../service/start-service.ts';
import { type LoadGenerator, startLoadGenerator } from '../stage.ts';
import { TARGETS } from '../targets.ts';
import type { BenchRun } from './bench-run.ts';
import { partOf } from './neighbours.ts';

const GREEDY_PROJECTS = 3;
const GREEDY_CONNECTIONS = 8;
const GREEDY_MS = 1500;
const QUIET_CONNECTIONS = 4;
const QUIET_ROWS = 2_000;
const SCANNED_ROWS = 300_000;
const QUIET_TABLES = 2;

interface Scans {
  readonly run: BenchRun;
  readonly service: RunningService;
  readonly quiet: LoadGenerator;
  readonly greedy: LoadGenerator;
}

/** Lists of one project beside other projects whose lists and aggregates read all rows of a large table. */
export async function measureScanNeighbours(run: BenchRun): Promise<Figure[]> {
  return await cleaningUp(async (cleanUp) => {
    const dataDir = join(run.directory, 'scans');
    await mkdir(dataDir);
    const databaseUrl = await run.createDatabase('bench_scans');
    const service = cleanUp.use(await startService({ dataDir, start: run.options.start, databaseUrl }));
    const [quiet, greedy] = [cleanUp.use(startLoadGenerator()), cleanUp.use(startLoadGenerator({ isLast: true }))];
    const api = new AdminApi(service);
    const project = await createQuiet(api);
    const greedyProjects: BenchProject[] = [];
    for (let n = 1; n <= GREEDY_PROJECTS; n += 1) greedyProjects.push(await createGreedy(api, `greedy-${n}`));
    const scans: Scans = { run, service, quiet, greedy };
    const figures: Figure[] = [];
    for (const many of [1, GREEDY_PROJECTS]) {
      const worst = greedyProjects.slice(0, many).flatMap(scansOf);
      const beside = `beside ${many === 1 ? 'a project that scans' : `${many} projects that scan`}`;
      figures.push(await compareWaits(scans, `lists ${beside}`, repeatedLists(project), worst));
      figures.push(await compareWaits(scans, `lists of new shapes ${beside}`, newLists(project), worst));
    }
    return figures;
  });
}

async function createQuiet(api: AdminApi): Promise<BenchProject> {
  const project = await api.createProject('quiet');
  for (let n = 0; n < QUIET_TABLES; n += 1) {
    await api.createTable(project.id, { name: `items_${n}`, columns: BENCH_COLUMNS });
    await api.importRows(project.id, `items_${n}`, { from: 0, to: QUIET_ROWS });
  }
  return project;
}

async function createGreedy(api: AdminApi, id: string): Promise<BenchProject> {
  const project = await api.createProject(id);
  await api.createTable(project.id, { name: 'items', columns: PLAIN_COLUMNS });
  await api.importRows(project.id, 'items', { from: 0, to: SCANNED_ROWS });
  return project;
}

async function compareWaits(
  { run: { options, note }, service, quiet, greedy }: Scans,
  work: string,
  wanted: readonly HttpRequest[],
  worst: readonly HttpRequest[],
): Promise<Figure> {
  const target = { options, note, service };
  const pairs: { readonly calm: LoadResult; readonly busy: LoadResult }[] = [];
  for (let round = 0; round < options.rounds; round += 1) {
    const part = (half: 0 | 1): readonly HttpRequest[] => partOf(wanted, 2 * round + half, 2 * options.rounds);
    const calm = await loadService({ ...target, load: quiet }, part(0), QUIET_CONNECTIONS);
    const longer = { ...options, warmUpMs: GREEDY_MS + options.warmUpMs };
    const attack = loadService({ ...target, options: longer, load: greedy }, worst, GREEDY_CONNECTIONS);
    await delay(GREEDY_MS);
    pairs.push({ calm, busy: await loadService({ ...target, load: quiet }, part(1), QUIET_CONNECTIONS) });
    await attack;
  }
  const value = median(pairs.map(({ calm, busy }) => busy.p99Ms / calm.p99Ms));
  return {
    work,
    figure: `p99 ${short(median(pairs.map(({ busy }) => busy.p99Ms)))} ms`,
    floor: `quiet: p99 ${short(median(pairs.map(({ calm }) => calm.p99Ms)))} ms`,
    ratio: `p99 × ${short(value)}`,
    value,
    target: TARGETS.besideScansP99,
    p50Ms: median(pairs.map(({ busy }) => busy.p50Ms)),
    p99Ms: median(pairs.map(({ busy }) => busy.p99Ms)),
    failures: pairs.reduce((sum, { calm, busy }) => sum + calm.failures + busy.failures, 0),
  };
}

function repeatedLists(project: BenchProject): readonly HttpRequest[] {
  return [
    listOf(project, 'items_0', 'limit=20'),
    listOf(project, 'items_0', 'filter=status:eq:active&order=rank:desc&limit=20'),
    listOf(project, 'items_1', 'filter=price:gt:500&limit=20'),
    listOf(project, 'items_1', 'order=created_at:desc&limit=20&count=none'),
  ];
}

/** Each request has a shape of its own: another filter, order or choice of columns. */
function newLists(project: BenchProject): readonly HttpRequest[] {
  const filters = ['price', 'rank'].flatMap((column) =>
    ['eq', 'neq', 'gt', 'gte', 'lt', 'lte'].map((operator) => `${column}:${operator}:500`),
  );
  const columns = ['title', 'status', 'rank', 'price', 'is_open', 'note'];
  const selects = Array.from({ length: 2 ** columns.length - 1 }, (_, bits) =>
    columns.filter((_column, place) => ((bits + 1) >> place) % 2 === 1).join(','),
  );
  const orders = ['created_at', 'created_at:desc', 'rank', 'rank:desc', 'price', 'price:desc'];
  return filters.flatMap((filter) =>
    orders.flatMap((order) =>
      selects.map((select) => listOf(project, 'items_0', `filter=${filter}&order=${order}&select=${select}&limit=20`)),
    ),
  );
}

function scansOf(project: BenchProject): readonly HttpRequest[] {
  const body = { aggregates: [{ op: 'count' }, { op: 'sum', field: 'price' }], group_by: ['status'] };
  return [
    listOf(project, 'items', 'filter=note:contains:nothing%20such&limit=20'),
    jsonRequest('POST', `/api/baas/${project.id}/data/items/aggregate`, project.secretKey, body),
    listOf(project, 'items', 'order=price:desc&limit=20'),
  ];
}

function listOf({ id, secretKey }: BenchProject, table: string, query: string): HttpRequest {
  return { method: 'GET', path: `/api/baas/${id}/data/${table}?${query}`, headers: bearer(secretKey) };
}
