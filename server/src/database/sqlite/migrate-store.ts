import { type MigrationWords, metaTable, pendingMigrations, type SpelledMigration } from '../migrations/index.ts';
import type { StoreHandle } from './store-handle.ts';

export const sqliteWords: MigrationWords = {
  text: 'TEXT',
  integer: 'INTEGER',
  number: 'REAL',
  uuid: 'TEXT',
  timestamp: 'TEXT',
  json: 'TEXT',
  boolean: 'INTEGER',
  autoId: 'INTEGER PRIMARY KEY AUTOINCREMENT',
  keyed: ' WITHOUT ROWID',
};

/** Brings a store to the present format; nothing or all of it. Throws when a newer release made the store. */
export function migrateStore(handle: StoreHandle, migrations: readonly SpelledMigration[]): void {
  if (pendingMigrations(migrations, appliedVersion(handle)).length === 0) return;
  handle.db.exec('BEGIN IMMEDIATE');
  try {
    // Asked again under the lock: another thread may have done it.
    const pending = pendingMigrations(migrations, appliedVersion(handle));
    handle.db.exec(metaTable(sqliteWords));
    for (const { statements } of pending) for (const text of statements) handle.db.exec(text);
    const version = pending.at(-1)?.version ?? 0;
    if (version > 0) {
      const text =
        "INSERT INTO _meta (name, value) VALUES ('migration', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value";
      handle.run({ text, values: [version] });
    }
    handle.db.exec('COMMIT');
  } catch (error) {
    handle.rollback();
    throw error;
  }
}

function appliedVersion({ db }: StoreHandle): number {
  const isNew = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = '_meta'").get() === undefined;
  if (isNew) return 0;
  return Number(db.prepare("SELECT value FROM _meta WHERE name = 'migration'").get()?.['value'] ?? 0);
}
