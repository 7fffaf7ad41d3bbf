import type { ListParameters } from '@service/client/internal';
import type { QueryCache } from '@tanstack/query-core';
import type { Change } from './change.ts';
import { applyChanges } from './changes.ts';
import type { Page } from './page.ts';

/** Writes a confirmed change into the lists of the cache, for who does not want them read again. */
export function keepChange(cache: QueryCache, table: string, change: Change): void {
  for (const query of cache.getAll()) {
    const [, , , kind, name, options] = query.queryKey;
    const page = query.state.data as Page | undefined;
    if (name !== table || page === undefined || (kind !== 'rows' && kind !== 'pages')) continue;
    query.setData(applyChanges(page, [change], options as ListParameters));
  }
}
