import type { Search } from '../address/search-text.ts';

export const PAGE_ROWS = 100;

export interface ListSearch {
  readonly text: string | undefined;
  readonly page: number;
  readonly limit: number;
  readonly offset: number;
  /** For the API: a column with its direction; undefined asks for the list's own order. */
  readonly order: string | undefined;
  readonly filters: Search;
}

export function readListSearch(search: Search): ListSearch {
  const { q, page: pageText, order, ...filters } = search;
  const asked = Number(pageText);
  const page = Number.isSafeInteger(asked) && asked > 1 ? asked : 1;
  return { text: q === '' ? undefined : q, page, limit: PAGE_ROWS, offset: (page - 1) * PAGE_ROWS, order, filters };
}
