/** Which part of a log is wanted: what follows or precedes an entry, oldest first behind `after`, else newest first. */
export interface LogPage {
  readonly after: string | undefined;
  readonly before: string | undefined;
  readonly limit: number;
}

export interface LogEntries {
  /** As the API shows them. */
  readonly data: readonly { readonly id: string }[];
  /** All that match. */
  readonly count: number;
}

export const LOG_SOURCES = ['request', 'function'] as const;
export type LogSourceName = (typeof LOG_SOURCES)[number];
