import { type Kysely, sql } from 'kysely';
import type { PlainStep } from '../../../database/index.ts';
import { plainStep } from '../../../database/index.ts';
import type { FunctionJob } from './function-job.ts';
import { isAbandoned, type JobTables, type LeaseTerms, PAUSED, rowOf, WAITING } from './job-row.ts';

/** Other processes take over the jobs of a dead process after this time; a live process renews its leases well before. */
const LEASE_MS = 8000;

/** A run of a job. It can end the job only while the job still has this run id. */
export interface HeldRun {
  readonly id: string;
  readonly runId: string;
}

export interface Claim extends HeldRun {
  readonly nowMs: number;
  readonly startedAt: string;
}

export function jobSteps(db: Kysely<JobTables>, terms: LeaseTerms) {
  return { ...orderSteps(db), ...runSteps(db, terms), ...handSteps(db), ...sweepSteps(db) };
}

function orderSteps(db: Kysely<JobTables>) {
  return {
    /** Inserts nothing when another job of the function holds the key. */
    insertStep: (job: FunctionJob): PlainStep =>
      plainStep(
        db
          .insertInto('_function_jobs')
          .values(rowOf(job))
          .onConflict((conflict) => conflict.doNothing()),
      ),

    /** Releases the key of a job that succeeded before `before`, an ISO time. */
    freeKeyStep: (functionName: string, key: string, before: string): PlainStep =>
      plainStep(
        db
          .updateTable('_function_jobs')
          .set({ held_key: null })
          .where('function', '=', functionName)
          .where('held_key', '=', key)
          .where('state', '=', 'succeeded')
          .where('ended_at', '<', before),
      ),
  };
}

function runSteps(db: Kysely<JobTables>, terms: LeaseTerms) {
  /** Changes the job only while this run still holds it; another process may have taken it over. */
  const held = ({ id, runId }: HeldRun) =>
    db.updateTable('_function_jobs').where('id', '=', id).where('state', '=', 'running').where('run_id', '=', runId);
  const leased = { lease_owner: terms.owner, lease_until_ms: sql<number>`${terms.databaseNow} + ${sql.lit(LEASE_MS)}` };
  const released = { lease_owner: null, lease_until_ms: 0 };
  return {
    /** Starts a run of a due or abandoned job and returns the job; returns nothing when another process came first. */
    claimStep: ({ id, runId, nowMs, startedAt }: Claim): PlainStep =>
      plainStep(
        db
          .updateTable('_function_jobs')
          .set((eb) => ({
            interruptions: eb
              .case()
              .when('state', '=', 'running')
              .then(eb('interruptions', '+', 1))
              .else(eb.ref('interruptions'))
              .end(),
            state: 'running',
            attempt: eb('attempt', '+', 1),
            started_at: startedAt,
            run_id: runId,
            ...leased,
          }))
          .where('id', '=', id)
          .where((eb) =>
            eb.or([
              eb.and([eb('state', '=', 'waiting'), eb('due_at_ms', '<=', nowMs)]),
              eb.and([eb('state', '=', 'running'), isAbandoned(terms)(eb)]),
            ]),
          )
          .returningAll(),
      ),

    renewStep: plainStep(
      db
        .updateTable('_function_jobs')
        .set(leased)
        .where('state', '=', 'running')
        .where('lease_owner', '=', terms.owner),
    ),

    succeedStep: (run: HeldRun, endedAt: string): PlainStep =>
      plainStep(held(run).set({ ...released, state: 'succeeded', ended_at: endedAt, error: null })),

    failStep: (run: HeldRun, endedAt: string, error: string): PlainStep =>
      plainStep(held(run).set({ ...released, state: 'failed', ended_at: endedAt, error, held_key: null })),

    repeatStep: (run: HeldRun, dueAtMs: number, error: string): PlainStep =>
      plainStep(
        held(run).set((eb) => ({
          ...released,
          state: 'waiting',
          due_at_ms: dueAtMs,
          error,
          retries_left: eb('retries_left', '-', 1),
        })),
      ),

    /** The run never started, so the attempt does not count. */
    postponeStep: (run: HeldRun, dueAtMs: number): PlainStep =>
      plainStep(
        held(run).set((eb) => ({ ...released, state: 'waiting', due_at_ms: dueAtMs, attempt: eb('attempt', '-', 1) })),
      ),
  };
}

function handSteps(db: Kysely<JobTables>) {
  const inState = (id: string, states: readonly string[]) =>
    db.updateTable('_function_jobs').where('id', '=', id).where('state', 'in', states);
  return {
    /** Fails with a unique violation when another job has taken the key meanwhile. */
    retryStep: (id: string, dueAtMs: number): PlainStep =>
      plainStep(
        inState(id, ['failed', 'cancelled'])
          .set((eb) => ({
            state: 'waiting',
            due_at_ms: dueAtMs,
            retries_left: eb.ref('retries'),
            interruptions: 0,
            held_key: eb.ref('request_key'),
            ended_at: null,
            error: null,
          }))
          .returningAll(),
      ),

    hurryStep: (id: string, dueAtMs: number): PlainStep =>
      plainStep(inState(id, WAITING).set({ state: 'waiting', due_at_ms: dueAtMs }).returningAll()),

    cancelStep: (id: string, endedAt: string): PlainStep =>
      plainStep(inState(id, WAITING).set({ state: 'cancelled', ended_at: endedAt, held_key: null }).returningAll()),
  };
}

function sweepSteps(db: Kysely<JobTables>) {
  return {
    /** Lets up to `atOnce` paused jobs start when they are due. */
    resumeStep: (atOnce: number): PlainStep => {
      const some = db.selectFrom('_function_jobs').select('id').where('state', '=', PAUSED).limit(atOnce);
      return plainStep(
        db.updateTable('_function_jobs').set({ state: 'waiting' }).where('id', 'in', some).where('state', '=', PAUSED),
      );
    },

    failWaitingStep: (
      functionName: string,
      { endedAt, error, atOnce }: { endedAt: string; error: string; atOnce: number },
    ): PlainStep => {
      const some = db
        .selectFrom('_function_jobs')
        .select('id')
        .where('function', '=', functionName)
        .where('state', 'in', WAITING)
        .limit(atOnce);
      const query = db
        .updateTable('_function_jobs')
        .set({ state: 'failed', ended_at: endedAt, error, held_key: null })
        .where('id', 'in', some)
        .where('state', 'in', WAITING);
      return plainStep(query);
    },

    /** Deletes up to `atOnce` jobs that ended before `before`, an ISO time. */
    forgetEndedStep: (before: string, atOnce: number): PlainStep => {
      const some = db
        .selectFrom('_function_jobs')
        .select('id')
        .where('ended_at', '<', before)
        .orderBy('ended_at')
        .limit(atOnce);
      return plainStep(db.deleteFrom('_function_jobs').where('id', 'in', some));
    },
  };
}
