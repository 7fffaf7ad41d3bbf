import type { Row, StoreName } from '../database.ts';
import { schemaOf } from './store-text.ts';

/** `pg_class` has no index on its schema alone, so a query of `pg_tables` reads all of it; `pg_depend` has one. */
export function tablesOf(store: StoreName): string {
  return `SELECT c.relname::text AS name FROM pg_catalog.pg_depend d JOIN pg_catalog.pg_class c ON c.oid = d.objid
    WHERE d.refclassid = 'pg_catalog.pg_namespace'::regclass AND d.refobjid = to_regnamespace('${schemaOf(store)}')
      AND d.classid = 'pg_catalog.pg_class'::regclass AND c.relkind IN ('r', 'p')
    ORDER BY 1`;
}

export const ALL_STORES = `SELECT nspname::text AS name FROM pg_catalog.pg_namespace
  WHERE nspname ~ '^p_[0-9a-f]{32}$' ORDER BY 1`;

/** The stores of projects that have a table named `$1`; the index of `pg_class` begins with the name. */
export const STORES_WITH_TABLE = `SELECT n.nspname::text AS name FROM pg_catalog.pg_class c
  JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relname = $1 AND c.relkind IN ('r', 'p') AND n.nspname ~ '^p_[0-9a-f]{32}$' ORDER BY 1`;

export function namesOf(rows: readonly Row[]): readonly string[] {
  return rows.map(({ name }) => String(name));
}
