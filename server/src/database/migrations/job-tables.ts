import type { MigrationSyntax } from './migration.ts';

/** `payload` is JSON text; `run_at` and `lease_until` are in milliseconds. */
export function jobTables({ text, integer, uuid, keyed }: MigrationSyntax): readonly string[] {
  return [
    `CREATE TABLE _jobs (id ${uuid} PRIMARY KEY, kind ${text} NOT NULL, payload ${text} NOT NULL, state ${text} NOT NULL,
      run_at ${integer} NOT NULL, attempts ${integer} NOT NULL, lease_until ${integer} NOT NULL, lease_owner ${text},
      error ${text}, created_at ${text} NOT NULL)${keyed}`,
    'CREATE INDEX _jobs_due ON _jobs (state, run_at)',
  ];
}
