import type { Connection } from './connection.ts';
import type { PostgresCapabilities } from './dialect.ts';

const COLLATIONS = ['pg_unicode_fast', 'und-x-icu'] as const;

export async function detectCapabilities(connection: Connection): Promise<PostgresCapabilities> {
  const { rows } = await connection.say('SELECT collname::text AS name FROM pg_catalog.pg_collation');
  const names = new Set(rows.map((row) => row['name']));
  return { foldCollation: COLLATIONS.find((name) => names.has(name)) };
}
