import { dataPath, type ListParameters, listPath, send } from '@service/client/internal';
import type { Page } from '../cache/page.ts';
import { tick } from '../cache/pending-changes.ts';
import { findQuery, type ServiceKey, shown } from '../cache/query-client.ts';

/** The most rows that one request gives. */
const LIMIT_MAX = 1000;

/** How much of a list is loaded, and how it is read; one for each list in the cache, however many components show it. */
export interface Paging {
  readonly isLoadingMore: boolean;
  read(signal: AbortSignal): Promise<Page>;
  loadMore(): Promise<void>;
}

interface PagedList {
  readonly key: ServiceKey;
  readonly table: string;
  readonly pageSize: number;
  readonly parameters: ListParameters;
}

const pagings = new WeakMap<object, Paging>();

export function pagingOf(list: PagedList): Paging | undefined {
  const query = findQuery(list.key);
  if (query === undefined) return undefined;
  const paging = pagings.get(query) ?? createPaging(list);
  pagings.set(query, paging);
  return paging;
}

function createPaging({ key, table, pageSize, parameters }: PagedList): Paging {
  let pages = 1;
  /** The next reading adds a page, instead of reading all of them again. */
  let isNext = false;
  let loading: Promise<void> | undefined;
  const known = () => findQuery(key)?.state.data as Page | undefined;

  const readAfter = (rows: Page['rows'], wanted: number, signal: AbortSignal): Promise<Page> =>
    readMore({ table, parameters, rows, wanted, signal });

  async function readAll(signal: AbortSignal): Promise<Page> {
    const before = known()?.rows ?? [];
    let page = await readAfter([], pages * pageSize, signal);
    const last = before.at(-1);
    // New rows pushed the last one that was seen out of what is loaded: one page more, so that it does not vanish.
    if (last && before.length >= pages * pageSize && page.hasMore && !page.rows.some(({ id }) => id === last['id'])) {
      page = { ...page, ...(await readRest(page, signal)) };
      pages += 1;
    }
    return page;
  }

  /** One page more. The count and the time of reading stay those of the pages before. */
  async function readRest({ rows }: Page, signal: AbortSignal): Promise<Pick<Page, 'rows' | 'hasMore'>> {
    const more = await readAfter(rows, rows.length + pageSize, signal);
    return { rows: more.rows, hasMore: more.hasMore };
  }

  async function load(): Promise<void> {
    const query = findQuery(key);
    // A reading under way ends first: a page follows the rows that are there then.
    if (query?.state.fetchStatus === 'fetching') await query.promise?.catch(() => undefined);
    if (query === undefined || known()?.hasMore !== true) return;
    pages += 1;
    isNext = true;
    try {
      await query.fetch();
      await shown();
    } catch (error) {
      pages -= 1;
      throw error;
    }
  }

  return {
    get isLoadingMore() {
      return loading !== undefined;
    },
    async read(signal) {
      const page = known();
      const wantsNext = isNext && page !== undefined;
      isNext = false;
      if (!wantsNext) return await readAll(signal);
      return { ...page, ...(await readRest(page, signal)) };
    },
    async loadMore() {
      loading ??= load().finally(() => {
        loading = undefined;
      });
      await loading;
    },
  };
}

interface Reading {
  readonly table: string;
  readonly parameters: ListParameters;
  readonly rows: Page['rows'];
  readonly wanted: number;
  readonly signal: AbortSignal;
}

/** `rows` and those behind them, until there are as many as wanted. One more is asked for, to know whether there is one. */
async function readMore({ table, parameters, rows, wanted, signal }: Reading): Promise<Page> {
  const readAt = tick();
  const missing = wanted - rows.length;
  const limit = Math.min(missing + 1, LIMIT_MAX);
  const last = rows.at(-1);
  const columns = columnsOf(parameters);
  const after = last && JSON.stringify([...columns, 'id'].map((column) => last[column]));
  const select = parameters.select && [...new Set([...parameters.select, ...columns, 'id'])];
  const count = last ? false : parameters.count;
  // A search without an order is in the order of relevance, which has no keys.
  const isRanked = parameters.search !== undefined && columns.length === 0;
  const place = isRanked ? { offset: rows.length } : { after };
  const path = listPath(dataPath(table), { ...parameters, ...place, select, limit, count });
  const answer = await send<{ data: Page['rows']; count?: number }>(path, { signal });
  const ids = new Set(rows.map(({ id }) => id));
  const all = [...rows, ...answer.data.filter(({ id }) => !ids.has(id))];
  const hasMore = all.length > wanted;
  if (hasMore || answer.data.length < limit) {
    return { rows: all.slice(0, wanted), count: answer.count, hasMore, readAt };
  }
  const rest = await readMore({ table, parameters, rows: all, wanted, signal });
  return { ...rest, count: answer.count, readAt };
}

/** Without an order rows come as they were made, which is the order of their ids. */
function columnsOf({ order }: ListParameters): string[] {
  const terms = order?.length ? [order].flat().join().split(',') : [];
  return terms.map((term) => term.split(':')[0] ?? '');
}
