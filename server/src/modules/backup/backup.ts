import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../config/index.ts';
import type { PlainStep, StoreName } from '../../database/index.ts';
import type { Route } from '../../http/index.ts';
import { isoTime } from '../../platform/clock.ts';
import { createLimit } from '../../platform/limit.ts';
import type { BackupContext } from './backup-context.ts';
import { instanceBackupRoutes } from './instance-routes.ts';
import { createRestores } from './restore/restores.ts';
import { backupRoutes, type RoutesContext } from './routes.ts';
import { createBackupSchedule } from './schedule/schedule.ts';
import { createArchivePlace } from './stored/archive-place.ts';
import { projectOfBackupFile } from './stored/backup-file.ts';
import type { BackupTarget } from './stored/backup-target.ts';
import type { BackupsStore } from './stored/backups-store.ts';
import { createBackupTarget } from './stored/create-backup-target.ts';
import { NO_OUTCOME } from './stored/stored-backup.ts';
import { copyBackup, type StoredContext } from './stored/stored-backups.ts';

const MADE_AT_ONCE = 2;
const HOUR_MS = 60 * 60 * 1000;
const SWEEP_MS = 60 * 1000;
/** Age at which backups outside the target, and leftovers of dead processes, are deleted. */
const KEPT_MS = 24 * HOUR_MS;
const STOP_MS = 2_000;

export interface BackupsOptions extends Omit<BackupContext, 'folder'> {
  readonly dataDir: string;
  readonly backupsStore: BackupsStore;
  readonly backups: Config['backups'];
  readonly onError: (error: unknown) => void;
}

export interface Backups {
  readonly routes: readonly Route[];
  /** Call before requests are served: deletes leftovers of processes that died. */
  start(): Promise<void>;
  /** Waits a short time for work under way. Unfinished work leaves everything unchanged. */
  stop(): Promise<void>;
  /** Cleans up the control store when a project is deleted. Its files at the target stay. */
  forgetSteps(store: StoreName): readonly PlainStep[];
  metrics(): Promise<string>;
  runDue(): Promise<void>;
}

export function createBackups(options: BackupsOptions): Backups {
  const { dataDir, backups, backupsStore, onError, projects } = options;
  const context: BackupContext = { ...options, folder: join(dataDir, 'cache', 'archives') };
  const target = backups.target && createBackupTarget(backups.target, dataDir);
  const stored: StoredContext = {
    ...context,
    backupsStore,
    place: createArchivePlace(context.blobs, target),
    making: createLimit(MADE_AT_ONCE),
    hasTarget: target !== undefined,
    passphrase: backups.passphrase,
    works: new Set(),
  };
  const restores = createRestores(context);
  const schedule =
    target && createBackupSchedule({ context: stored, target, pattern: backups.schedule, keep: backups.keep });
  const sweep = (): Promise<void> => restores.sweep({ isStart: false });
  let tidying: NodeJS.Timeout | undefined;
  let sweeping: NodeJS.Timeout | undefined;
  const routes: RoutesContext = {
    ...stored,
    downloads: new Map(),
    restores,
    fetchBackup: (call, id, path) => copyBackup(stored, call, id, path),
  };
  return {
    routes: [...backupRoutes(routes), ...instanceBackupRoutes(routes)],
    async start() {
      await target
        ?.check()
        .catch((error: unknown) => options.logger.warn({ err: { message: String(error) } }, UNUSABLE));
      if (!context.isShared) await context.holds.releaseAll();
      await restores.sweep({ isStart: true });
      await tidy(stored, target, { isStart: true });
      tidying = setInterval(() => tidy(stored, target, { isStart: false }).catch(onError), HOUR_MS).unref();
      sweeping = setInterval(() => sweep().catch(onError), SWEEP_MS).unref();
      schedule?.start();
    },
    async stop() {
      clearInterval(tidying);
      clearInterval(sweeping);
      const ended = Promise.all([restores.stop(), schedule?.stop(), ...stored.works]);
      const late = Promise.withResolvers<void>();
      const timer = setTimeout(late.resolve, STOP_MS);
      await Promise.race([ended, late.promise]);
      clearTimeout(timer);
      await target?.close();
    },
    forgetSteps: (store) => [backupsStore.deleteAllStep(store), context.restoresStore.deleteAllStep(store)],
    async metrics() {
      const [verified, ids] = await Promise.all([backupsStore.lastVerified(), projects.idsByStore()]);
      const lines = verified.flatMap(({ store, verifiedAt }) => {
        const id = ids.get(store);
        return id === undefined ? [] : [`${METRIC}{project="${id}"} ${Math.floor(Date.parse(verifiedAt) / 1000)}`];
      });
      return [
        `# HELP ${METRIC} When the last backup was kept and verified.`,
        `# TYPE ${METRIC} gauge`,
        ...lines,
        '',
      ].join('\n');
    },
    async runDue() {
      await sweep();
      await schedule?.runDue();
    },
  };
}

const UNUSABLE = 'Backups will fail: the folder of SERVICE_BACKUP_URL cannot be written to.';
const METRIC = 'backup_last_success_timestamp_seconds';

async function tidy(
  context: StoredContext,
  target: BackupTarget | undefined,
  { isStart }: { readonly isStart: boolean },
): Promise<void> {
  const { backupsStore, clock, database, place, findProject, folder, isShared } = context;
  const nowMs = clock.now();
  // A single process that is just starting has no work; among several, none knows what the others do.
  const isAlone = isStart && !isShared;
  const isLeft = (changedMs: number): boolean => isAlone || nowMs - changedMs > KEPT_MS;
  await removeLeft(folder, isLeft);
  await target?.removeLeft(async (file, changedMs) => {
    const project = projectOfBackupFile(file);
    return project !== undefined && isLeft(changedMs) && (await findProject(project)) !== undefined;
  });
  await database.write('control', [backupsStore.failLeftStep(isAlone ? Number.MAX_SAFE_INTEGER : nowMs, NO_OUTCOME)]);
  for (const backup of await backupsStore.oldBlobs(isoTime(nowMs - KEPT_MS))) {
    await place.delete(backup);
    await database.write('control', [backupsStore.deleteStep(backup.store, backup.id)]);
  }
}

async function removeLeft(folder: string, isLeft: (changedMs: number) => boolean): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found !== undefined && isLeft(found.mtimeMs)) await rm(path, { recursive: true, force: true });
  }
}
