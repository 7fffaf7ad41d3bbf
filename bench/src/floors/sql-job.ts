export type SqlWork = 'read' | 'list' | 'insert' | 'update' | 'batch' | 'aggregate';

export type SqlOrder =
  /** Creates the table with this number of rows. `target` is a directory (SQLite) or a database's address (PostgreSQL). */
  | { readonly kind: 'open'; readonly target: string; readonly rows: number }
  | { readonly kind: 'run'; readonly work: SqlWork; readonly measureMs: number };

export type SqlNews = { readonly kind: 'opened' } | { readonly kind: 'ran'; readonly perSecond: number };

/** Rows per commit when the service groups single inserts: one for each of 64 connections. */
export const ROWS_PER_COMMIT = 64;
export const BATCH_ROWS = 100;
export const BATCH_CONNECTIONS = 8;
export const PAGE_ROWS = 20;
