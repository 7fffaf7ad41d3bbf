import type { StoreName } from './database.ts';
import type { StoreFormat } from './migrations/index.ts';

export interface SavedInstallation {
  /** `postgres://…`; undefined for SQLite in the data directory. */
  readonly url: string | undefined;
  readonly directory: string;
}

/**
 * Copies the control store into `folder`, also while the service runs: `control.db` on SQLite, `control.sql` on
 * PostgreSQL. Returns the format of every store, on PostgreSQL of those in the primary database.
 */
export async function saveControl(
  { url, directory }: SavedInstallation,
  folder: string,
): Promise<ReadonlyMap<StoreName, StoreFormat>> {
  if (url === undefined) return (await import('./sqlite/save-control.ts')).saveControl(directory, folder);
  return await (await import('./postgres/save-control.ts')).saveControl(url, folder);
}
