import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPostgresDatabase, type PostgresDatabase } from '../../../test/engines/postgres-database.ts';
import { systemClock } from '../../platform/clock.ts';
import type { Database, PlainStep, StoreName } from '../database.ts';
import { openPostgresDatabase } from './open-postgres-database.ts';

const RELATIONS = 100_000;
/** Indexes of the larger catalogue are one level deeper, which costs each look-up a page. */
const GROWTH_MAX = 1.8;

let server: PostgresDatabase;
let client: pg.Client;

beforeAll(async () => {
  server = await createPostgresDatabase();
  client = new pg.Client({ connectionString: server.url });
  await client.connect();
});

afterAll(async () => {
  await client?.end();
  await server?.[Symbol.asyncDispose]();
});

/** Catalogue rows that simulate the tables of other projects: creating so many tables would take minutes. */
async function padCatalogue(): Promise<void> {
  await client.query(`SET allow_system_table_mods = on;
    CREATE TEMPORARY TABLE padding AS
      SELECT c.*, number FROM pg_class c, generate_series(1, ${RELATIONS}) number WHERE c.relname = 'pg_description';
    UPDATE padding SET oid = 2000000000 + number, relname = 'table_' || number % 100, relnamespace = 2100000000 + number / 100;
    ALTER TABLE padding DROP COLUMN number;
    INSERT INTO pg_class SELECT * FROM padding;
    INSERT INTO pg_depend SELECT 'pg_class'::regclass, oid, 0, 'pg_namespace'::regclass, relnamespace, 0, 'n' FROM padding;
    DROP TABLE padding; ANALYZE pg_class; ANALYZE pg_depend;`);
}

/** Pages of the catalogue's tables and their indexes that `work` read. */
async function pagesRead(work: (database: Database) => Promise<void>): Promise<number> {
  const count = async (): Promise<number> => {
    // Connections report their reads when they close.
    const others = 'SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()';
    await expect.poll(async () => (await client.query(others)).rowCount).toBe(0);
    await client.query('SELECT pg_stat_force_next_flush(), pg_stat_clear_snapshot()');
    const { rows } = await client.query(
      `SELECT sum(heap_blks_read + heap_blks_hit + idx_blks_read + idx_blks_hit)::int AS pages
       FROM pg_statio_sys_tables WHERE relname IN ('pg_class', 'pg_depend', 'pg_namespace')`,
    );
    return rows[0].pages;
  };
  const before = await count();
  const database = await openPostgresDatabase({ url: server.url, clock: systemClock });
  await work(database).finally(() => database.close());
  return (await count()) - before;
}

const newStore = (): StoreName => `p_${randomBytes(16).toString('hex')}`;
const insert: PlainStep = {
  kind: 'plain',
  statement: { text: `INSERT INTO "{store}"._oauth_states (hash, expires_at_ms) VALUES ('a', 1)`, values: [] },
};

async function useStore(database: Database): Promise<void> {
  const store = newStore();
  await database.query(store, { text: 'SELECT name FROM "{store}"._meta', values: [] });
  await database.write(store, [insert]);
  const snapshot = await database.snapshot(store);
  expect(await snapshot.query({ text: 'SELECT hash FROM "{store}"._oauth_states', values: [] })).toHaveLength(1);
  await snapshot.close();
  expect(await database.stores('_oauth_states')).toEqual([store]);
  await database.drop(store);
}

async function listTables(database: Database): Promise<void> {
  const store = newStore();
  const text = `SELECT tablename FROM pg_catalog.pg_tables WHERE schemaname = '${store}'`;
  expect(await database.query(store, { text, values: [] })).not.toEqual([]);
}

test('the tables of other projects do not slow down new stores, first uses, backups and deletions', async () => {
  await pagesRead(useStore);
  const alone = { use: await pagesRead(useStore), list: await pagesRead(listTables) };
  await padCatalogue();
  const padded = { use: await pagesRead(useStore), list: await pagesRead(listTables) };
  expect(padded.use / alone.use).toBeLessThan(GROWTH_MAX);
  // The measurement notices a statement that does read the whole catalogue.
  expect(padded.list / alone.list).toBeGreaterThan(1.5);
});
