import { type Figure, median, short } from '../figures.ts';
import { type HttpRequest, jsonRequest, send } from '../http-request.ts';
import { newRowOf } from '../rows.ts';
import type { Stage } from '../stage.ts';
import { TARGETS } from '../targets.ts';

const CHANGES = 6;
const CHANGED_ROWS = 10_000;
const PRICE_MAX = 1_000;

interface Waits {
  readonly changeMs: number;
  readonly longestMs: number;
}

/** How long an insert into another table waits while one request changes 10,000 rows that no index finds. */
export async function measureBulkChanges(stage: Stage): Promise<Figure[]> {
  const { service, project, options } = stage;
  const insert = jsonRequest('POST', `/api/baas/${project.id}/data/items_plain`, project.publicKey, newRowOf(1));
  const quiet: number[] = [];
  const busy: Waits[] = [];
  for (let number = 1; number <= CHANGES; number++) {
    const change = changeOf(stage, number);
    const waits = await waitsBeside(() => send(change, service.url), insert, service.url);
    busy.push(waits);
    quiet.push((await waitsBeside(() => pause(waits.changeMs), insert, service.url)).longestMs);
  }
  const value = median(busy.map(({ longestMs }) => longestMs));
  const rows = Math.min(CHANGED_ROWS, options.rows).toLocaleString('en-US');
  return [
    {
      work: `longest wait of inserts while one request changes ${rows} rows by a filter without an index`,
      figure: `${short(value)} ms, the change ${short(median(busy.map(({ changeMs }) => changeMs)))} ms`,
      floor: `quiet: ${short(median(quiet))} ms`,
      value,
      target: TARGETS.besideBulkChangeMs,
    },
  ];
}

/** Each number changes rows of other prices, so that all changes find their rows as the import left them. */
function changeOf({ project, options }: Stage, number: number): HttpRequest {
  const width = (PRICE_MAX * CHANGED_ROWS) / options.rows;
  const from = (number * width) % PRICE_MAX;
  const path = `/api/baas/${project.id}/data/items?return=minimal&filter=price:gte:${from},price:lt:${from + width}`;
  return jsonRequest('PATCH', path, project.secretKey, { note: `change ${number}` });
}

async function waitsBeside(work: () => Promise<unknown>, insert: HttpRequest, url: string): Promise<Waits> {
  const startedAt = performance.now();
  let hasEnded = false;
  const ended = work()
    .then(() => performance.now() - startedAt)
    .finally(() => {
      hasEnded = true;
    });
  let longestMs = 0;
  while (!hasEnded) {
    const sentAt = performance.now();
    await send(insert, url);
    longestMs = Math.max(longestMs, performance.now() - sentAt);
  }
  return { changeMs: await ended, longestMs };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
