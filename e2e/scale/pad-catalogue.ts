import type pg from 'pg';

/**
 * Adds rows to the catalogue in place of the tables of other projects, a hundred per schema, because creating that
 * many tables would take hours. Needs a superuser and a database that is deleted afterwards.
 */
export async function padCatalogue(client: pg.Client, relations: number): Promise<void> {
  await client.query(`SET allow_system_table_mods = on;
    CREATE TEMPORARY TABLE padding AS
      SELECT c.*, number FROM pg_class c, generate_series(1, ${relations}) number WHERE c.relname = 'pg_description';
    UPDATE padding SET oid = 2000000000 + number, relname = 'table_' || number % 100, relnamespace = 2100000000 + number / 100;
    ALTER TABLE padding DROP COLUMN number;
    INSERT INTO pg_class SELECT * FROM padding;
    INSERT INTO pg_depend SELECT 'pg_class'::regclass, oid, 0, 'pg_namespace'::regclass, relnamespace, 0, 'n' FROM padding;
    DROP TABLE padding; ANALYZE pg_class; ANALYZE pg_depend;`);
}

/** The tables of the catalogue that grow with projects. */
const TABLES = 'pg_class, pg_attribute, pg_depend, pg_index, pg_namespace, pg_type, pg_constraint, pg_attrdef';

/**
 * Leaves the catalogue as it is long after its tables were made, and stops autovacuum, so that the figures contain
 * neither the work on fresh rows nor that of other processes of the server.
 */
export async function settleCatalogue(client: pg.Client): Promise<void> {
  await client.query('ALTER SYSTEM SET autovacuum = off');
  await client.query('SELECT pg_reload_conf()');
  // By name, because a vacuum of everything would also open the relations that exist only as rows.
  await client.query(`VACUUM (ANALYZE) ${TABLES}`);
  await client.query('CHECKPOINT');
}
