import { type Kysely, sql } from 'kysely';
import type { Database, Listing, Row, StoreName } from '../../../database/index.ts';
import { createSqlBuilder, fetchCount, fetchRows, pageOf, statementOf } from '../../../database/index.ts';
import type { FunctionJob, JobState } from './function-job.ts';
import {
  isAbandoned,
  type JobRow,
  type JobTables,
  jobOf,
  type LeaseTerms,
  LISTED_COLUMNS,
  PAUSED,
  WAITING,
} from './job-row.ts';
import { jobSteps } from './job-steps.ts';

export interface JobsFilter {
  readonly functionName?: string | undefined;
  readonly state?: JobState | undefined;
}

export type JobsStore = ReturnType<typeof createJobsStore>;

export function createJobsStore(database: Database, process: Pick<LeaseTerms, 'owner' | 'isSole'>) {
  const db = createSqlBuilder<JobTables>(database);
  const terms: LeaseTerms = { ...process, databaseNow: sql.raw(database.dialect.nowMs) };
  return {
    ...jobSteps(db, terms),
    ...orderQueries(database, db),
    ...listQueries(database, db),
    ...dueQueries(database, db, terms),
    waitingStatement: statementOf(
      db.selectFrom('_function_jobs').selectAll().where('state', 'in', WAITING).orderBy('id'),
    ),
    read: (rows: readonly Row[]): readonly FunctionJob[] =>
      (rows as readonly unknown[] as readonly JobRow[]).map(jobOf),
  };
}

function orderQueries(database: Database, db: Kysely<JobTables>) {
  return {
    async findHolder(store: StoreName, functionName: string, key: string): Promise<FunctionJob | undefined> {
      const query = db
        .selectFrom('_function_jobs')
        .selectAll()
        .where('function', '=', functionName)
        .where('held_key', '=', key);
      const [row] = await fetchRows(database, query, store);
      return row && jobOf(row);
    },

    countWaiting: (store: StoreName, max: number): Promise<number> =>
      fetchCount(
        database,
        db
          .selectFrom(db.selectFrom('_function_jobs').select('id').where('state', 'in', WAITING).limit(max).as('some'))
          .select([]),
        store,
      ),
  };
}

function listQueries(database: Database, db: Kysely<JobTables>) {
  const matching = ({ functionName, state }: JobsFilter) => {
    let query = db.selectFrom('_function_jobs');
    if (functionName !== undefined) query = query.where('function', '=', functionName);
    if (state !== undefined) query = query.where('state', 'in', state === 'waiting' ? WAITING : [state]);
    return query;
  };
  return {
    async find(store: StoreName, id: string): Promise<FunctionJob | undefined> {
      const [row] = await fetchRows(database, matching({}).selectAll().where('id', '=', id), store);
      return row && jobOf(row);
    },

    async list(store: StoreName, filter: JobsFilter, listing: Listing<'created_at' | 'id'>): Promise<FunctionJob[]> {
      const query = matching(filter).select(LISTED_COLUMNS).select(sql<null>`NULL`.as('payload'));
      return (await fetchRows(database, pageOf(query, listing), store)).map(jobOf);
    },

    countPaused: (store: StoreName): Promise<number> =>
      fetchCount(database, db.selectFrom('_function_jobs').where('state', '=', PAUSED), store),

    count: (store: StoreName, filter: JobsFilter): Promise<number> => fetchCount(database, matching(filter), store),

    async isAnyLeft(store: StoreName): Promise<boolean> {
      return (await fetchRows(database, matching({}).select('id').limit(1), store)).length > 0;
    },
  };
}

function dueQueries(database: Database, db: Kysely<JobTables>, terms: LeaseTerms) {
  return {
    /** Ids of jobs that may start: first those whose process died, then due jobs, the longest overdue first. */
    async startable(store: StoreName, nowMs: number, limit: number): Promise<string[]> {
      const abandoned = db
        .selectFrom('_function_jobs')
        .select('id')
        .where('state', '=', 'running')
        .where(isAbandoned(terms))
        .orderBy('lease_until_ms')
        .limit(limit);
      const due = db
        .selectFrom('_function_jobs')
        .select('id')
        .where('state', '=', 'waiting')
        .where('due_at_ms', '<=', nowMs)
        .orderBy('due_at_ms')
        .orderBy('id')
        .limit(limit);
      const [first, then] = await Promise.all([fetchRows(database, abandoned, store), fetchRows(database, due, store)]);
      return [...first, ...then].slice(0, limit).map(({ id }) => id);
    },

    /** The next due time or end of another process's lease, by this process's clock; undefined when no job waits. */
    async nextStartMs(store: StoreName, nowMs: number): Promise<number | undefined> {
      const due = db
        .selectFrom('_function_jobs')
        .select('due_at_ms as at')
        .where('state', '=', 'waiting')
        .orderBy('due_at_ms')
        .limit(1);
      const leased = db
        .selectFrom('_function_jobs')
        .select(sql<number>`lease_until_ms - ${terms.databaseNow}`.as('inMs'))
        .where('state', '=', 'running')
        .where('lease_owner', '!=', terms.owner)
        .orderBy('lease_until_ms')
        .limit(1);
      const [[waiting], [running]] = await Promise.all([
        fetchRows(database, due, store),
        fetchRows(database, leased, store),
      ]);
      const times = [
        ...(waiting === undefined ? [] : [Number(waiting.at)]),
        ...(running === undefined ? [] : [terms.isSole ? nowMs : nowMs + Number(running.inMs)]),
      ];
      return times.length === 0 ? undefined : Math.min(...times);
    },
  };
}
