import type { Search } from '../address/search-text.ts';

export const PAGE_ROWS = 100;

export interface ListSearch {
  readonly text: string | undefined;
  readonly page: number;
  readonly limit: number;
  readonly offset: number;
  /** Filters and whatever else the address says. */
  readonly filters: Search;
}

/** Search, page and filters of a list, as its address says them. */
export function readListSearch(search: Search): ListSearch {
  const { q, page: pageText, ...filters } = search;
  const asked = Number(pageText);
  const page = Number.isSafeInteger(asked) && asked > 1 ? asked : 1;
  return { text: q === '' ? undefined : q, page, limit: PAGE_ROWS, offset: (page - 1) * PAGE_ROWS, filters };
}
