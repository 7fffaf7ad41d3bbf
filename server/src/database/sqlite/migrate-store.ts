import {
  formatOf,
  type MigrationSyntax,
  metaTable,
  NEW_STORE,
  pendingMigrations,
  readableFromOf,
  type SpelledMigration,
  type StoreFormat,
} from '../migrations/index.ts';
import type { StoreHandle } from './store-handle.ts';

export const sqliteSyntax: MigrationSyntax = {
  text: 'TEXT',
  shortText: 'TEXT',
  integer: 'INTEGER',
  number: 'REAL',
  uuid: 'TEXT',
  timestamp: 'TEXT',
  json: 'TEXT',
  boolean: 'INTEGER',
  // `AUTOINCREMENT`, which older stores have, would write a second table with each row.
  autoId: 'INTEGER PRIMARY KEY',
  keyed: ' WITHOUT ROWID',
};

/** Migrates a store completely or not at all. Throws `NewerFormat` when a newer release created the store. */
export function migrateStore(handle: StoreHandle, migrations: readonly SpelledMigration[]): void {
  if (pendingMigrations(migrations, findFormat(handle)).length === 0) return;
  handle.db.exec('BEGIN IMMEDIATE');
  try {
    // Checked again under the lock: another thread may have migrated the store.
    const pending = pendingMigrations(migrations, findFormat(handle));
    handle.db.exec(metaTable(sqliteSyntax));
    for (const { statements } of pending) for (const text of statements) handle.db.exec(text);
    const version = pending.at(-1)?.version ?? 0;
    if (version > 0) {
      writeMeta(handle, 'migration', version);
      writeMeta(handle, 'readable_from', readableFromOf(migrations));
    }
    handle.commit();
  } catch (error) {
    handle.rollback();
    throw error;
  }
}

function writeMeta(handle: StoreHandle, name: string, value: number): void {
  const text = 'INSERT INTO _meta (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value';
  handle.run({ text, values: [name, value] });
}

export function findFormat({ db }: Pick<StoreHandle, 'db'>): StoreFormat {
  const isNew = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = '_meta'").get() === undefined;
  if (isNew) return NEW_STORE;
  const rows = db.prepare('SELECT name, value FROM _meta').all();
  return formatOf(rows.map(({ name, value }) => [String(name), Number(value)]));
}
