import type { StoreHandle } from './store-handle.ts';

const READ = "SELECT value FROM _meta WHERE name = 'schema_version'";
const WRITE = `INSERT INTO _meta (name, value) VALUES ('schema_version', ?)
  ON CONFLICT (name) DO UPDATE SET value = excluded.value`;

/** The catalogue version in force, as of the open transaction. */
export function readSchemaVersion(handle: StoreHandle): number {
  return Number(handle.arrays(READ, [])[0]?.[0] ?? 0);
}

export function writeSchemaVersion(handle: StoreHandle, version: number): void {
  handle.run({ text: WRITE, values: [version] });
}
