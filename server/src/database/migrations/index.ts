import { controlMigrations } from './control/index.ts';
import { type MigrationWords, type StoreMigrations, spellMigrations } from './migration.ts';
import { projectMigrations } from './project/index.ts';

export type { Migration, MigrationWords, SpelledMigration, StoreFormat, StoreMigrations } from './migration.ts';
export { formatOf, metaTable, NEW_STORE, NewerFormat, pendingMigrations, readableFromOf } from './migration.ts';

/** Every migration of the service, in one engine's words. */
export function storeMigrations(words: MigrationWords): StoreMigrations {
  return { control: spellMigrations(controlMigrations, words), project: spellMigrations(projectMigrations, words) };
}
