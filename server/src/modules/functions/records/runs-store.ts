import { type Kysely, sql } from 'kysely';
import type { Database, Listing, PlainStep, StoreName } from '../../../database/index.ts';
import { containsText, createSqlBuilder, fetchCount, fetchRows, pageOf, plainStep } from '../../../database/index.ts';
import { firstIdAt, parseUuid } from '../../../platform/ids.ts';
import type { RunStatus, RunTrigger } from './run.ts';
import { createSaveStep, type RunRow } from './save-runs.ts';

const FAILED: readonly RunStatus[] = ['failed', 'timeout', 'lost'];
const LOST = 'The service ended while this ran. How far it got is unknown.';

interface Tables {
  _function_runs: RunRow;
  _functions: { name: string };
}

export type StoredRun = RunRow;

export interface RunsFilter {
  readonly functionName?: string | undefined;
  readonly status?: RunStatus | undefined;
  readonly trigger?: RunTrigger | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  /** The whole id of a run, of its job or of its delivery, or part of the error, the payload or a log line; case-insensitive. */
  readonly search?: string | undefined;
}

export interface RunStats {
  runs: number;
  failed: number;
  /** ISO start time of the last run, however long ago; null when there is none. */
  lastRun: string | null;
}

export type RunsStore = ReturnType<typeof createRunsStore>;

export function createRunsStore(database: Database, owner: string) {
  const db = createSqlBuilder<Tables>(database);
  const matching = matchingOn(database, db);
  return {
    ...queriesOn(database, { db, matching }),
    ...ownershipOn(database, matching),
    ...stepsOn({ db, matching }),
    saveStep: createSaveStep(database, owner),
  };
}

interface QueryContext {
  readonly db: Kysely<Tables>;
  readonly matching: RunMatcher;
}

function queriesOn(database: Database, { db, matching }: QueryContext) {
  return {
    async list(store: StoreName, filter: RunsFilter, listing: Listing<'started_at' | 'id'>) {
      const query = matching(filter).select([
        'id',
        'function',
        'kind',
        'status',
        'caller',
        'scheduled_for',
        'delivery_id',
        'job_id',
        'started_at',
        'duration_ms',
        'error',
      ]);
      return await fetchRows(database, pageOf(query, listing), store);
    },

    async count(store: StoreName, filter: RunsFilter): Promise<number> {
      return await fetchCount(database, matching(filter), store);
    },

    /** Counts of all and failed runs since then and the time of the last run, by function. */
    async stats(store: StoreName, since: string): Promise<ReadonlyMap<string, RunStats>> {
      const counted = matching({ since })
        .select((eb) => [
          'function',
          eb.fn.countAll<number>().as('runs'),
          eb.fn.sum<number>(eb.case().when('status', 'in', FAILED).then(1).else(0).end()).as('failed'),
          eb.fn.max('started_at').as('last_run'),
        ])
        .groupBy('function');
      const last = db
        .selectFrom('_functions')
        .select((eb) => [
          'name',
          eb
            .selectFrom('_function_runs')
            .select('started_at')
            .whereRef('_function_runs.function', '=', '_functions.name')
            .orderBy('_function_runs.id', 'desc')
            .limit(1)
            .as('last_run'),
        ]);
      const [counts, lasts] = await Promise.all([
        fetchRows(database, counted, store),
        fetchRows(database, last, store),
      ]);
      const stats = new Map<string, RunStats>();
      for (const { name, last_run } of lasts) stats.set(name, { runs: 0, failed: 0, lastRun: last_run });
      for (const row of counts) {
        stats.set(row.function, { runs: Number(row.runs), failed: Number(row.failed), lastRun: row.last_run });
      }
      return stats;
    },

    async find(store: StoreName, functionName: string, id: string): Promise<StoredRun | undefined> {
      const query = matching({ functionName }).selectAll().where('id', '=', id);
      return (await fetchRows(database, query, store))[0];
    },

    /** Runs up to this id are deleted: those before `beforeMs` and those beyond the newest `kept`. */
    async lastToForget(
      store: StoreName,
      functionName: string,
      { beforeMs, kept }: { beforeMs: number; kept: number },
    ): Promise<string> {
      const firstBeyond = matching({ functionName }).select('id').orderBy('id', 'desc').limit(1).offset(kept);
      const [found] = await fetchRows(database, firstBeyond, store);
      const tooOld = firstIdAt(beforeMs);
      return found !== undefined && found.id > tooOld ? found.id : tooOld;
    },

    async isAnythingLeft(store: StoreName): Promise<boolean> {
      const run = db.selectFrom('_function_runs').select(sql<number>`1`.as('one')).limit(1);
      const definition = db.selectFrom('_functions').select(sql<number>`1`.as('one')).limit(1);
      const found = await Promise.all([fetchRows(database, run, store), fetchRows(database, definition, store)]);
      return found.some((rows) => rows.length > 0);
    },
  };
}

