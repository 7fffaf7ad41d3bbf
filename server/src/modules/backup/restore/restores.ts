import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { LeftOut } from '../../../archive/sections/index.ts';
import type { StoreName } from '../../../database/index.ts';
import { isNotApplied } from '../../../database/index.ts';
import { isoTime } from '../../../platform/clock.ts';
import { ServiceError } from '../../../platform/errors.ts';
import type { BackupContext } from '../backup-context.ts';
import { archiveOf, type RestoreFailure, type RestoreRecord } from '../restore-record.ts';
import { type AbandonedRestore, ALONE_STEP } from '../restores-store.ts';
import { isEmpty } from './is-empty.ts';
import { type RestoreOrder, runRestore } from './run-restore.ts';

/** A process that has not renewed its lease for this long counts as dead. */
const LEASE_MS = 60_000;
const RENEW_MS = 15_000;
const FAILED: RestoreFailure = {
  error: 'The server stopped while it restored. Nothing was changed; try again.',
  code: 'unavailable',
};

export interface Restores {
  begin(): { readonly id: string; readonly path: string };
  /** Starts the restore; `ended` resolves when it is over and never rejects. Throws `conflict` when another restore of the project runs. */
  start(id: string, order: RestoreOrder): Promise<{ readonly ended: Promise<RestoreEnd> }>;
  /** A restore of the project, including one whose process died. */
  find(store: StoreName, id: string): Promise<RestoreRecord | undefined>;
  /** Ends the restores of processes that died. At a start, call it before requests are served. */
  sweep(options: { readonly isStart: boolean }): Promise<void>;
  stop(): Promise<void>;
}

export interface RestoreEnd {
  readonly record: RestoreRecord;
  readonly failure: unknown;
}

export function createRestores(context: BackupContext): Restores {
  const { clock, database, ids, restoresStore, logger } = context;
  const running = new Set<Promise<unknown>>();

  const save = async (record: RestoreRecord): Promise<void> => {
    await database.write('control', [restoresStore.updateStep(record, clock.now() + LEASE_MS)]);
  };

  const saveEnd = (record: RestoreRecord, order: RestoreOrder): Promise<void> =>
    record.state === 'failed' && record.created !== undefined ? failBeside(context, record, order) : save(record);

  const run = async (record: RestoreRecord, target: StoreName, order: RestoreOrder): Promise<RestoreEnd> => {
    let current = record;
    const renewal = setInterval(() => {
      const renewed = database.write('control', [restoresStore.renewStep(record.id, clock.now() + LEASE_MS)]);
      renewed.catch((error: unknown) => logger.warn({ err: { message: String(error) } }, 'A lease was not renewed.'));
    }, RENEW_MS).unref();
    let failure: unknown;
    const done = (leftOut: readonly LeftOut[]): RestoreRecord => ({ ...current, state: 'done', left_out: leftOut });
    try {
      const leftOut: readonly LeftOut[] = await runRestore(context, target, order, {
        async verified(manifest) {
          current = { ...current, state: 'loading', archive: archiveOf(manifest), counts: manifest.counts };
          await save(current);
        },
        doneStep: (leftOut) => restoresStore.updateStep(done(leftOut), 0),
      });
      current = done(leftOut);
    } catch (error) {
      failure = error;
      if (!(error instanceof ServiceError)) logger.error({ err: errorOf(error) }, 'A restore failed.');
      current = { ...current, state: 'failed', error: failureOf(error) };
    } finally {
      clearInterval(renewal);
      await rm(order.path, { force: true }).catch(() => undefined);
    }
    const isSaved = current.state === 'done' && !current.dry_run;
    if (!isSaved) {
      await saveEnd(current, order).catch((error: unknown) =>
        logger.warn({ err: { message: String(error) } }, 'The end of a restore could not be recorded.'),
      );
    }
    return { record: current, failure };
  };

  return {
    begin() {
      const id = ids();
      return { id, path: join(context.folder, `${id}.tar`) };
    },
    async start(id, order) {
      const target: StoreName = `p_${ids().replaceAll('-', '')}`;
      const record = newRecord(id, order);
      const nowMs = clock.now();
      const { store } = order.project;
      const row = { record, store, target, createdAt: isoTime(nowMs), nowMs, leaseUntilMs: nowMs + LEASE_MS };
      try {
        const place = await context.placeBeside(target, store);
        await database.write('control', [...restoresStore.insertSteps(row), ...place]);
      } catch (error) {
        await rm(order.path, { force: true });
        throw isNotApplied(error, ALONE_STEP) ? underWay() : error;
      }
      const end = run(record, target, order);
      const noted: Promise<unknown> = end.finally(() => running.delete(noted));
      running.add(noted);
      return { ended: end };
    },
    async find(store, id) {
      const found = await restoresStore.find(store, id);
      if (found === undefined) return undefined;
      const { record, leaseUntilMs } = found;
      const isOver = record.state === 'done' || record.state === 'failed' || leaseUntilMs > clock.now();
      return isOver ? record : { ...record, state: 'failed', error: FAILED };
    },
    async sweep({ isStart }) {
      // After the machine has slept, the leases of this process's own restores may be over although they run.
      if (running.size > 0) return;
      // A single process that is just starting runs no restore, so every restore recorded as running is dead.
      const beforeMs = isStart && !context.isShared ? Number.MAX_SAFE_INTEGER : clock.now();
      for (const abandoned of await restoresStore.left(beforeMs)) {
        await endAbandoned(context, abandoned, beforeMs).catch((error: unknown) => {
          if (isNotApplied(error, ALONE_STEP)) return;
          const fields = { restore: abandoned.record.id, err: { message: String(error) } };
          logger.warn(fields, 'An unfinished restore could not be removed yet.');
        });
      }
    },
    async stop() {
      await Promise.all(running);
    },
  };
}

