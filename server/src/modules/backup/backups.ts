import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Route } from '../../http/route.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { BackupContext } from './backup-context.ts';
import { createRestores } from './restore/restores.ts';
import { backupRoutes } from './routes.ts';

const LEFT_MS = 24 * 60 * 60 * 1000;

export type BackupsOptions = Omit<BackupContext, 'folder'> & { readonly dataDir: string };

export interface Backups {
  readonly routes: readonly Route[];
  /** Before requests come: throws away what processes that died have left. */
  start(): Promise<void>;
  /** Waits for restores that run. */
  stop(): Promise<void>;
}

/** Archives of projects: made, stored, restored. */
export function createBackups({ dataDir, ...options }: BackupsOptions): Backups {
  const context: BackupContext = { ...options, folder: join(dataDir, 'cache', 'archives') };
  const restores = createRestores(context);
  const routes = backupRoutes({
    ...context,
    downloads: new Map(),
    restores,
    fetchBackup: async () => {
      throw new ServiceError('not_found', 'There is no such backup.');
    },
  });
  return {
    routes,
    async start() {
      await removeLeft(context);
      if (!context.isShared) await context.holds.releaseAll();
      await restores.sweep();
    },
    stop: () => restores.stop(),
  };
}

/** Of several processes none knows what the others are doing, so only what is older than any work is theirs to delete. */
async function removeLeft({ folder, isShared }: BackupContext): Promise<void> {
  const nowMs = Date.now();
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: nowMs }));
    if (!isShared || nowMs - mtimeMs > LEFT_MS) await rm(path, { recursive: true, force: true });
  }
}
