import type { Kysely } from 'kysely';
import type { Database, PlainStep, StoreName } from '../../database/index.ts';
import { createSqlBuilder, fetchRows, plainStep } from '../../database/index.ts';
import type { RestoreRecord } from './restore-record.ts';

interface RestoreRow {
  id: string;
  store: string;
  target: string;
  state: string;
  record: string;
  created_at: string;
  lease_until_ms: number;
}

export interface StoredRestore {
  readonly record: RestoreRecord;
  readonly leaseUntilMs: number;
}

export interface AbandonedRestore {
  readonly record: RestoreRecord;
  readonly target: StoreName;
}

interface Tables {
  restores: RestoreRow;
  projects: { store: string; version: number };
  former_stores: { former: string; store: string };
}

const RUNNING = ['verifying', 'loading'];
/** A process ends the restore of another one, which can no longer switch the project to its store. */
const ENDING = 'ending';
const UNENDED = [...RUNNING, ENDING];
/** The step that fails when another restore of the project runs, or when other processes count this one as dead. */
export const ALONE_STEP = 'alone';

export type RestoresStore = ReturnType<typeof createRestoresStore>;

export function createRestoresStore(database: Database) {
  const db = createSqlBuilder<Tables>(database);
  return { ...ownSteps(db), ...endSteps(db), ...queries(database, db) };
}

/** For the process that runs the restore. */
function ownSteps(db: Kysely<Tables>) {
  return {
    /** Fails as `ALONE_STEP` when another restore of the project runs. */
    insertSteps(row: {
      readonly record: RestoreRecord;
      readonly store: StoreName;
      readonly target: StoreName;
      readonly createdAt: string;
      readonly nowMs: number;
      readonly leaseUntilMs: number;
    }): readonly PlainStep[] {
      const { record, store, target, createdAt, nowMs, leaseUntilMs } = row;
      const others = db
        .selectFrom('restores')
        .select('id')
        .where('store', '=', store)
        .where('state', 'in', RUNNING)
        .where('lease_until_ms', '>', nowMs);
      return [
        // Updates the project row, so that of two concurrent restores one waits for the other.
        plainStep(
          db
            .updateTable('projects')
            .set((eb) => ({ version: eb('version', '+', 1) }))
            .where('store', '=', store),
        ),
        plainStep(others, { atMost: 0, name: ALONE_STEP }),
        plainStep(
          db.insertInto('restores').values({
            id: record.id,
            store,
            target,
            state: record.state,
            record: JSON.stringify(record),
            created_at: createdAt,
            lease_until_ms: leaseUntilMs,
          }),
        ),
      ];
    },

    /** Fails as `ALONE_STEP` when other processes count this restore as dead. */
    updateStep: (record: RestoreRecord, leaseUntilMs: number): PlainStep =>
      saveStep(db, record, { leaseUntilMs, states: RUNNING }),

    renewStep: (id: string, leaseUntilMs: number): PlainStep =>
      plainStep(
        db
          .updateTable('restores')
          .set({ lease_until_ms: leaseUntilMs })
          .where('id', '=', id)
          .where('state', 'in', RUNNING),
      ),
  };
}

/** Also for a process that ends the restore of another one. */
function endSteps(db: Kysely<Tables>) {
  return {
    /** Takes a restore whose lease was over at `beforeMs` from its process, to end it. Fails as `ALONE_STEP` when it was not. */
    takeStep: (id: string, { beforeMs, leaseUntilMs }: { beforeMs: number; leaseUntilMs: number }): PlainStep =>
      plainStep(
        db
          .updateTable('restores')
          .set({ state: ENDING, lease_until_ms: leaseUntilMs })
          .where('id', '=', id)
          .where('state', 'in', UNENDED)
          .where('lease_until_ms', '<=', beforeMs),
        { atLeast: 1, name: ALONE_STEP },
      ),

    /** Ends a restore, also one that was taken from its process. Fails as `ALONE_STEP` when it has ended already. */
    endStep: (record: RestoreRecord): PlainStep => saveStep(db, record, { leaseUntilMs: 0, states: UNENDED }),

    /** Shows the failure and leaves the restore to the next sweep, which ends it. */
    failLaterStep: (record: RestoreRecord): PlainStep =>
      plainStep(
        db
          .updateTable('restores')
          .set({ record: JSON.stringify(record), lease_until_ms: 0 })
          .where('id', '=', record.id)
          .where('state', 'in', UNENDED),
        { atLeast: 1, name: ALONE_STEP },
      ),

    /** Gives the restore to the project that has, or had, the store, before the project that it was to fill is deleted. */
    keepStep: (id: string, store: StoreName): PlainStep =>
      plainStep(
        db
          .updateTable('restores')
          .set(({ selectFrom, fn, val }) => ({
            store: fn.coalesce(selectFrom('former_stores').select('store').where('former', '=', store), val(store)),
          }))
          .where('id', '=', id),
      ),
  };
}

function saveStep(
  db: Kysely<Tables>,
  record: RestoreRecord,
  { leaseUntilMs, states }: { leaseUntilMs: number; states: readonly string[] },
): PlainStep {
  return plainStep(
    db
      .updateTable('restores')
      .set({ state: record.state, record: JSON.stringify(record), lease_until_ms: leaseUntilMs })
      .where('id', '=', record.id)
      .where('state', 'in', states),
    { atLeast: 1, name: ALONE_STEP },
  );
}

function queries(database: Database, db: Kysely<Tables>) {
  return {
    /** A restore into the project, or of it into another one. The project's store may have been replaced meanwhile. */
    async find(store: StoreName, id: string): Promise<StoredRestore | undefined> {
      const [row] = await fetchRows(database, db.selectFrom('restores').selectAll().where('id', '=', id));
      if (row === undefined) return undefined;
      const record = readRecord(row);
      const stores = [row.store, record.source ?? row.store];
      const former = db
        .selectFrom('former_stores')
        .selectAll()
        .where('former', 'in', [store, ...stores]);
      const newer = new Map((await fetchRows(database, former)).map((each) => [each.former, each.store]));
      const currentOf = (each: string): string => newer.get(each) ?? each;
      const isOfProject = stores.map(currentOf).includes(currentOf(store));
      const leaseUntilMs = row.state === ENDING ? 0 : Number(row.lease_until_ms);
      return isOfProject ? { record, leaseUntilMs } : undefined;
    },

    /** Stores of restores that have not ended, whether or not their process is alive. */
    async targets(): Promise<readonly StoreName[]> {
      const rows = await fetchRows(database, db.selectFrom('restores').select('target').where('state', 'in', UNENDED));
      return rows.map(({ target }) => target as StoreName);
    },

    async left(nowMs: number): Promise<readonly AbandonedRestore[]> {
      const query = db
        .selectFrom('restores')
        .selectAll()
        .where('state', 'in', UNENDED)
        .where('lease_until_ms', '<=', nowMs);
      const rows = await fetchRows(database, query);
      return rows.map((row) => ({ record: readRecord(row), target: row.target as StoreName }));
    },

    deleteAllStep: (store: StoreName): PlainStep => plainStep(db.deleteFrom('restores').where('store', '=', store)),
  };
}

function readRecord({ record }: Pick<RestoreRow, 'record'>): RestoreRecord {
  return JSON.parse(record) as RestoreRecord;
}
