import type { ExpressionBuilder, Kysely } from 'kysely';
import type { Database, PlainStep, StoreName } from '../database/index.ts';
import { createSqlBuilder, fetchRows, plainStep } from '../database/index.ts';

interface JobRow {
  id: string;
  kind: string;
  payload: string;
  /** `waiting`, or `dead` after it was given up. */
  state: string;
  run_at: number;
  attempts: number;
  lease_until: number;
  lease_owner: string | null;
  error: string | null;
  created_at: string;
}

interface Tables {
  _jobs: JobRow;
}

export interface Lease {
  readonly owner: string;
  readonly nowMs: number;
  readonly untilMs: number;
}

export type JobsStore = ReturnType<typeof createJobsStore>;

/** `soleOwner`: the id of the only process. Leases of other owners are left by dead processes and do not count. */
export function createJobsStore(database: Database, soleOwner?: string) {
  const db = createSqlBuilder<Tables>(database);
  return { ...claims(database, db, soleOwner), ...outcomes(database, db, soleOwner) };
}

function claims(database: Database, db: Kysely<Tables>, soleOwner?: string) {
  const isFree = (nowMs: number) => (eb: ExpressionBuilder<Tables, '_jobs'>) =>
    eb.or([eb('lease_until', '<=', nowMs), ...(soleOwner === undefined ? [] : [eb('lease_owner', '!=', soleOwner)])]);
  return {
    insertStep: (row: Pick<JobRow, 'id' | 'kind' | 'payload' | 'run_at' | 'created_at'>): PlainStep =>
      plainStep(
        db.insertInto('_jobs').values({
          ...row,
          state: 'waiting',
          attempts: 0,
          lease_until: 0,
          lease_owner: null,
          error: null,
        }),
      ),

    /** Repeats the condition outside the subquery, so that only one of two processes that chose a job gets it. */
    async claim(store: StoreName, lease: Lease, limit: number) {
      const due = db
        .selectFrom('_jobs')
        .select('id')
        .where('state', '=', 'waiting')
        .where('run_at', '<=', lease.nowMs)
        .where(isFree(lease.nowMs))
        .orderBy('run_at')
        .orderBy('id')
        .limit(limit);
      const query = db
        .updateTable('_jobs')
        .set((eb) => ({
          lease_until: lease.untilMs,
          lease_owner: lease.owner,
          attempts: eb('attempts', '+', 1),
        }))
        .where('id', 'in', due)
        .where(isFree(lease.nowMs))
        .where('state', '=', 'waiting')
        .returning(['id', 'kind', 'payload', 'attempts', 'created_at']);
      const { results } = await database.write(store, [plainStep(query)]);
      const [claimed] = results;
      return claimed?.kind === 'plain' ? claimed.rows : [];
    },

    renew: (store: StoreName, jobs: { owner: string; ids: readonly string[]; untilMs: number }) =>
      database.write(store, [
        plainStep(
          db
            .updateTable('_jobs')
            .set({ lease_until: jobs.untilMs })
            .where('id', 'in', jobs.ids)
            .where('lease_owner', '=', jobs.owner),
        ),
      ]),
  };
}

function outcomes(database: Database, db: Kysely<Tables>, soleOwner?: string) {
  return {
    /** Does nothing when another process has taken over the lease. */
    finish: (store: StoreName, id: string, owner: string) =>
      database.write(store, [plainStep(db.deleteFrom('_jobs').where('id', '=', id).where('lease_owner', '=', owner))]),

    retry: (store: StoreName, job: { id: string; owner: string; runAtMs: number; error: string }) =>
      database.write(store, [
        plainStep(
          db
            .updateTable('_jobs')
            .set({ run_at: job.runAtMs, lease_until: 0, lease_owner: null, error: job.error })
            .where('id', '=', job.id)
            .where('lease_owner', '=', job.owner),
        ),
      ]),

    postpone: (store: StoreName, job: { id: string; owner: string; runAtMs: number }) =>
      database.write(store, [
        plainStep(
          db
            .updateTable('_jobs')
            .set((eb) => ({
              run_at: job.runAtMs,
              lease_until: 0,
              lease_owner: null,
              attempts: eb('attempts', '-', 1),
            }))
            .where('id', '=', job.id)
            .where('lease_owner', '=', job.owner),
        ),
      ]),

    giveUp: (store: StoreName, job: { id: string; owner: string; error: string }) =>
      database.write(store, [
        plainStep(
          db
            .updateTable('_jobs')
            .set({ state: 'dead', lease_until: 0, lease_owner: null, error: job.error })
            .where('id', '=', job.id)
            .where('lease_owner', '=', job.owner),
        ),
      ]),

    /** When the next waiting job may run: its due time, or the end of its lease. Undefined when no job waits. */
    async nextRunAt(store: StoreName): Promise<number | undefined> {
      const query = db
        .selectFrom('_jobs')
        .select((eb) =>
          eb.fn
            .min<number | null>(
              eb
                .case()
                .when(
                  eb.and([
                    eb('lease_until', '>', eb.ref('run_at')),
                    ...(soleOwner === undefined ? [] : [eb('lease_owner', '=', soleOwner)]),
                  ]),
                )
                .then(eb.ref('lease_until'))
                .else(eb.ref('run_at'))
                .end(),
            )
            .as('at'),
        )
        .where('state', '=', 'waiting');
      const at = (await fetchRows(database, query, store))[0]?.at;
      return at === null || at === undefined ? undefined : Number(at);
    },
  };
}
