/** A page of a log: entries after or before an entry. Oldest first with `after`, otherwise newest first. */
export interface LogPage {
  readonly after: string | undefined;
  readonly before: string | undefined;
  readonly limit: number;
}

export interface LogEntries {
  readonly data: readonly { readonly id: string }[];
  readonly count: number;
}

export const LOG_SOURCES = ['request', 'function'] as const;
export type LogSourceName = (typeof LOG_SOURCES)[number];
