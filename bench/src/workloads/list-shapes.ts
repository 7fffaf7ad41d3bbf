import { type Figure, median, short, whole } from '../figures.ts';
import { PAGE_ROWS } from '../floors/sql-job.ts';
import { bearer, type HttpRequest } from '../http-request.ts';
import { type CountedLoad, loadService, mediansOf } from '../measure.ts';
import { BENCH_COLUMNS, idOf, rowOf, STATUSES } from '../rows.ts';
import type { Stage } from '../stage.ts';
import { TARGETS } from '../targets.ts';
import { OWNER, signIn } from './accounts.ts';

const ROWS = 100_000;
const OWNERS = [10, 100, 1_000, 10_000];
const LIST_CONNECTIONS = 16;
const PAGE = 10_000;
const COLUMNS = BENCH_COLUMNS.map((column) => (column.name === 'status' ? { ...column, indexed: true } : column));

/** Lists that users ask for on their first day: with and without a count, mine among many, and far pages. */
export async function measureListShapes(stage: Stage): Promise<Figure[]> {
  const cookie = await signIn(stage, OWNER);
  const figures: Figure[] = [];
  for (const owners of OWNERS) {
    const table = `items_of_${owners}`;
    await stage.api.createTable(stage.project.id, { name: table, columns: COLUMNS, rules: { read: 'authenticated' } });
    // Rows of the owner lie evenly among those of the others.
    const ownerOf = (number: number): string => (number % owners === 0 ? stage.ownerId : idOf(number % owners));
    await stage.api.importRows(stage.project.id, table, { from: 0, to: ROWS, ownerOf });
    if (owners === 100) figures.push(await compareCounts(stage, table, cookie));
    figures.push(await compareOwner(stage, { table, owners, cookie }));
  }
  return [...figures, await comparePages(stage)];
}

async function compareCounts(stage: Stage, table: string, cookie: string): Promise<Figure> {
  const lists = (count: string): HttpRequest[] =>
    STATUSES.map((status) => listOf(stage, table, `filter=status:eq:${status}&count=${count}`, cookie));
  const pairs = await inTurn(stage, [lists('exact'), lists('none')]);
  return figureOf(pairs, {
    work: 'list of 20 without count, filter, newest first, against with',
    judge: ([exact, none]) => (none?.perSecond ?? 0) / (exact?.perSecond ?? 1),
    target: TARGETS.uncountedRatio,
  });
}

async function compareOwner(
  stage: Stage,
  { table, owners, cookie }: { readonly table: string; readonly owners: number; readonly cookie: string },
): Promise<Figure> {
  const requests = [listOf(stage, table, 'count=none', cookie)];
  const rounds: CountedLoad[][] = [];
  for (let round = 0; round < stage.options.rounds; round++) {
    await stage.api.setRules(stage.project.id, table, { read: 'authenticated' });
    const open = await loadService(stage, requests, LIST_CONNECTIONS);
    await stage.api.setRules(stage.project.id, table, { read: 'owner' });
    rounds.push([open, await loadService(stage, requests, LIST_CONNECTIONS)]);
  }
  return figureOf(rounds, {
    work: `list of 20 under \`owner\`, ${whole(owners)} owners, against \`authenticated\``,
    judge: ([open, owned]) => (owned?.cpuUs ?? 0) / (open?.cpuUs ?? 1),
    target: TARGETS.ownerListCost,
  });
}

/** The big table, newest first: the first page, and the one behind ten thousand others, or half of a smaller table. */
async function comparePages(stage: Stage): Promise<Figure> {
  const { rows } = stage.options;
  const page = Math.min(PAGE, Math.floor(rows / 2 / PAGE_ROWS));
  const last = rows - page * PAGE_ROWS;
  const after = encodeURIComponent(JSON.stringify([rowOf(last).created_at, idOf(last)]));
  const first = [listOf(stage, 'items', 'count=none')];
  const far = [listOf(stage, 'items', `count=none&after=${after}`)];
  return figureOf(await inTurn(stage, [first, far]), {
    work: `page ${whole(page)} by key, against page 1`,
    judge: ([near, away]) => (away?.p50Ms ?? 0) / (near?.p50Ms ?? 1),
    target: TARGETS.farPage,
  });
}

function listOf({ project }: Stage, table: string, search: string, cookie?: string): HttpRequest {
  const path = `/api/baas/${project.id}/data/${table}?order=created_at:desc&limit=${PAGE_ROWS}&${search}`;
  return { method: 'GET', path, headers: { ...bearer(project.publicKey), ...(cookie !== undefined && { cookie }) } };
}

async function inTurn(stage: Stage, works: readonly (readonly HttpRequest[])[]): Promise<CountedLoad[][]> {
  const rounds: CountedLoad[][] = [];
  for (let round = 0; round < stage.options.rounds; round++) {
    const loads: CountedLoad[] = [];
    for (const requests of works) loads.push(await loadService(stage, requests, LIST_CONNECTIONS));
    rounds.push(loads);
  }
  return rounds;
}

interface Compared {
  readonly work: string;
  readonly judge: (round: readonly CountedLoad[]) => number;
  readonly target: NonNullable<Figure['target']>;
}

/** The second load of each round is the one that is judged, the first what it is held against. */
function figureOf(rounds: readonly CountedLoad[][], { work, judge, target }: Compared): Figure {
  const value = median(rounds.map(judge));
  const floor = mediansOf(rounds.flatMap((loads) => loads.slice(0, 1)));
  const { perSecond, p50Ms, p99Ms, cpuUs, failures } = mediansOf(rounds.flatMap((loads) => loads.slice(1)));
  return {
    work,
    figure: `${whole(perSecond)}/s`,
    floor: `${whole(floor.perSecond)}/s, ${short(floor.cpuUs)} µs, p50 ${short(floor.p50Ms)} ms`,
    ratio: `× ${short(value)}`,
    value,
    target,
    ...{ p50Ms, p99Ms, cpuUs, failures },
  };
}
