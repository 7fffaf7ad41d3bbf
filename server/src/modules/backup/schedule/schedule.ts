import { Cron } from 'croner';
import type { BackupKeep } from '../../../config/index.ts';
import { isNotApplied } from '../../../database/index.ts';
import { isoTime } from '../../../platform/clock.ts';
import { backupFileTime } from '../stored/backup-file.ts';
import type { BackupTarget } from '../stored/backup-target.ts';
import { CLAIM_STEP } from '../stored/backups-store.ts';
import { LEASE_MS, makeBackup } from '../stored/make-backup.ts';
import type { StoredContext } from '../stored/stored-backups.ts';
import { filesToDelete } from './keep-policy.ts';

const LOOK_MS = 5_000;
const ATTEMPTS_MAX = 3;
/** Missed times of the schedule lead to one backup; counting stops at this number. */
const MISSED_MAX = 10_000;
const GIVEN_UP = { error: 'The server stopped several times while it made this backup.', code: 'unavailable' } as const;

export interface BackupSchedule {
  start(): void;
  stop(): Promise<void>;
  runDue(): Promise<void>;
}

export interface ScheduleOptions {
  readonly context: StoredContext;
  readonly target: BackupTarget;
  readonly pattern: string;
  readonly keep: BackupKeep;
}

/** One process claims the scheduled time and records the backups; idle processes make them one by one. */
export function createBackupSchedule({ context, target, pattern, keep }: ScheduleOptions): BackupSchedule {
  const { backupsStore, clock, database, logger, projects } = context;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let isStopping = false;

  const takeSlot = async (): Promise<void> => {
    const last = await backupsStore.lastSlot();
    const now = clock.now();
    // The first run only records the current time: times before the schedule was set up do not count.
    const slot = last === '' ? isoTime(now) : latestSlot(pattern, Date.parse(last), now);
    if (slot === undefined) return;
    const stores = last === '' ? [] : await projects.allStores();
    const steps = stores.map((store) =>
      backupsStore.insertStep({
        id: context.ids(),
        store,
        trigger: 'schedule',
        keptIn: 'target',
        slot,
        excluded: [],
        createdAt: isoTime(now),
        leaseUntilMs: 0,
      }),
    );
    try {
      await database.write('control', [backupsStore.takeSlotStep(last, slot), ...steps]);
    } catch (error) {
      if (!isNotApplied(error, CLAIM_STEP)) throw error;
    }
  };

  const makeNext = async (): Promise<boolean> => {
    const now = clock.now();
    const next = await backupsStore.nextToMake(now);
    if (next === undefined) return false;
    if (next.attempts >= ATTEMPTS_MAX) {
      await database.write('control', [backupsStore.failStep(next.id, GIVEN_UP)]);
      return true;
    }
    try {
      await database.write('control', [backupsStore.claimStep(next, now + LEASE_MS)]);
    } catch (error) {
      if (isNotApplied(error, CLAIM_STEP)) return true;
      throw error;
    }
    const project = await projects.ofStore(next.store);
    if (project === undefined) {
      await database.write('control', [backupsStore.deleteStep(next.store, next.id)]);
      return true;
    }
    const isMade = await makeBackup(context, { backup: next, project, passphrase: context.passphrase });
    if (isMade) await deleteOld(project);
    return true;
  };

  /** Deletes only files with a backup's name that were not requested by a user. */
  const deleteOld = async (project: { readonly id: string; readonly store: StoredContextStore }): Promise<void> => {
    const manual = await backupsStore.manualFiles(project.store);
    const files = (await target.list(project.id)).flatMap((file) => {
      const timeMs = backupFileTime(project.id, file);
      return timeMs === undefined || manual.has(`${project.id}/${file}`) ? [] : [{ file, timeMs }];
    });
    for (const file of filesToDelete(files, keep)) {
      await target.delete(project.id, file);
      await database.write('control', [backupsStore.deleteFileStep(project.store, `${project.id}/${file}`)]);
    }
  };

  const runDue = async (): Promise<void> => {
    await takeSlot();
    while (!isStopping && (await makeNext()));
  };

  const look = (): void => {
    running = runDue()
      .catch((error: unknown) => logger.error({ err: { message: String(error) } }, 'The schedule of backups failed.'))
      .then(() => {
        if (!isStopping) timer = setTimeout(look, LOOK_MS).unref();
      });
  };

  return {
    start: look,
    runDue,
    async stop() {
      isStopping = true;
      clearTimeout(timer);
      await running;
    },
  };
}

type StoredContextStore = Parameters<StoredContext['backupsStore']['manualFiles']>[0];

export function latestSlot(pattern: string, afterMs: number, nowMs: number): string | undefined {
  const cron = new Cron(pattern, { timezone: 'UTC', paused: true, mode: pattern.startsWith('@') ? 'auto' : '5-part' });
  let latest: number | undefined;
  let from = afterMs;
  for (let missed = 0; missed < MISSED_MAX; missed += 1) {
    const next = cron.nextRun(new Date(from))?.getTime();
    if (next === undefined || next > nowMs) break;
    latest = next;
    from = next;
  }
  return latest === undefined ? undefined : isoTime(latest);
}
