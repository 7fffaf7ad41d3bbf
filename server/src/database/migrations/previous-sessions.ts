import type { MigrationSyntax } from './migration.ts';

/** Time until which the session token from before the last rotation is valid; 0: it is not. */
export function previousSessionColumn({ integer }: MigrationSyntax): readonly string[] {
  return [`ALTER TABLE _sessions ADD COLUMN previous_until_ms ${integer} NOT NULL DEFAULT 0`];
}
