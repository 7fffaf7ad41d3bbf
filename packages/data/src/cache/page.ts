import type { AnyRow } from '@service/client/internal';

export interface Page {
  readonly rows: readonly AnyRow[];
  readonly count: number | undefined;
  readonly hasMore: boolean;
  /** Logical time (`tick`) at which reading the oldest part began. The rows include changes confirmed before it. */
  readAt: number;
}

export function pageOf(rows: readonly object[], facts: Partial<Omit<Page, 'rows'>> = {}): Page {
  return { rows, count: undefined, hasMore: false, readAt: 0, ...facts };
}
