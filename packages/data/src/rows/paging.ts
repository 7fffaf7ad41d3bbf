import { dataPath, type ListParameters, listPath, loadPart, send } from '@service/client/internal';
import type { Page } from '../cache/page.ts';
import { tick } from '../cache/pending-changes.ts';
import { findQuery, type ServiceKey, shown } from '../cache/query-client.ts';

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
  /** Whether the next read adds a page instead of reading all pages again. */
  let isNext = false;
  let loading: Promise<void> | undefined;
  const known = () => findQuery(key)?.state.data as Page | undefined;

  async function load(): Promise<void> {
    const query = findQuery(key);
    // Wait for a running read first: the next page continues after the rows that it returns.
    if (query?.state.fetchStatus === 'fetching') await query.promise?.catch(() => undefined);
    if (query === undefined || known()?.hasMore !== true) return;
    isNext = true;
    await query.fetch();
    await shown();
  }

  return {
    get isLoadingMore() {
      return loading !== undefined;
    },
    async read(signal) {
      const page = known();
      const wantsNext = isNext && page !== undefined;
      isNext = false;
      const { readAllPages, readNextPage } = await loadPart(import('./read-pages.ts'));
      const reading = { core: { dataPath, listPath, send, tick }, table, pageSize, parameters, signal };
      if (wantsNext) return await readNextPage(reading, page);
      const shownPages = Math.max(1, Math.ceil((page?.rows.length ?? 0) / pageSize));
      return await readAllPages(reading, shownPages * pageSize, page);
    },
    async loadMore() {
      loading ??= load().finally(() => {
        loading = undefined;
      });
      await loading;
    },
  };
}
