import type { StoreName } from '../../database.ts';
import { schemaOf } from '../store-text.ts';
import type { DatabaseClient } from './database-client.ts';

export interface StoredTable {
  readonly name: string;
  readonly create: string;
  /** The columns whose values are stored, quoted. */
  readonly columnNames: readonly string[];
  readonly columns: string;
}

/** Everything in a store's schema as DDL, written by the server itself; names include the schema. */
export interface StoreDescription {
  readonly tables: readonly StoredTable[];
  readonly functions: readonly string[];
  /** Statements to run after the rows are loaded: keys and checks, then indexes, triggers, and references last. */
  readonly afterRows: readonly string[];
  readonly counters: readonly string[];
}

/** `pg_depend` is indexed by schema, and `pg_class` is not: see `schema-tables.ts`. */
const OBJECTS = `pg_catalog.pg_depend d WHERE d.refclassid = 'pg_catalog.pg_namespace'::regclass
  AND d.refobjid = to_regnamespace($1)`;
const TABLES = `SELECT c.oid, format('%s.%I', $1::text, c.relname) AS name, array_to_string(c.reloptions, ', ') AS options
  FROM pg_catalog.pg_class c WHERE c.relkind IN ('r', 'p') AND c.oid IN
    (SELECT d.objid FROM ${OBJECTS} AND d.classid = 'pg_catalog.pg_class'::regclass) ORDER BY c.relname`;
const COLUMNS = `SELECT a.attrelid AS table, quote_ident(a.attname) AS name, a.attname AS plain_name,
    format_type(a.atttypid, a.atttypmod) AS type, a.attnotnull AS required, a.attidentity AS identity, a.attgenerated AS generated,
    pg_get_expr(d.adbin, d.adrelid) AS value,
    CASE WHEN a.attcollation <> t.typcollation THEN format('%I.%I', n.nspname, co.collname) END AS collation
  FROM pg_catalog.pg_attribute a JOIN pg_catalog.pg_type t ON t.oid = a.atttypid
    LEFT JOIN pg_catalog.pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
    LEFT JOIN pg_catalog.pg_collation co ON co.oid = a.attcollation
    LEFT JOIN pg_catalog.pg_namespace n ON n.oid = co.collnamespace
  WHERE a.attrelid = ANY($1) AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attrelid, a.attnum`;
const FUNCTIONS = `SELECT pg_get_functiondef(d.objid) AS text FROM ${OBJECTS} AND d.classid = 'pg_catalog.pg_proc'::regclass
  ORDER BY 1`;
const CONSTRAINTS = `SELECT conrelid AS table, quote_ident(conname) AS name, contype AS type, pg_get_constraintdef(oid) AS text
  FROM pg_catalog.pg_constraint WHERE conrelid = ANY($1) AND contype IN ('p', 'u', 'c', 'f')
  ORDER BY position(contype::text IN 'pucf'), conname`;
const INDEXES = `SELECT pg_get_indexdef(i.indexrelid) AS text FROM pg_catalog.pg_index i WHERE i.indrelid = ANY($1)
  AND NOT EXISTS (SELECT FROM pg_catalog.pg_constraint c WHERE c.conindid = i.indexrelid AND c.contype IN ('p', 'u'))
  ORDER BY 1`;
const TRIGGERS = `SELECT pg_get_triggerdef(oid) AS text FROM pg_catalog.pg_trigger
  WHERE tgrelid = ANY($1) AND NOT tgisinternal ORDER BY tgname`;

export async function describeStore(source: DatabaseClient, store: StoreName): Promise<StoreDescription> {
  const schema = schemaOf(store);
  const found = await source.rows(TABLES, [schema]);
  const oids = found.map(({ oid }) => oid);
  const columns = Map.groupBy(await source.rows(COLUMNS, [oids]), ({ table }) => table);
  const nameOf = new Map(found.map(({ oid, name }) => [oid, String(name)]));
  const constraints = await source.rows(CONSTRAINTS, [oids]);
  const add = (wanted: (type: unknown) => boolean): string[] =>
    constraints
      .filter(({ type }) => wanted(type))
      .map(({ table, name, text }) => `ALTER TABLE ${nameOf.get(table)} ADD CONSTRAINT ${name} ${text}`);
  const texts = async (query: string, value: unknown): Promise<string[]> =>
    (await source.rows(query, [value])).map(({ text }) => String(text));
  return {
    tables: found.map(({ oid, name, options }) => describeTable(String(name), options, columns.get(oid) ?? [])),
    functions: await texts(FUNCTIONS, schema),
    afterRows: [
      ...add((type) => type !== 'f'),
      ...(await texts(INDEXES, oids)),
      ...(await texts(TRIGGERS, oids)),
      ...add((type) => type === 'f'),
    ],
    counters: await describeCounters(source, found, columns),
  };
}

type CatalogueRow = Readonly<Record<string, unknown>>;

function describeTable(name: string, options: unknown, columns: readonly CatalogueRow[]): StoredTable {
  const withOptions = typeof options === 'string' ? ` WITH (${options})` : '';
  const columnNames = columns.filter(({ generated }) => generated === '').map((column) => String(column['name']));
  return {
    name,
    create: `CREATE TABLE ${name} (${columns.map(describeColumn).join(', ')})${withOptions}`,
    columnNames,
    columns: columnNames.join(', '),
  };
}

function describeColumn({ name, type, collation, required, identity, generated, value }: CatalogueRow): string {
  const parts = [`${name} ${type}`];
  if (collation !== null) parts.push(`COLLATE ${collation}`);
  if (generated !== '') parts.push(`GENERATED ALWAYS AS (${value}) STORED`);
  else if (identity !== '') parts.push(`GENERATED ${identity === 'a' ? 'ALWAYS' : 'BY DEFAULT'} AS IDENTITY`);
  else if (value !== null) parts.push(`DEFAULT ${value}`);
  if (required === true) parts.push('NOT NULL');
  return parts.join(' ');
}

async function describeCounters(
  source: DatabaseClient,
  tables: readonly CatalogueRow[],
  columns: ReadonlyMap<unknown, readonly CatalogueRow[]>,
): Promise<readonly string[]> {
  const counters: string[] = [];
  for (const { oid, name } of tables) {
    for (const column of columns.get(oid) ?? []) {
      if (column['identity'] === '') continue;
      const sequence = `pg_get_serial_sequence('${name}', '${column['plain_name']}')`;
      const [found] = await source.rows(`SELECT ${sequence} AS name`);
      const [at] = await source.rows(`SELECT last_value, is_called FROM ${found?.['name']}`);
      counters.push(`SELECT setval(${sequence}, ${at?.['last_value']}, ${at?.['is_called']})`);
    }
  }
  return counters;
}