function ownershipOn(database: Database, matching: RunMatcher) {
  return {
    async scheduledRunners(store: StoreName, functionName: string, nowMs: number): Promise<readonly string[]> {
      const query = matching({ functionName, status: 'running', trigger: 'schedule' })
        .select('owner')
        .distinct()
        .where('deadline_ms', '>=', nowMs);
      return (await fetchRows(database, query, store)).map((row) => row.owner);
    },

    /** The processes with running runs, each with the earliest deadline of its runs. */
    async runners(store: StoreName): Promise<readonly { owner: string; firstDeadlineMs: number }[]> {
      const query = matching({ status: 'running' })
        .select((eb) => ['owner', eb.fn.min<number>('deadline_ms').as('first')])
        .groupBy('owner');
      return (await fetchRows(database, query, store)).map((row) => ({
        owner: row.owner,
        firstDeadlineMs: Number(row.first),
      }));
    },
  };
}

function stepsOn({ db, matching }: QueryContext) {
  return {
    /** Marks runs as lost whose deadline has passed or whose process is one of `gone`. */
    loseStep(nowMs: number, gone: readonly string[]): PlainStep {
      const query = db
        .updateTable('_function_runs')
        .set({ status: 'lost', error: LOST })
        .where('status', '=', 'running')
        .where((eb) => {
          const isLate = eb('deadline_ms', '<', nowMs);
          return gone.length === 0 ? isLate : eb.or([isLate, eb('owner', 'in', gone)]);
        });
      return plainStep(query);
    },

    /** Deletes runs before `before` among the `atOnce` oldest of all functions: ids are ordered by time. */
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

    forgetStep(functionName: string, { upTo, atOnce }: { upTo: string; atOnce: number }): PlainStep {
      const oldest = matching({ functionName }).select('id').where('id', '<=', upTo).orderBy('id').limit(atOnce);
      return plainStep(db.deleteFrom('_function_runs').where('id', 'in', oldest));
    },
  };
}

function matchingOn(database: Pick<Database, 'dialect'>, db: Kysely<Tables>) {
  return ({ functionName, status, trigger, since, until, search }: RunsFilter) => {
    let query = db.selectFrom('_function_runs');
    if (functionName !== undefined) query = query.where('function', '=', functionName);
    if (status !== undefined) query = query.where('status', '=', status);
    if (trigger !== undefined) query = query.where('kind', '=', trigger);
    // Ids grow with the start time, so the id condition lets the database start at the right place.
    if (since !== undefined)
      query = query.where('id', '>=', firstIdAt(Date.parse(since))).where('started_at', '>=', since);
    if (until !== undefined) query = query.where('started_at', '<', until);
    if (search === undefined || search === '') return query;
    const id = parseUuid(search);
    if (id !== undefined)
      return query.where((eb) => eb.or([eb('id', '=', id), eb('job_id', '=', id), eb('delivery_id', '=', id)]));
    const columns = ['error', 'payload', 'log'];
    return query.where((eb) => eb.or(columns.map((column) => containsText(database, column, search))));
  };
}

type RunMatcher = ReturnType<typeof matchingOn>;
