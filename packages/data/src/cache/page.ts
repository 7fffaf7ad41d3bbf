import type { AnyRow } from '@service/client/internal';

/** Rows as they are kept: those of one request, or of all pages that were loaded. */
export interface Page {
  readonly rows: readonly AnyRow[];
  readonly count: number | undefined;
  /** More rows follow than were asked for. */
  readonly hasMore: boolean;
  /** When reading the oldest part of it began, on the clock of `tick`. Changes that were confirmed before are in it. */
  readAt: number;
}
