import { type Kysely, sql } from 'kysely';
import type { Database, PlainStep, StoreName } from '../../../database/index.ts';
import { createSqlBuilder, fetchCount, fetchRows, plainStep } from '../../../database/index.ts';
import { CHANGE_STATES, type ChangeState, type StoredError, type TableChange, UNFINISHED } from './table-change.ts';

interface ChangeRow {
  id: string;
  project_id: string;
  table_id: string;
  table_name: string;
  state: string;
  request: string;
  author: string;
  prepared: string;
  rows_done: number;
  rows_total: number;
  error: string | null;
  lease_owner: string;
  lease_until_ms: number;
  created_at: string;
  ended_at: string | null;
}

interface Tables {
  _table_changes: ChangeRow;
}

export interface ChangesPage {
  readonly limit: number;
  readonly offset: number;
  /** By their ids, which follow the time. */
  readonly direction: 'asc' | 'desc';
}

export interface ChangesFilter {
  readonly table?: string | undefined;
}

export interface ChangesProcess {
  /** Identifies this process in the changes that it works on. */
  readonly owner: string;
  /** No other process uses the database, so changes of other owners were left by a dead process. */
  readonly isSole: boolean;
}

/** Name of the step that fails when the change has ended or is being cancelled. */
export const END_STEP = 'end_change';

const LEASE_MS = 10_000;

export type ChangesStore = ReturnType<typeof createChangesStore>;

export function createChangesStore(database: Database, process: ChangesProcess) {
  const db = createSqlBuilder<Tables>(database);
  return { ...changes(database, db, process.owner), ...leases(database, db, process) };
}

function changes(database: Database, db: Kysely<Tables>, owner: string) {
  const matching = ({ table }: ChangesFilter) => {
    const query = db.selectFrom('_table_changes');
    return table === undefined ? query : query.where('table_name', '=', table);
  };

  return {
    async find(store: StoreName, id: string): Promise<TableChange | undefined> {
      const [row] = await fetchRows(database, matching({}).selectAll().where('id', '=', id), store);
      return row && changeOf(row);
    },

    async list(store: StoreName, filter: ChangesFilter, page: ChangesPage): Promise<TableChange[]> {
      const query = matching(filter).selectAll().orderBy('id', page.direction).limit(page.limit).offset(page.offset);
      return (await fetchRows(database, query, store)).map(changeOf);
    },

    async unfinished(store: StoreName): Promise<readonly Pick<TableChange, 'id' | 'tableId'>[]> {
      const query = matching({}).select(['id', 'table_id']).where('ended_at', 'is', null);
      return (await fetchRows(database, query, store)).map((row) => ({ id: row.id, tableId: row.table_id }));
    },

    count: (store: StoreName, filter: ChangesFilter): Promise<number> => fetchCount(database, matching(filter), store),

    /** Also forgets changes that ended before `forgetBefore`. */
    beginSteps(change: TableChange, forgetBefore: string): PlainStep[] {
      const row: ChangeRow = {
        id: change.id,
        project_id: change.projectId,
        table_id: change.tableId,
        table_name: change.table,
        state: change.state,
        request: JSON.stringify(change.request),
        author: JSON.stringify(change.author),
        prepared: JSON.stringify(change.prepared),
        rows_done: change.rowsDone,
        rows_total: change.rowsTotal,
        error: null,
        lease_owner: owner,
        lease_until_ms: 0,
        created_at: change.createdAt,
        ended_at: null,
      };
      return [
        plainStep(db.deleteFrom('_table_changes').where('ended_at', '<', forgetBefore)),
        plainStep(db.insertInto('_table_changes').values(row)),
      ];
    },

    /** False when the change is not running. */
    cancel: (store: StoreName, id: string): Promise<boolean> =>
      touched(
        database,
        store,
        plainStep(
          db
            .updateTable('_table_changes')
            .set({ state: 'cancelling' })
            .where('id', '=', id)
            .where('state', '=', 'running'),
        ),
      ),

    /** Fails as `END_STEP` when the change ended meanwhile, or is cancelled before it is done. */
    endStep(id: string, state: Exclude<ChangeState, 'running' | 'cancelling'>, end: ChangeEnd): PlainStep {
      const query = db
        .updateTable('_table_changes')
        .set({ state, ended_at: end.at, error: end.error === undefined ? null : JSON.stringify(end.error) })
        .where('id', '=', id)
        .where('state', 'in', state === 'done' ? ['running'] : UNFINISHED);
      return plainStep(query, { atLeast: 1, name: END_STEP });
    },
  };
}

function leases(database: Database, db: Kysely<Tables>, { owner, isSole }: ChangesProcess) {
  const now = sql.raw<number>(database.dialect.nowMs);
  const leaseEnd = sql<number>`${now} + ${sql.lit(LEASE_MS)}`;

  return {
    /** Takes over the change unless a living process works on it, and keeps it for some seconds. */
    claim: (store: StoreName, id: string): Promise<boolean> =>
      touched(
        database,
        store,
        plainStep(
          db
            .updateTable('_table_changes')
            .set({ lease_owner: owner, lease_until_ms: leaseEnd })
            .where('id', '=', id)
            .where('state', 'in', UNFINISHED)
            .where((eb) =>
              isSole ? eb.lit(true) : eb.or([eb('lease_owner', '=', owner), eb('lease_until_ms', '<=', now)]),
            ),
        ),
      ),

    /** Keeps the change for this process. False when another process has taken it over. */
    renew: (store: StoreName, id: string, rowsDone: number): Promise<boolean> =>
      touched(
        database,
        store,
        plainStep(
          db
            .updateTable('_table_changes')
            .set({ lease_until_ms: leaseEnd, rows_done: rowsDone })
            .where('id', '=', id)
            .where('lease_owner', '=', owner)
            .where('state', 'in', UNFINISHED),
        ),
      ),

    release: (store: StoreName, id: string): Promise<boolean> =>
      touched(
        database,
        store,
        plainStep(
          db
            .updateTable('_table_changes')
            .set({ lease_until_ms: 0 })
            .where('id', '=', id)
            .where('lease_owner', '=', owner),
        ),
      ),
  };
}

async function touched(database: Database, store: StoreName, step: PlainStep): Promise<boolean> {
  const { results } = await database.write(store, [step]);
  return results[0]?.kind === 'plain' && results[0].touched > 0;
}

export interface ChangeEnd {
  readonly at: string;
  readonly error?: StoredError;
}

function changeOf(row: ChangeRow): TableChange {
  return {
    id: row.id,
    projectId: row.project_id,
    tableId: row.table_id,
    table: row.table_name,
    state: CHANGE_STATES.find((state) => state === row.state) ?? 'failed',
    request: JSON.parse(row.request) as TableChange['request'],
    author: JSON.parse(row.author) as TableChange['author'],
    prepared: JSON.parse(row.prepared) as TableChange['prepared'],
    rowsDone: Number(row.rows_done),
    rowsTotal: Number(row.rows_total),
    error: row.error === null ? null : (JSON.parse(row.error) as StoredError),
    createdAt: row.created_at,
    endedAt: row.ended_at,
  };
}
