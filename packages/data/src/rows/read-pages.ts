import type { dataPath, ListParameters, listPath, send } from '@service/client/internal';
import type { Page } from '../cache/page.ts';

const LIMIT_MAX = 1000;

/** Passed in, because importing them into a module that is loaded on demand would split the packages into chunks. */
export interface PagesCore {
  readonly dataPath: typeof dataPath;
  readonly listPath: typeof listPath;
  readonly send: typeof send;
  readonly tick: () => number;
}

export interface PagesReading {
  readonly core: PagesCore;
  readonly table: string;
  readonly pageSize: number;
  readonly parameters: ListParameters;
  readonly signal: AbortSignal;
}

/** Reads all shown rows again. If new rows pushed the last shown row out of the loaded range, reads one more page. */
export async function readAllPages(reading: PagesReading, wanted: number, before: Page | undefined): Promise<Page> {
  const page = await readMore(reading, [], wanted);
  const last = before?.rows.at(-1);
  const isPushedOut = last && before && before.rows.length >= wanted && !page.rows.some(({ id }) => id === last['id']);
  return isPushedOut && page.hasMore ? await readNextPage(reading, page) : page;
}

/** Adds one page. The count and the read time remain those of the earlier pages. */
export async function readNextPage(reading: PagesReading, page: Page): Promise<Page> {
  const { rows, hasMore } = await readMore(reading, page.rows, page.rows.length + reading.pageSize);
  return { ...page, rows, hasMore };
}

/** Continues `rows` until there are `wanted` of them. Requests one extra row to learn whether more follow. */
async function readMore(reading: PagesReading, rows: Page['rows'], wanted: number): Promise<Page> {
  const { core, table, parameters, signal } = reading;
  const readAt = core.tick();
  const missing = wanted - rows.length;
  const limit = Math.min(missing + 1, LIMIT_MAX);
  const last = rows.at(-1);
  const columns = columnsOf(parameters);
  const after = last && [...columns, 'id'].map((column) => last[column]);
  const select = parameters.select && [...new Set([...parameters.select, ...columns, 'id'])];
  const count = last ? false : parameters.count;
  // A search without an order is sorted by relevance, which has no keys to continue from.
  const isRanked = parameters.search !== undefined && columns.length === 0;
  const place = isRanked ? { offset: rows.length } : { after };
  const path = core.listPath(core.dataPath(table), { ...parameters, ...place, select, limit, count });
  const answer = await core.send<{ data: Page['rows']; count?: number }>(path, { signal });
  const ids = new Set(rows.map(({ id }) => id));
  const all = [...rows, ...answer.data.filter(({ id }) => !ids.has(id))];
  const hasMore = all.length > wanted;
  if (hasMore || answer.data.length < limit) {
    return { rows: all.slice(0, wanted), count: answer.count, hasMore, readAt };
  }
  const rest = await readMore(reading, all, wanted);
  return { ...rest, count: answer.count, readAt };
}

/** Without an order, rows come in order of creation, which is the order of their ids. */
function columnsOf({ order }: ListParameters): string[] {
  const terms = order?.length ? [order].flat().join().split(',') : [];
  return terms.map((term) => term.split(':')[0] ?? '');
}