function newRecord(id: string, { project, source, isDryRun }: RestoreOrder): RestoreRecord {
  return {
    id,
    state: 'verifying',
    dry_run: isDryRun,
    archive: null,
    counts: null,
    left_out: [],
    error: null,
    ...(source !== undefined && { source, created: project.store }),
  };
}

/**
 * Fails as `ALONE_STEP` when the restore goes on, or another process ends it. Its process may only have been suspended, so
 * the restore is taken from it before its store is deleted: it must not switch the project to that store in between.
 */
async function endAbandoned(
  context: BackupContext,
  { record, target }: AbandonedRestore,
  beforeMs: number,
): Promise<void> {
  const { clock, database, projects, restoresStore } = context;
  const leaseUntilMs = clock.now() + LEASE_MS;
  await database.write('control', [restoresStore.takeStep(record.id, { beforeMs, leaseUntilMs })]);
  const isDone = await projects.isInUse(target);
  if (!isDone) {
    await context.forgetStore(target);
    await database.drop(target);
  }
  const end = endOf(record, isDone);
  const created = isDone || record.created === undefined ? undefined : await projects.ofStore(record.created);
  if (created === undefined) await database.write('control', [restoresStore.endStep(end)]);
  else await failBeside(context, end, { author: { operator: { kind: 'service' } }, project: created });
}

/** A restore that has failed already is here again because the project it created could not be read. */
function endOf(record: RestoreRecord, isDone: boolean): RestoreRecord {
  if (isDone) return { ...record, state: 'done' };
  return record.state === 'failed' ? record : { ...record, state: 'failed', error: FAILED };
}

/**
 * Records the failure of a restore that created a project, and removes that project if nobody has used it. The project
 * of the moment keeps the restore, if that is possible.
 */
async function failBeside(
  context: BackupContext,
  record: RestoreRecord,
  { author, project }: Pick<RestoreOrder, 'author' | 'project'>,
): Promise<void> {
  const { database, projects, restoresStore } = context;
  const { id, source } = record;
  const endStep = restoresStore.endStep(record);
  const isUsed = await isProjectUsed(context, project.store);
  if (isUsed !== false) {
    await database.write('control', [isUsed ? endStep : restoresStore.failLaterStep(record)]);
    return;
  }
  const keeping = source === undefined ? [] : [restoresStore.keepStep(id, source)];
  const isRemoved = await projects.removeUnchanged(author, project, [endStep, ...keeping]).catch((error: unknown) => {
    if (isNotApplied(error, ALONE_STEP)) throw error;
    return projects.removeUnchanged(author, project);
  });
  if (!isRemoved) await database.write('control', [endStep]);
}

/**
 * Whether the owner has used a project since its creation. Undefined when its database does not answer, which may also
 * be why the restore has failed. A first table that is created between this check and the removal is deleted with it.
 */
async function isProjectUsed({ database, projects }: BackupContext, store: StoreName): Promise<boolean | undefined> {
  if (await projects.isChanged(store)) return true;
  try {
    return !(await isEmpty({ database }, store));
  } catch {
    return undefined;
  }
}

function failureOf(error: unknown): RestoreFailure {
  if (!(error instanceof ServiceError)) return { error: 'Something went wrong on the server.', code: 'internal_error' };
  const { message, code, details } = error;
  return { error: message, code, ...(details !== undefined && { details }) };
}

function errorOf(error: unknown): object {
  return error instanceof Error ? { message: error.message, stack: error.stack } : { message: String(error) };
}

function underWay(): ServiceError {
  return new ServiceError('conflict', 'This project is being restored at the moment.');
}
