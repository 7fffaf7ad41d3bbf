import {
  type Compilable,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  type SelectQueryBuilder,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely';
import type { Database, PlainStep, StoreName } from './database.ts';
import type { Listing } from './listing.ts';
import { STORE_MARKER } from './sql/store-marker.ts';
import type { Statement, Value } from './statement.ts';

/** Marks a bound value in a text of the dialect. */
const PLACE = '\u0001';

/** Writes SQL but runs nothing: `Database` alone handles connections, threads and transactions. */
export function createSqlBuilder<Tables>(database: Pick<Database, 'dialect'>): Kysely<Tables> {
  const isPostgres = database.dialect.family === 'postgres';
  const isMarked = database.dialect.table('_').startsWith(STORE_MARKER);
  const builder = new Kysely<Tables>({
    dialect: {
      createDriver: () => new DummyDriver(),
      createAdapter: () => (isPostgres ? new PostgresAdapter() : new SqliteAdapter()),
      createIntrospector: (db) => (isPostgres ? new PostgresIntrospector(db) : new SqliteIntrospector(db)),
      createQueryCompiler: () => (isPostgres ? new PostgresQueryCompiler() : new SqliteQueryCompiler()),
    },
  });
  return isMarked ? builder.withSchema(STORE_MARKER.slice(1, -1)) : builder;
}

export async function fetchRows<Output>(
  database: Database,
  query: Compilable<Output>,
  store: StoreName = 'control',
): Promise<readonly Output[]> {
  const rows: readonly unknown[] = await database.query(store, statementOf(query));
  return rows as readonly Output[];
}

export function pageOf<Tables, From extends keyof Tables, Output>(
  query: SelectQueryBuilder<Tables, From, Output>,
  { limit, offset, order }: Listing,
): SelectQueryBuilder<Tables, From, Output> {
  return order.reduce(
    (ordered, { field, direction }) => ordered.orderBy(sql.ref(field), direction),
    query.limit(limit).offset(offset),
  );
}

export async function fetchCount<Tables, From extends keyof Tables>(
  database: Database,
  query: SelectQueryBuilder<Tables, From, object>,
  store: StoreName = 'control',
): Promise<number> {
  const [row] = await database.query(store, statementOf(query.select(({ fn }) => fn.countAll().as('count'))));
  return Number(row?.['count'] ?? 0);
}

/** A query as a step of a transaction; `guard` says how many rows it must touch for the transaction to commit. */
export function plainStep(query: Compilable, guard: Pick<PlainStep, 'atLeast' | 'atMost' | 'name'> = {}): PlainStep {
  return { kind: 'plain', statement: statementOf(query), ...guard };
}

/** Whether the column contains the text, case-insensitively; `*` in the text is any run of characters. */
export function containsText(
  { dialect }: Pick<Database, 'dialect'>,
  column: string,
  text: string,
): RawBuilder<boolean> {
  return boundText((bind) => dialect.ilike(`"${column}"`, `*${text}*`, bind));
}

export function statementOf(query: Compilable): Statement {
  const { sql, parameters } = query.compile();
  return { text: sql, values: parameters as readonly Value[] };
}

function boundText(write: (bind: (value: Value) => string) => string): RawBuilder<boolean> {
  const values: Value[] = [];
  const text = write((value) => {
    values.push(value);
    return `CAST(${PLACE} AS text)`;
  });
  const [first = '', ...rest] = text.split(PLACE);
  return rest.reduce<RawBuilder<boolean>>(
    (made, part, index) => sql<boolean>`${made}${values[index]}${sql.raw(part)}`,
    sql<boolean>`${sql.raw(first)}`,
  );
}
