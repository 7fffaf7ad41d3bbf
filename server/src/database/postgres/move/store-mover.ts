import type { StoreName } from '../../database.ts';
import { DatabaseFailure } from '../../errors.ts';
import type { StoreMove, StoreMover } from '../../places/store-mover.ts';
import { sqlStateOf, toFailure } from '../map-failure.ts';
import { namesOf, tablesOf } from '../schema-tables.ts';
import { schemaOf } from '../store-text.ts';
import { copyTable } from './copy-table.ts';
import { type DatabaseClient, withDatabase, withTransaction } from './database-client.ts';
import { checkDatabase, removeMark, sizeOf } from './database-mark.ts';
import { describeStore } from './describe-store.ts';
import { MOVED_TABLE } from './moved-table.ts';

/** `each`: an attempt to lock, which holds up the requests behind it. `most`: all attempts. `pause`: between two. */
const LOCKED_MS = { each: 200, most: 30_000, pause: 200 };
/** SQLSTATEs when a lock was not free, a table was dropped, or another session created the same schema. */
const WORTH_ANOTHER_TRY = new Set(['55P03', '42P01', '23505', '42P06', '40P01']);
/** The server ends a move whose process hangs for this long, so that waiting writes continue. */
const HUNG_MS = 60_000;

export function createStoreMover(): StoreMover {
  return { checkDatabase, removeMark, sizeOf, move, settle, discardCopy, discardKept };
}

/** Reads continue and writes wait. The rename of the schema in the source is the move; the copy is committed before. */
async function move(asked: StoreMove, mayGoOn: () => Promise<boolean>): Promise<number> {
  return await withDatabase(asked.from, async (source) => {
    await lockStore(source, asked.store);
    if (!(await mayGoOn())) throw new DatabaseFailure({ kind: 'failed', message: 'the move was given up' });
    const bytes = await withDatabase(asked.to, (target) => copyStore(source, target, asked.store));
    await source.rows(renameText(asked));
    await source.rows('COMMIT');
    return bytes;
  });
}

/** Leaves its transaction open. A table that is not free is locked first in the next attempt, to avoid a deadlock. */
async function lockStore(source: DatabaseClient, store: StoreName): Promise<void> {
  const startedAt = performance.now();
  let first: readonly string[] = [];
  for (;;) {
    const taken = await tryToLock(source, store, first);
    if (taken === undefined) return;
    await source.rows('ROLLBACK');
    if (performance.now() - startedAt > LOCKED_MS.most) {
      throw new DatabaseFailure({ kind: 'overloaded', message: 'the store was in use all the time' });
    }
    first = [...taken, ...first.filter((name) => !taken.includes(name))];
    await new Promise((resolve) => setTimeout(resolve, LOCKED_MS.pause * Math.random()));
  }
}

/** The tables that were not free, or none when the tables themselves were changing; undefined when all are locked. */
async function tryToLock(
  source: DatabaseClient,
  store: StoreName,
  first: readonly string[],
): Promise<readonly string[] | undefined> {
  let asked: string | undefined;
  try {
    await source.begin();
    await source.rows(`SET LOCAL idle_in_transaction_session_timeout TO ${HUNG_MS};
      SET LOCAL lock_timeout TO ${LOCKED_MS.each}`);
    // A store that was never used has no schema, and another process may be about to create it.
    await source.rows(`CREATE SCHEMA IF NOT EXISTS ${schemaOf(store)}`);
    const tables = await listTables(source, store);
    for (const name of inOrder(tables, first)) {
      asked = name;
      await source.rows(`LOCK TABLE ${schemaOf(store)}."${name}" IN EXCLUSIVE MODE`);
    }
    return (await listTables(source, store)).join() === tables.join() ? undefined : [];
  } catch (error) {
    if (!WORTH_ANOTHER_TRY.has(sqlStateOf(error) ?? '')) throw error;
    return asked === undefined ? [] : [asked];
  }
}

