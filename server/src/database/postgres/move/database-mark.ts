import { isDatabaseFailure } from '../../errors.ts';
import type { DatabaseMark, DatabaseSize, MarkProblem } from '../../places/store-mover.ts';
import { type DatabaseClient, withTransaction } from './database-client.ts';

/** A check of one database must not delay those of the others. */
const ANSWER_MS = 5000;
const SIZE_MS = 2000;
const SCHEMA = 'service_database';

/**
 * Refuses a database that is not the expected one: stores that are missing in it would be created there, empty. With
 * `isNew` an unmarked database gets the mark. Rejects with `unavailable` when it does not answer.
 */
export async function checkDatabase(
  url: string,
  mark: DatabaseMark,
  { isNew, like }: { readonly isNew: boolean; readonly like: string },
): Promise<MarkProblem | undefined> {
  return await withTransaction(url, (database) => checkMark(database, mark, isNew ? like : undefined), ANSWER_MS);
}

async function checkMark(
  database: DatabaseClient,
  mark: DatabaseMark,
  like: string | undefined,
): Promise<MarkProblem | undefined> {
  const found = await findMark(database);
  if (found === 'primary') return 'is_primary';
  if (found !== undefined && found.installation !== mark.installation) return 'of_another_installation';
  if (found !== undefined && found.name !== mark.name) return 'has_another_name';
  if (found !== undefined) return undefined;
  if (like === undefined) return 'not_marked';
  const [own, primary] = [await kindOf(database), await withTransaction(like, kindOf, ANSWER_MS)];
  if (own['citus'] !== 0 || primary['citus'] !== 0) return 'is_cluster';
  if (own['text'] !== primary['text']) return 'of_another_kind';
  await addMark(database, mark);
  return undefined;
}

async function findMark(database: DatabaseClient): Promise<DatabaseMark | 'primary' | undefined> {
  const [schemas] = await database.rows(
    `SELECT to_regclass('control._meta') IS NOT NULL AS primary, to_regclass('${SCHEMA}.mark') IS NOT NULL AS marked`,
  );
  if (schemas?.['primary'] === true) return 'primary';
  if (schemas?.['marked'] !== true) return undefined;
  const [row] = await database.rows(`SELECT installation, name FROM ${SCHEMA}.mark`);
  return row && { installation: String(row['installation']), name: String(row['name']) };
}

async function addMark(database: DatabaseClient, { installation, name }: DatabaseMark): Promise<void> {
  await database.rows(`CREATE SCHEMA ${SCHEMA}`);
  await database.rows(`CREATE TABLE ${SCHEMA}.mark (installation text NOT NULL, name text NOT NULL)`);
  await database.rows(`INSERT INTO ${SCHEMA}.mark (installation, name) VALUES ($1, $2)`, [installation, name]);
}

export async function removeMark(url: string): Promise<void> {
  await withTransaction(url, (database) => database.rows(`DROP SCHEMA IF EXISTS ${SCHEMA} CASCADE`), ANSWER_MS);
}

/** The same statements run on all databases, so these properties must be equal. */
async function kindOf(database: DatabaseClient): Promise<Readonly<Record<string, unknown>>> {
  const [row = {}] = await database.rows(`SELECT
    (SELECT string_agg(collname::text, ',' ORDER BY collname) FROM pg_catalog.pg_collation
      WHERE collname IN ('pg_unicode_fast', 'und-x-icu')) || current_setting('server_encoding') AS text,
    (SELECT count(*)::int FROM pg_catalog.pg_extension WHERE extname = 'citus') AS citus`);
  return row;
}

/** The bytes are undefined when the server takes too long to add them up, as with very many tables. */
export async function sizeOf(url: string): Promise<DatabaseSize> {
  return await withTransaction(
    url,
    async (database) => {
      const [row] = await database.rows(
        'SELECT count(*)::int AS connections FROM pg_catalog.pg_stat_activity WHERE datname = current_database()',
      );
      return { connections: Number(row?.['connections']), bytes: await bytesOf(database) };
    },
    ANSWER_MS,
  );
}

async function bytesOf(database: DatabaseClient): Promise<number | undefined> {
  await database.rows(`SET LOCAL statement_timeout TO ${SIZE_MS}`);
  try {
    const [row] = await database.rows('SELECT pg_database_size(current_database())::text AS bytes');
    return Number(row?.['bytes']);
  } catch (error) {
    if (isDatabaseFailure(error, 'timeout')) return undefined;
    throw error;
  }
}
