import type { StoreName } from '../database.ts';
import { DatabaseFailure } from '../errors.ts';
import type { Statement } from '../statement.ts';

/** Read after a write's statements: another process's schema change is visible here, or waits for this transaction. */
export const READ_VERSION = `SELECT value FROM _meta WHERE name = 'schema_version'`;
export const LOCK_VERSION = `SELECT name, value FROM _meta FOR UPDATE`;
/** Schema changes wait for this transaction; other writes do not. */
export const KEEP_VERSION = `SELECT name, value FROM _meta WHERE name = 'schema_version' FOR SHARE`;

export function writeVersion(version: number): Statement {
  return { text: `UPDATE _meta SET value = $1 WHERE name = 'schema_version'`, values: [version] };
}

/** The catalogue versions that this process knows: a statement for an older version need not be sent at all. */
export class SchemaVersions {
  readonly #known = new Map<StoreName, number>();

  set(store: StoreName, version: number): void {
    if (version > (this.#known.get(store) ?? 0)) this.#known.set(store, version);
  }

  forget(store: StoreName): void {
    this.#known.delete(store);
  }

  require(store: StoreName, version: number | undefined): void {
    const known = this.#known.get(store);
    if (version !== undefined && known !== undefined && version !== known) throw staleSchema(version, known);
  }
}

export function staleSchema(version: number, actual: unknown): DatabaseFailure {
  return new DatabaseFailure({ kind: 'stale_schema', message: `made for catalogue ${version}, it is ${actual}` });
}
