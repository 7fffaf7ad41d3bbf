import { type Kysely, sql } from 'kysely';
import type { Database, PlainStep, StoreName } from '../../../database/database.ts';
import { createSqlBuilder, fetchRows, plainStep } from '../../../database/kysely.ts';
import { isoTime } from '../../../platform/clock.ts';
import type { Run, RunStatus, RunTrigger } from './run.ts';

const LOST = 'The service ended while this ran. What it had done by then is not known.';

interface RunRow {
  id: string;
  function: string;
  kind: string;
  status: string;
  caller: string;
  scheduled_for: string | null;
  attempt: number;
  started_at: string;
  duration_ms: number | null;
  owner: string;
  deadline_ms: number;
  error: string | null;
  payload: string | null;
  request: string | null;
  log: string;
}

interface Tables {
  _function_runs: RunRow;
  _functions: { name: string };
}

export type StoredRun = RunRow;

export interface RunsFilter {
  readonly functionName?: string | undefined;
  readonly status?: RunStatus | undefined;
  readonly trigger?: RunTrigger | undefined;
  /** ISO time: runs that started then or later. */
  readonly since?: string | undefined;
}

export type RunsStore = ReturnType<typeof createRunsStore>;

/** All SQL on runs. `owner` names this process in them. */
export function createRunsStore(database: Database, owner: string) {
  const db = createSqlBuilder<Tables>(database);
  return { ...queriesOn(database, db, owner), ...stepsOn(db, owner) };
}

function queriesOn(database: Database, db: Kysely<Tables>, owner: string) {
  return {
    async list(store: StoreName, filter: RunsFilter, page: { limit: number; offset: number }) {
      const query = matching(db, filter)
        .select(['id', 'function', 'kind', 'status', 'caller', 'scheduled_for', 'started_at', 'duration_ms', 'error'])
        .orderBy('id', 'desc')
        .limit(page.limit)
        .offset(page.offset);
      return await fetchRows(database, query, store);
    },

    async count(store: StoreName, filter: RunsFilter): Promise<number> {
      const query = matching(db, filter).select((eb) => eb.fn.countAll<number>().as('count'));
      return Number((await fetchRows(database, query, store))[0]?.count ?? 0);
    },

    async find(store: StoreName, functionName: string, id: string): Promise<StoredRun | undefined> {
      const query = matching(db, { functionName }).selectAll().where('id', '=', id);
      return (await fetchRows(database, query, store))[0];
    },

    /** Whether there are functions, or runs of some that were there. */
    async isAnythingLeft(store: StoreName): Promise<boolean> {
      const run = db.selectFrom('_function_runs').select(sql<number>`1`.as('one')).limit(1);
      const definition = db.selectFrom('_functions').select(sql<number>`1`.as('one')).limit(1);
      const found = await Promise.all([fetchRows(database, run, store), fetchRows(database, definition, store)]);
      return found.some((rows) => rows.length > 0);
    },

    /** Whether a run that the schedule caused is under way. */
    async isScheduledRunning(
      store: StoreName,
      functionName: string,
      { nowMs, isAlone }: { nowMs: number; isAlone: boolean },
    ): Promise<boolean> {
      let query = matching(db, { functionName, status: 'running', trigger: 'schedule' })
        .select('id')
        .where('deadline_ms', '>=', nowMs)
        .limit(1);
      if (isAlone) query = query.where('owner', '=', owner);
      return (await fetchRows(database, query, store)).length > 0;
    },
  };
}

function stepsOn(db: Kysely<Tables>, owner: string) {
  return {
    /** The runs as they are at this moment; what was stored of them before is replaced. */
    saveStep(runs: readonly Run[]): PlainStep {
      const insert = db.insertInto('_function_runs').values(runs.map((run) => rowOf(run, owner)));
      return plainStep(
        insert.onConflict((conflict) =>
          conflict.column('id').doUpdateSet((eb) => ({
            status: eb.ref('excluded.status'),
            duration_ms: eb.ref('excluded.duration_ms'),
            error: eb.ref('excluded.error'),
            log: eb.ref('excluded.log'),
          })),
        ),
      );
    },

    /**
     * Runs that nobody can be running any more. `isAlone`: no other process serves the store, so that whatever another
     * one left is over at once.
     */
    loseStep(nowMs: number, isAlone: boolean): PlainStep {
      const query = db
        .updateTable('_function_runs')
        .set({ status: 'lost', error: LOST })
        .where('status', '=', 'running')
        .where((eb) => {
          const isLate = eb('deadline_ms', '<', nowMs);
          return isAlone ? eb.or([isLate, eb('owner', '!=', owner)]) : isLate;
        });
      return plainStep(query);
    },

    /** Runs of any function that are older than `before`, among the oldest: ids are in the order of time. */
    forgetOldStep(before: string, atOnce: number): PlainStep {
      const oldest = db
        .selectFrom('_function_runs')
        .select(['id', 'started_at'])
        .orderBy('id')
        .limit(atOnce)
        .as('oldest');
      const old = db.selectFrom(oldest).where('started_at', '<', before).select('id');
      return plainStep(db.deleteFrom('_function_runs').where('id', 'in', old));
    },

    /**
     * Of the oldest runs of a function those that began before `before` or are beyond the newest `kept`. Ids grow with the
     * time, so that only so many are looked at.
     */
    forgetStep(
      functionName: string,
      { before, kept, atOnce }: { before: string; kept: number; atOnce: number },
    ): PlainStep {
      const oldest = matching(db, { functionName }).select(['id', 'started_at']).orderBy('id').limit(atOnce);
      const firstBeyond = matching(db, { functionName }).select('id').orderBy('id', 'desc').limit(1).offset(kept);
      const gone = db
        .selectFrom(oldest.as('oldest'))
        .select('id')
        .where((eb) => eb.or([eb('started_at', '<', before), eb('id', '<=', firstBeyond)]));
      return plainStep(db.deleteFrom('_function_runs').where('id', 'in', gone));
    },
  };
}

function matching(db: Kysely<Tables>, { functionName, status, trigger, since }: RunsFilter) {
  let query = db.selectFrom('_function_runs');
  if (functionName !== undefined) query = query.where('function', '=', functionName);
  if (status !== undefined) query = query.where('status', '=', status);
  if (trigger !== undefined) query = query.where('kind', '=', trigger);
  return since === undefined ? query : query.where('started_at', '>=', since);
}

/** The run as it would be stored now. */
export function rowOf(run: Run, owner = ''): RunRow {
  return {
    id: run.id,
    function: run.functionName,
    kind: run.trigger,
    status: run.status,
    caller: run.caller,
    scheduled_for: run.scheduledFor,
    attempt: run.attempt,
    started_at: isoTime(run.startedMs),
    duration_ms: run.durationMs,
    owner,
    deadline_ms: run.deadlineMs,
    error: run.error,
    payload: run.payload,
    request: run.request,
    log: JSON.stringify(run.log),
  };
}
