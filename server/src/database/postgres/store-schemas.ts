import type { Row, StoreName } from '../database.ts';
import { DatabaseFailure } from '../errors.ts';
import {
  formatOf,
  metaTable,
  NEW_STORE,
  NewerFormat,
  pendingMigrations,
  readableFromOf,
  type StoreFormat,
  type StoreMigrations,
} from '../migrations/index.ts';
import { KEYS_TO_VALIDATE } from '../migrations/project/0027-keys-to-validate.ts';
import type { Connection } from './connection.ts';
import type { ConnectionPool } from './connection-pool.ts';
import { isWorthAnotherTry, sqlStateOf, toFailure } from './map-failure.ts';
import { MOVED_TABLE } from './move/moved-table.ts';
import { nameInvalidKeys } from './name-invalid-keys.ts';
import { postgresMigrations, postgresSyntax } from './postgres-migrations.ts';
import type { QueryAnswer } from './query-answer.ts';
import { ALL_STORES, namesOf, STORES_WITH_TABLE, tablesOf } from './schema-tables.ts';
import { schemaOf } from './store-text.ts';
import { TablesOnFirstUse } from './tables-on-first-use.ts';

const UNDEFINED_TABLE = '42P01';
const MISSING = new Set([UNDEFINED_TABLE, '3F000']);
const TRIES_MS = 20_000;
const PAUSE_MS = 50;
/** SQLSTATEs when two processes create the same schema or table at once, even with IF NOT EXISTS. */
const RACES = new Set(['23505', '42P06', '42P07', '42710', 'XX000', '55P03']);

export interface StoreSchemasOptions {
  /** Separate from schema changes, so that a slow change in one project does not delay others. */
  readonly opening: ConnectionPool;
  readonly exclusive: ConnectionPool;
  readonly migrations?: StoreMigrations | undefined;
}

/** Every store is a schema, created or migrated on first use; most tables come later (`tables-on-first-use.ts`). */
export class StoreSchemas {
  readonly #opening: ConnectionPool;
  readonly #exclusive: ConnectionPool;
  readonly #migrations: StoreMigrations;
  readonly #onFirstUse: TablesOnFirstUse;
  readonly #ready = new Set<StoreName>();
  /** Stores that this process has used or dropped: when one is missing, it is never created again. */
  readonly #known = new Set<StoreName>();
  readonly #preparing = new Map<StoreName, Promise<void>>();

  constructor({ opening, exclusive, migrations = postgresMigrations() }: StoreSchemasOptions) {
    this.#opening = opening;
    this.#exclusive = exclusive;
    this.#migrations = migrations;
    this.#onFirstUse = new TablesOnFirstUse(migrations.project);
  }

  isReady(store: StoreName): boolean {
    return this.#ready.has(store);
  }

  prepare(store: StoreName): Promise<void> {
    let preparing = this.#preparing.get(store);
    if (preparing === undefined) {
      preparing = this.#opening.use(store, (connection) => this.#prepare(connection, store));
      this.#preparing.set(store, preparing);
      void preparing.catch(() => undefined).then(() => this.#preparing.delete(store));
    }
    return preparing;
  }

  /** False: the failed statement misses no table on first use, so its table, or the whole store, was dropped. */
  async makeMissing(store: StoreName, failure: unknown): Promise<boolean> {
    if (sqlStateOf(failure) !== UNDEFINED_TABLE) return false;
    return await this.makeNamed(store, failure instanceof Error ? failure.message : '');
  }

  /** Creates the tables on first use that a text names. False when there are none, or the store is gone. */
  async makeNamed(store: StoreName, text: string): Promise<boolean> {
    if (store === 'control') return false;
    const tables = this.#onFirstUse.namedIn(text);
    if (tables.length === 0) return false;
    return await this.#opening.use(store, (connection) => this.#make(connection, store, tables));
  }

  /** The table that a text reads, if it is created on first use and the text returns no rows while it is empty. */
  readBy(text: string): string | undefined {
    return this.#onFirstUse.readBy(text);
  }

  isWaiting(store: StoreName, text: string, existing: ReadonlySet<string>): boolean {
    return store !== 'control' && this.#onFirstUse.namedIn(text).some((table) => !existing.has(table));
  }

  isMissing(failure: unknown): boolean {
    return MISSING.has(sqlStateOf(failure) ?? '');
  }

  forget(store: StoreName): void {
    this.#ready.delete(store);
  }

  async drop(store: StoreName): Promise<void> {
    this.forget(store);
    this.#known.add(store);
    await this.#exclusive.use(store, (connection) => repeat(() => dropSchema(connection, store)));
    this.forget(store);
  }

  async list(having?: string): Promise<readonly StoreName[]> {
    const { rows } = await this.#opening.use('control', (connection) =>
      having === undefined ? connection.say(ALL_STORES) : connection.runOnce(STORES_WITH_TABLE, [having]),
    );
    return namesOf(rows) as readonly StoreName[];
  }

  async #prepare(connection: Connection, store: StoreName): Promise<void> {
    const format = await findFormat(connection, store);
    if (format === NEW_STORE && this.#known.has(store)) {
      throw new DatabaseFailure({ kind: 'dropped', message: `${store} was dropped` });
    }
    if (this.#pending(store, format).length > 0) {
      await repeat(() => this.#migrate(connection, store));
    }
    this.#ready.add(store);
    this.#known.add(store);
  }

