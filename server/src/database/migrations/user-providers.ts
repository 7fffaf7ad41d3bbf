import type { MigrationSyntax } from './migration.ts';

/** Triggers on users need this JSON list in the row: a new user's identities are inserted after the user. */
export function userProvidersColumn({ text }: MigrationSyntax): readonly string[] {
  return [`ALTER TABLE _users ADD COLUMN providers ${text} NOT NULL DEFAULT '[]'`];
}
