import { controlMigrations } from './control/index.ts';
import {
  type Migration,
  type MigrationSyntax,
  type StoreFormat,
  type StoreMigrations,
  spellMigrations,
} from './migration.ts';
import { projectMigrations } from './project/index.ts';

export type { MigrationSyntax, SpelledMigration, StoreFormat, StoreMigrations } from './migration.ts';
export { formatOf, metaTable, NEW_STORE, NewerFormat, pendingMigrations, readableFromOf } from './migration.ts';

export function storeMigrations(syntax: MigrationSyntax): StoreMigrations {
  return { control: spellMigrations(controlMigrations, syntax), project: spellMigrations(projectMigrations, syntax) };
}

/** The formats of the stores that this release creates, and the oldest formats whose releases can use them. */
export interface ReleaseFormats {
  readonly control: StoreFormat;
  readonly project: StoreFormat;
}

export const releaseFormats: ReleaseFormats = {
  control: lastFormat(controlMigrations),
  project: lastFormat(projectMigrations),
};

function lastFormat(migrations: readonly Migration[]): StoreFormat {
  return {
    applied: migrations.length,
    readableFrom: Math.max(...migrations.map(({ version, readableFrom = version }) => readableFrom)),
  };
}
