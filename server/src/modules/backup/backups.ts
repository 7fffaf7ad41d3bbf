import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Route } from '../../http/route.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { BackupContext } from './backup-context.ts';
import { createRestores } from './restore/restores.ts';
import { backupRoutes } from './routes.ts';

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
      await removeLeft(context.folder);
      if (!context.isShared) await context.holds.releaseAll();
      await restores.sweep();
    },
    stop: () => restores.stop(),
  };
}

/** What lies here is this process's own: others that share the database have disks of their own. */
async function removeLeft(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) await rm(join(folder, name), { recursive: true, force: true });
}
