import { type Figure, median, short, whole } from '../figures.ts';
import { type HttpRequest, send } from '../http-request.ts';
import { loadService } from '../measure.ts';
import type { Stage } from '../stage.ts';
import { TARGETS } from '../targets.ts';
import { inserts, lists, type Place, reads } from './row-requests.ts';

export const SMALL_ROWS = 10_000;
export const LARGE_ROWS = 10_000_000;
export const LARGE_TABLE = 'items_large';

/** The same requests on a small and a big table, alternately: the table's size must not matter. */
export async function measureGrowth(stage: Stage): Promise<Figure[]> {
  const { options, project } = stage;
  const key = project.publicKey;
  const small: Place = { projectId: project.id, table: 'items_small', key, rows: SMALL_ROWS };
  const big: Place = options.isLarge
    ? { projectId: project.id, table: LARGE_TABLE, key, rows: LARGE_ROWS }
    : { projectId: project.id, table: 'items', key, rows: options.rows };
  if (options.isLarge) await stage.api.importRows(project.id, LARGE_TABLE, { from: 0, to: LARGE_ROWS });
  return [
    await measureFirstCounts(stage, lists(big), big.rows),
    await compareSizes(stage, 'read by id', reads(small), reads(big), big.rows),
    await compareSizes(stage, 'list of 20', lists(small), lists(big), big.rows),
    await compareSizes(stage, 'insert', inserts(small), inserts(big), big.rows),
  ];
}

/** The first count after a change to the table reads every row that it counts. */
async function measureFirstCounts({ service }: Stage, requests: readonly HttpRequest[], rows: number): Promise<Figure> {
  const tookMs: number[] = [];
  for (const request of requests) {
    const before = performance.now();
    await send(request, service.url);
    tookMs.push(performance.now() - before);
  }
  return {
    work: `list of 20: the first with its count, ${whole(rows)} rows of which a fifth is counted`,
    figure: `${short(median(tookMs))} ms, slowest ${short(Math.max(...tookMs))} ms`,
  };
}

async function compareSizes(
  stage: Stage,
  work: string,
  small: readonly HttpRequest[],
  big: readonly HttpRequest[],
  rows: number,
): Promise<Figure> {
  const smallMs = [];
  const bigMs = [];
  const p99s = [];
  const ratios = [];
  let failures = 0;
  for (let round = 0; round < stage.options.rounds; round++) {
    const few = await loadService(stage, small);
    const many = await loadService(stage, big);
    smallMs.push(few.p50Ms);
    bigMs.push(many.p50Ms);
    p99s.push(many.p99Ms);
    ratios.push(many.p50Ms / few.p50Ms);
    failures += few.failures + many.failures;
  }
  const value = median(ratios);
  return {
    work: `${work}: ${whole(SMALL_ROWS)} → ${whole(rows)} rows`,
    figure: `p50 ${short(median(bigMs))} ms`,
    floor: `p50 ${short(median(smallMs))} ms`,
    ratio: `× ${short(value)}`,
    value,
    target: TARGETS.growth,
    p50Ms: median(bigMs),
    p99Ms: median(p99s),
    failures,
  };
}
