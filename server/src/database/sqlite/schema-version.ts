import { DatabaseFailure } from '../errors.ts';
import type { StoreHandle } from './store-handle.ts';

const READ = "SELECT value FROM _meta WHERE name = 'schema_version'";
const WRITE = `INSERT INTO _meta (name, value) VALUES ('schema_version', ?)
  ON CONFLICT (name) DO UPDATE SET value = excluded.value`;
const OUTDATE_COUNTS = 'UPDATE _table_stats SET version = version + 1, settled_version = version + 1';

export class SchemaVersion {
  readonly #handle: StoreHandle;
  #version: number | undefined;

  constructor(handle: StoreHandle) {
    this.#handle = handle;
  }

  /** Throws `stale_schema` when a statement was compiled for another version. */
  require(expected: number): void {
    this.#version ??= Number(this.#handle.arrays(READ, [])[0]?.[0] ?? 0);
    if (this.#version === expected) return;
    const message = `prepared for catalogue version ${expected}, which is ${this.#version}`;
    throw new DatabaseFailure({ kind: 'stale_schema', message });
  }

  /** Also invalidates every stored count: a filter on a column that was dropped and recreated has the same text. */
  write(version: number): void {
    this.#handle.run({ text: WRITE, values: [version] });
    this.#handle.run({ text: OUTDATE_COUNTS, values: [] });
    this.#version = version;
  }
}
