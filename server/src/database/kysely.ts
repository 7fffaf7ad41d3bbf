import {
  type Compilable,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { Database, PlainStep, StoreName } from './database.ts';
import { STORE_MARKER } from './sql/store-marker.ts';
import type { Statement, Value } from './statement.ts';

/**
 * Writes typed SQL text for the service's own tables in the spelling of the database's engine. It runs nothing:
 * the text goes through `Database`, which alone knows connections, threads and transactions.
 */
export function createSqlBuilder<Tables>(database: Pick<Database, 'dialect'>): Kysely<Tables> {
  const isNumbered = database.dialect.placeholder(1) !== '?';
  const isMarked = database.dialect.table('_').startsWith(STORE_MARKER);
  const builder = new Kysely<Tables>({
    dialect: {
      createDriver: () => new DummyDriver(),
      createAdapter: () => (isNumbered ? new PostgresAdapter() : new SqliteAdapter()),
      createIntrospector: (db) => (isNumbered ? new PostgresIntrospector(db) : new SqliteIntrospector(db)),
      createQueryCompiler: () => (isNumbered ? new PostgresQueryCompiler() : new SqliteQueryCompiler()),
    },
  });
  return isMarked ? builder.withSchema(STORE_MARKER.slice(1, -1)) : builder;
}

/** The rows a query of the service's own tables returns; of the control store when no other is said. */
export async function fetchRows<Output>(
  database: Database,
  query: Compilable<Output>,
  store: StoreName = 'control',
): Promise<readonly Output[]> {
  const rows: readonly unknown[] = await database.query(store, statementOf(query));
  return rows as readonly Output[];
}

/** A query as a step of a transaction; `guard` says how many rows it must touch for the transaction to hold. */
export function plainStep(query: Compilable, guard: Pick<PlainStep, 'atLeast' | 'atMost' | 'name'> = {}): PlainStep {
  return { kind: 'plain', statement: statementOf(query), ...guard };
}

export function statementOf(query: Compilable): Statement {
  const { sql, parameters } = query.compile();
  return { text: sql, values: parameters as readonly Value[] };
}
