import { residentBytes, watchResident } from '../../../e2e/harness/process-usage.ts';
import { type Figure, short, whole } from '../figures.ts';
import type { HttpRequest } from '../http-request.ts';
import { loadService, mediansOf } from '../measure.ts';
import type { Stage } from '../stage.ts';
import { TARGETS } from '../targets.ts';
import { aggregates, bigTable, exports, reads } from './row-requests.ts';

export async function measureExport(stage: Stage): Promise<Figure[]> {
  const { service, project, options } = stage;
  const place = bigTable(stage, project.secretKey);
  const before = residentBytes(service.pid);
  const watch = watchResident(service.pid);
  const startedAt = performance.now();
  const bytes = await drain(exports(place), service.url);
  const seconds = (performance.now() - startedAt) / 1000;
  const growthMb = (watch.stop() - before) / 2 ** 20;

  const quiet = [];
  const busy = [];
  for (let round = 0; round < options.rounds; round++) {
    quiet.push(await loadService(stage, reads(place)));
    const stopWork = keepBusy([exports(place), ...aggregates(place)], service.url);
    busy.push(await loadService(stage, reads(place)));
    await stopWork();
  }
  const calm = mediansOf(quiet);
  const { perSecond, p50Ms, p99Ms, cpuUs, failures, spread } = mediansOf(busy);
  const ratio = p99Ms / calm.p99Ms;
  return [
    {
      work: `export of ${whole(options.rows)} rows (CSV)`,
      figure: `${short(seconds)} s, ${short(bytes / 2 ** 20 / seconds)} MB/s, memory +${short(Math.max(0, growthMb))} MB`,
      value: growthMb,
      target: TARGETS.exportGrowthMb,
    },
    {
      work: 'reads while exports and aggregates run',
      figure: `${whole(perSecond)}/s`,
      floor: `quiet: ${whole(calm.perSecond)}/s, p99 ${short(calm.p99Ms)} ms`,
      ratio: `p99 × ${short(ratio)}`,
      value: ratio,
      target: TARGETS.busyReadP99,
      ...{ p50Ms, p99Ms, cpuUs, failures, spread },
    },
  ];
}

function keepBusy(requests: readonly HttpRequest[], url: string): () => Promise<void> {
  const stop = new AbortController();
  const repeat = async (request: HttpRequest): Promise<void> => {
    while (!stop.signal.aborted) await drain(request, url, stop.signal).catch(swallowAbort);
  };
  const running = Promise.all(requests.map(repeat));
  return async () => {
    stop.abort();
    await running;
  };
}

function swallowAbort(error: unknown): number {
  if (error instanceof Error && error.name === 'AbortError') return 0;
  throw error;
}

async function drain({ method, path, headers, body }: HttpRequest, url: string, signal?: AbortSignal): Promise<number> {
  const extra = { ...(body === undefined ? {} : { body }), ...(signal === undefined ? {} : { signal }) };
  const answer = await fetch(url + path, { method, headers, ...extra });
  if (!answer.ok || answer.body === null) throw new Error(`${path}: ${answer.status}`);
  let bytes = 0;
  for await (const part of answer.body) bytes += part.byteLength;
  return bytes;
}
