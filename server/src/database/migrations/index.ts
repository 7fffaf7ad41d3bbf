import { controlMigrations } from './control/index.ts';
import { type MigrationSyntax, type StoreMigrations, spellMigrations } from './migration.ts';
import { projectMigrations } from './project/index.ts';

export type { MigrationSyntax, SpelledMigration, StoreFormat, StoreMigrations } from './migration.ts';
export { formatOf, metaTable, NEW_STORE, NewerFormat, pendingMigrations, readableFromOf } from './migration.ts';

export function storeMigrations(syntax: MigrationSyntax): StoreMigrations {
  return { control: spellMigrations(controlMigrations, syntax), project: spellMigrations(projectMigrations, syntax) };
}
