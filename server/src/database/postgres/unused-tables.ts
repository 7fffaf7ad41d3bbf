import type { MaybePromise } from '../../platform/when-ready.ts';
import type { StoreName } from '../database.ts';
import type { SharedConnections } from './shared-connections.ts';
import { schemaOf } from './store-text.ts';

const USED_MAX = 50_000;
/** `to_regclass` does not fail for an unknown name. `_meta` tells whether the store itself exists. */
const LOOK = 'SELECT to_regclass($1) IS NULL AND to_regclass($2) IS NOT NULL AS unused';

export interface UnusedTablesOptions {
  readonly reads: SharedConnections;
  readonly readBy: (text: string) => string | undefined;
}

/** Detects reads of tables that have never been used. These have no rows, and a read need not create them. */
export class UnusedTables {
  readonly #options: UnusedTablesOptions;
  /** Stores with their tables. A store that is gone stays listed, because the read itself reports it. */
  readonly #used = new Set<string>();

  constructor(options: UnusedTablesOptions) {
    this.#options = options;
  }

  isRead(store: StoreName, text: string): MaybePromise<boolean> {
    if (store === 'control') return false;
    const table = this.#options.readBy(text);
    if (table === undefined || this.#used.has(`${store} ${table}`)) return false;
    // If the check fails, the read itself finds out.
    return this.#look(store, table).catch(() => false);
  }

  async #look(store: StoreName, table: string): Promise<boolean> {
    const connection = await this.#options.reads.pick(store);
    const { rows } = await connection.runOnce(LOOK, [`${schemaOf(store)}.${table}`, `${schemaOf(store)}._meta`]);
    if (rows[0]?.['unused'] === 1) return true;
    if (this.#used.size >= USED_MAX) this.#used.clear();
    this.#used.add(`${store} ${table}`);
    return false;
  }
}
