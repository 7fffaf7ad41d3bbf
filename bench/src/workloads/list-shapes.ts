import { type Figure, median, short, whole } from '../figures.ts';
import { PAGE_ROWS } from '../floors/sql-job.ts';
import type { HttpRequest } from '../http-request.ts';
import { type CountedLoad, loadService, mediansOf } from '../measure.ts';
import { idOf, rowOf, STATUSES } from '../rows.ts';
import type { Stage } from '../stage.ts';
import { TARGETS } from '../targets.ts';
import { OWNER, signIn } from './accounts.ts';
import { createOwnedTable, newestFirst, OWNERS } from './owned-tables.ts';

const LIST_CONNECTIONS = 16;
const PAGE = 10_000;

export async function measureListShapes(stage: Stage): Promise<Figure[]> {
  const cookie = await signIn(stage, OWNER);
  const figures: Figure[] = [];
  for (const owners of OWNERS) {
    const table = `items_of_${owners}`;
    await createOwnedTable(stage, { table, owners, read: 'authenticated' });
    if (owners === 100) figures.push(await compareCounts(stage, table, cookie));
    figures.push(await compareOwner(stage, { table, owners, cookie }));
  }
  return [...figures, await comparePages(stage)];
}

async function compareCounts(stage: Stage, table: string, cookie: string): Promise<Figure> {
  const lists = (count: string): HttpRequest[] =>
    STATUSES.map((status) => newestFirst(stage, table, `filter=status:eq:${status}&count=${count}`, cookie));
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
  const requests = [newestFirst(stage, table, 'count=none', cookie)];
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

/** Compares the first page with one after ten thousand others, or in the middle of a smaller table. */
async function comparePages(stage: Stage): Promise<Figure> {
  const { rows } = stage.options;
  const page = Math.min(PAGE, Math.floor(rows / 2 / PAGE_ROWS));
  const last = rows - page * PAGE_ROWS;
  const after = encodeURIComponent(JSON.stringify([rowOf(last).created_at, idOf(last)]));
  const first = [newestFirst(stage, 'items', 'count=none')];
  const far = [newestFirst(stage, 'items', `count=none&after=${after}`)];
  return figureOf(await inTurn(stage, [first, far]), {
    work: `page ${whole(page)} by key, against page 1`,
    judge: ([near, away]) => (away?.p50Ms ?? 0) / (near?.p50Ms ?? 1),
    target: TARGETS.farPage,
  });
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

interface ComparedLoad {
  readonly work: string;
  readonly judge: (round: readonly CountedLoad[]) => number;
  readonly target: NonNullable<Figure['target']>;
}

/** The second load of each round is judged against the first. */
function figureOf(rounds: readonly CountedLoad[][], { work, judge, target }: ComparedLoad): Figure {
  const value = median(rounds.map(judge));
  const floor = mediansOf(rounds.flatMap((loads) => loads.slice(0, 1)));
  const { perSecond, p50Ms, p99Ms, cpuUs, failures, spread } = mediansOf(rounds.flatMap((loads) => loads.slice(1)));
  return {
    work,
    figure: `${whole(perSecond)}/s`,
    floor: `${whole(floor.perSecond)}/s, ${short(floor.cpuUs)} µs, p50 ${short(floor.p50Ms)} ms`,
    ratio: `× ${short(value)}`,
    value,
    target,
    ...{ p50Ms, p99Ms, cpuUs, failures, spread },
  };
}
