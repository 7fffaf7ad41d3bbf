import type { MigrationSyntax } from './migration.ts';

/** Until when the session token from before the last rotation counts; 0: it does not. */
export function previousSessionColumn({ integer }: MigrationSyntax): readonly string[] {
  return [`ALTER TABLE _sessions ADD COLUMN previous_until_ms ${integer} NOT NULL DEFAULT 0`];
}
