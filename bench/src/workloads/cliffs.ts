import { type Figure, median, short } from '../figures.ts';
import { bearer, type HttpRequest, jsonRequest, send } from '../http-request.ts';
import type { Stage } from '../stage.ts';
import { TARGETS, type Target } from '../targets.ts';

const REQUESTS = 12;
const OFFSET = 100_000;

interface Cliff {
  readonly work: string;
  readonly target: Target;
  /** Different for each number, so that no count is cached. */
  readonly steep: (number: number) => HttpRequest;
  readonly plain: (number: number) => HttpRequest;
  /** Computes the value that the target limits from both times in milliseconds; by default their ratio. */
  readonly judge?: (steepMs: number, plainMs: number) => number;
}

export async function measureCliffs(stage: Stage): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const cliff of cliffsOf(stage)) figures.push(await measure(stage, cliff));
  return figures;
}

function cliffsOf({ project, options }: Stage): readonly Cliff[] {
  const path = `/api/baas/${project.id}/data/items`;
  const list = (query: string): HttpRequest => ({
    method: 'GET',
    path: `${path}?${query}`,
    headers: bearer(project.publicKey),
  });
  const aggregate = (body: object): HttpRequest => jsonRequest('POST', `${path}/aggregate`, project.publicKey, body);
  const extreme = (op: string) => ({ op, field: 'rank' });
  const overhead = (steepMs: number, plainMs: number): number => (steepMs - 5) / plainMs;
  const offset = Math.min(OFFSET, options.rows / 2);
  return [
    {
      work: 'count by an indexed range of all rows and another condition, beside that condition alone',
      target: TARGETS.wideRange,
      steep: (number) => list(`limit=0&filter=rank:gte:-${number},price:gte:-${number}`),
      plain: (number) => list(`limit=0&filter=price:gte:-${number}.5`),
      judge: overhead,
    },
    {
      work: 'sum over an indexed range of all rows, beside all rows',
      target: TARGETS.wideRange,
      steep: (number) => aggregate({ op: 'sum', field: 'price', filter: `rank:gte:-${number}` }),
      plain: () => aggregate({ op: 'sum', field: 'price' }),
      judge: overhead,
    },
    {
      work: 'smallest and largest value of an indexed column together, beside the smallest',
      target: TARGETS.extremes,
      steep: () => aggregate({ aggregates: [extreme('min'), extreme('max')] }),
      plain: () => aggregate(extreme('min')),
    },
    {
      work: `page of 20 at offset ${offset.toLocaleString('en-US')}, beside the first page`,
      target: TARGETS.farOffsetMs,
      steep: () => list(`limit=20&order=rank:desc&count=none&offset=${offset}`),
      plain: () => list('limit=20&order=rank:desc&count=none'),
      judge: (steepMs) => steepMs,
    },
  ];
}

async function measure({ service }: Stage, { work, target, steep, plain, judge = ratioOf }: Cliff): Promise<Figure> {
  const times: { readonly steepMs: number; readonly plainMs: number }[] = [];
  for (let number = 1; number <= REQUESTS; number++) {
    const plainMs = await timeOf(plain(number), service.url);
    times.push({ plainMs, steepMs: await timeOf(steep(number), service.url) });
  }
  const steepMs = median(times.map((time) => time.steepMs));
  const plainMs = median(times.map((time) => time.plainMs));
  const figure = `${short(steepMs)} ms`;
  const floor = `${short(plainMs)} ms`;
  return { work, figure, floor, ratio: `× ${short(steepMs / plainMs)}`, value: judge(steepMs, plainMs), target };
}

function ratioOf(steepMs: number, plainMs: number): number {
  return steepMs / plainMs;
}

async function timeOf(request: HttpRequest, url: string): Promise<number> {
  const startedAt = performance.now();
  await send(request, url);
  return performance.now() - startedAt;
}