/** Tables of the project before those of the service, as most writes use them. */
function inOrder(tables: readonly string[], first: readonly string[]): readonly string[] {
  const rank = (name: string): number => {
    const at = first.indexOf(name);
    if (at >= 0) return at;
    return first.length + (name.startsWith('_') ? 1 : 0);
  };
  return tables.toSorted((a, b) => rank(a) - rank(b));
}

async function listTables(source: DatabaseClient, store: StoreName): Promise<readonly string[]> {
  return namesOf((await source.rows(tablesOf(store))) as Parameters<typeof namesOf>[0]);
}

/** Replaces whatever an earlier move left under the store's name in the target. */
async function copyStore(source: DatabaseClient, target: DatabaseClient, store: StoreName): Promise<number> {
  const description = await describeStore(source, store);
  await target.begin();
  await target.rows(`DROP SCHEMA IF EXISTS ${schemaOf(store)} CASCADE`);
  // A store without tables is created by its first use, in the target too.
  if (description.tables.length > 0) await target.rows(`CREATE SCHEMA ${schemaOf(store)}`);
  for (const text of [...description.tables.map(({ create }) => create), ...description.functions]) {
    await target.rows(text);
  }
  let bytes = 0;
  const filled: string[] = [];
  for (const table of description.tables) {
    const copied = await copyTable(source, target, table).catch((error: unknown) => {
      throw toFailure(error);
    });
    bytes += copied;
    if (copied > 0) filled.push(table.name);
  }
  for (const text of [...description.afterRows, ...description.counters]) await target.rows(text);
  for (const name of filled) await target.rows(`ANALYZE ${name}`);
  await target.rows('COMMIT');
  return bytes;
}

/** Processes that still look for the store here find `_moved`, and cannot create the store again. */
function renameText({ id, store }: StoreMove): string {
  const schema = schemaOf(store);
  return `ALTER SCHEMA ${schema} RENAME TO ${keptSchema(id)}; CREATE SCHEMA ${schema};
    CREATE TABLE ${schema}.${MOVED_TABLE} AS SELECT '${plainId(id)}'::text AS move`;
}

function keptSchema(id: string): string {
  return `m_${plainId(id)}`;
}

function plainId(id: string): string {
  const plain = id.replaceAll('-', '');
  if (!/^[0-9a-f]{32}$/.test(plain)) throw new Error(`not the id of a move: ${id}`);
  return plain;
}

/** Whether a move happened. If not, `giveUp` runs under the store's lock, so that its process cannot complete it. */
async function settle(asked: StoreMove, giveUp: () => Promise<void>): Promise<boolean> {
  return await withDatabase(asked.from, async (source) => {
    const isMoved = async (): Promise<boolean> => {
      const [found] = await source.rows('SELECT to_regnamespace($1) IS NOT NULL AS moved', [keptSchema(asked.id)]);
      return found?.['moved'] === true;
    };
    if (await isMoved()) return true;
    await lockStore(source, asked.store);
    // The process may have completed it while this one waited for its locks.
    const moved = await isMoved();
    if (!moved) await giveUp();
    await source.rows('ROLLBACK');
    return moved;
  });
}

async function discardCopy(url: string, store: StoreName): Promise<void> {
  await withTransaction(url, (target) => target.rows(`DROP SCHEMA IF EXISTS ${schemaOf(store)} CASCADE`));
}

/** Deletes the old copy, and also `_moved` unless the store has returned. */
async function discardKept({ id, store, from }: Omit<StoreMove, 'to'>): Promise<void> {
  const moved = `${schemaOf(store)}.${MOVED_TABLE}`;
  await withTransaction(from, async (source) => {
    await source.rows(`DROP SCHEMA IF EXISTS ${keptSchema(id)} CASCADE`);
    const [found] = await source.rows('SELECT to_regclass($1) IS NOT NULL AS here', [moved]);
    if (found?.['here'] !== true) return;
    const [row] = await source.rows(`SELECT move FROM ${moved}`);
    if (row?.['move'] === plainId(id)) await source.rows(`DROP SCHEMA ${schemaOf(store)} CASCADE`);
  });
}
