import type { MigrationSyntax } from './migration.ts';

/**
 * The providers of a user's identities as a JSON list. Triggers on users need it in the row, because the identities of a new user are
 * inserted after the user. The rows of earlier releases are filled in when a webhook first watches the users.
 */
export function userProvidersColumn({ text }: MigrationSyntax): readonly string[] {
  return [`ALTER TABLE _users ADD COLUMN providers ${text} NOT NULL DEFAULT '[]'`];
}
