import type { Row, Snapshot, StoreName } from '../database.ts';
import { DatabaseFailure } from '../errors.ts';
import type { Statement } from '../statement.ts';
import type { Connection } from './connection.ts';
import { namesOf, tablesOf } from './schema-tables.ts';
import { type StoreText, schemaOf } from './store-text.ts';

const TRIES = 5;
const FIRST_ROWS = 20;
const ROWS_MAX = 500;
/** Target size of one page. */
const FETCH_CHARS = 256 * 1024;

export interface SnapshotOptions {
  readonly isWaiting: (text: string, tables: ReadonlySet<string>) => boolean;
  readonly giveBack: () => void;
}

/** Locks tables against schema changes before the first read: a table rewritten later would look empty here. */
export async function openSnapshot(
  connection: Connection,
  store: StoreName,
  spell: (store: StoreName, text: string) => StoreText,
  { isWaiting, giveBack }: SnapshotOptions,
): Promise<Snapshot> {
  const tables = await freezeTables(connection, store);
  // The transaction cannot create tables that have not been used yet, and need not, because they are empty.
  const isEmpty = (text: string): boolean => isWaiting(text, tables);
  let isOpen = true;
  return {
    async *rows({ text, values }) {
      if (!isEmpty(text)) yield* rowsOf(connection, { text: spell(store, text).text, values });
    },
    async query({ text, values }) {
      if (isEmpty(text)) return [];
      return (await connection.runOnce(spell(store, text).text, values)).rows;
    },
    async close() {
      if (!isOpen) return;
      isOpen = false;
      await connection.rollback().catch(() => undefined);
      giveBack();
    },
  };
}

async function freezeTables(connection: Connection, store: StoreName): Promise<ReadonlySet<string>> {
  for (let tries = 1; tries <= TRIES; tries += 1) {
    const tables = await freeze(connection, store);
    if (tables !== undefined) return new Set(tables);
  }
  throw new DatabaseFailure({ kind: 'overloaded', message: 'the tables are being changed too often' });
}

/** The tables, or undefined when a table was created or dropped between listing and locking them. */
async function freeze(connection: Connection, store: StoreName): Promise<readonly string[] | undefined> {
  const before = await listTables(connection, store);
  void connection.begin('ISOLATION LEVEL REPEATABLE READ READ ONLY', schemaOf(store));
  try {
    const names = before.map((name) => `${schemaOf(store)}."${name}"`).join(', ');
    await connection.say(`LOCK TABLE ${names} IN ACCESS SHARE MODE`);
    const after = await listTables(connection, store);
    if (after.join() === before.join()) return after;
  } catch (error) {
    await connection.rollback().catch(() => undefined);
    if (error instanceof DatabaseFailure && error.kind === 'stale_schema') return undefined;
    throw error;
  }
  await connection.rollback();
  return undefined;
}

async function listTables(connection: Connection, store: StoreName): Promise<readonly string[]> {
  return namesOf((await connection.say(tablesOf(store))).rows);
}

async function* rowsOf(connection: Connection, { text, values }: Statement): AsyncGenerator<readonly Row[]> {
  await connection.runOnce(`DECLARE page NO SCROLL CURSOR FOR ${text}`, values);
  try {
    let wanted = FIRST_ROWS;
    for (;;) {
      const { rows } = await connection.say(`FETCH ${wanted} FROM page`);
      if (rows.length === 0) break;
      wanted = rowsPerFetch(rows);
      yield rows;
    }
  } finally {
    await connection.say('CLOSE page').catch(() => undefined);
  }
}

/** Fetches few rows when rows are large. Grows step by step, so that one small page before large rows does no harm. */
function rowsPerFetch(rows: readonly Row[]): number {
  let chars = 1;
  for (const row of rows) for (const value of Object.values(row)) chars += typeof value === 'string' ? value.length : 8;
  const fitting = Math.floor((FETCH_CHARS * rows.length) / chars);
  return Math.max(1, Math.min(fitting, rows.length * 4, ROWS_MAX));
}