  /** Runs pending migrations in one transaction; processes that start together wait at the row lock. */
  async #migrate(connection: Connection, store: StoreName): Promise<void> {
    const schema = schemaOf(store);
    await inTransaction(connection, store, async (say) => {
      await say(`CREATE SCHEMA IF NOT EXISTS ${schema}`);
      const { rows: moved } = await say(`SELECT 1 AS moved WHERE to_regclass('${schema}.${MOVED_TABLE}') IS NOT NULL`);
      if (moved.length > 0) throw new DatabaseFailure({ kind: 'dropped', message: `${store} was moved` });
      await say(metaTable(postgresSyntax));
      await say(`INSERT INTO _meta (name, value) VALUES ('migration', 0) ON CONFLICT (name) DO NOTHING`);
      await say(`SELECT value FROM _meta WHERE name = 'migration' FOR UPDATE`);
      const { rows } = await say('SELECT name, value FROM _meta');
      const pending = this.#pending(store, formatOfRows(rows));
      const last = pending.at(-1);
      if (last === undefined) return;
      const existing = await existingTables(say, store);
      const isWanted = (statement: string) => store === 'control' || !this.#onFirstUse.waits(statement, existing);
      await runEach(say, pending.flatMap(({ statements }) => statements).filter(isWanted));
      const isOld = formatOfRows(rows).applied > 0;
      if (isOld && pending.some(({ name }) => name === KEYS_TO_VALIDATE)) await nameInvalidKeys(say, store);
      await say(`UPDATE _meta SET value = ${last.version} WHERE name = 'migration'`);
      await say(`INSERT INTO _meta (name, value) VALUES ('readable_from', ${readableFromOf(this.#migrationsOf(store))})
        ON CONFLICT (name) DO UPDATE SET value = excluded.value`);
    });
  }

  /** False when the store is gone. Processes that create the same table wait for each other at the row lock. */
  async #make(connection: Connection, store: StoreName, tables: readonly string[]): Promise<boolean> {
    try {
      await inTransaction(connection, store, async (say) => {
        await say(`SELECT value FROM _meta WHERE name = 'migration' FOR UPDATE`);
        const { rows } = await say('SELECT name, value FROM _meta');
        this.#requireKnown(formatOfRows(rows));
        await runEach(say, this.#onFirstUse.statementsFor(tables, await existingTables(say, store)));
      });
      return true;
    } catch (error) {
      if (toFailure(error).kind === 'stale_schema') return false;
      throw error;
    }
  }

  /** A table created in a store of a newer format would lack what that format added. */
  #requireKnown({ applied }: StoreFormat): void {
    const known = this.#migrations.project.at(-1)?.version ?? 0;
    if (applied <= known) return;
    const message = `A table of format ${applied} is to be made, this release knows formats up to ${known}.`;
    throw new DatabaseFailure({ kind: 'unavailable', message });
  }

  #pending(store: StoreName, format: StoreFormat) {
    try {
      return pendingMigrations(this.#migrationsOf(store), format);
    } catch (error) {
      if (!(error instanceof NewerFormat)) throw error;
      // This process cannot answer, but a process of the newer release can.
      throw new DatabaseFailure({ kind: 'unavailable', message: error.message }, error);
    }
  }

  #migrationsOf(store: StoreName) {
    return store === 'control' ? this.#migrations.control : this.#migrations.project;
  }
}

async function findFormat(connection: Connection, store: StoreName): Promise<StoreFormat> {
  try {
    const { rows } = await connection.say(`SELECT name, value FROM ${schemaOf(store)}._meta`);
    return formatOfRows(rows);
  } catch (error) {
    if (toFailure(error).kind === 'stale_schema') return NEW_STORE;
    throw error;
  }
}

function formatOfRows(rows: readonly Row[]): StoreFormat {
  return formatOf(rows.map(({ name, value }) => [String(name), Number(value)]));
}

type RunCommand = (text: string) => Promise<QueryAnswer>;

/** One command each, pipelined: Citus prepares what it forwards, and a prepared statement holds only one command. */
async function runEach(say: RunCommand, statements: readonly string[]): Promise<void> {
  await Promise.all(statements.map((statement) => say(statement)));
}

async function existingTables(say: RunCommand, store: StoreName): Promise<ReadonlySet<string>> {
  const { rows } = await say(tablesOf(store));
  return new Set(namesOf(rows));
}

async function dropSchema(connection: Connection, store: StoreName): Promise<void> {
  await inTransaction(connection, store, async (say) => {
    await say(`DROP SCHEMA IF EXISTS ${schemaOf(store)} CASCADE`);
  });
}

async function inTransaction(
  connection: Connection,
  store: StoreName,
  work: (say: RunCommand) => Promise<void>,
): Promise<void> {
  await connection.begin('READ WRITE', schemaOf(store));
  try {
    await work((text) => connection.say(text));
  } catch (error) {
    await connection.rollback().catch(() => undefined);
    throw error;
  }
  await connection.commit();
}

async function repeat(work: () => Promise<void>): Promise<void> {
  const startedAt = performance.now();
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      const isRace = RACES.has(sqlStateOf(error) ?? '') || isWorthAnotherTry(error);
      if (!isRace || performance.now() - startedAt > TRIES_MS) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * Math.random() * Math.min(tries, 10)));
    }
  }
}
