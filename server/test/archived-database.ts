import { randomBytes } from 'node:crypto';
import { createConfig } from '../src/config/index.ts';
import { createInstanceArchive, type InstanceArchive } from '../src/continuous-archive/index.ts';
import type { Database } from '../src/database/database.ts';
import { createDatabase } from '../src/database/index.ts';
import { systemClock } from '../src/platform/clock.ts';
import { silentLogger } from '../src/platform/logger.ts';

export interface ArchivedDatabase {
  readonly database: Database;
  readonly archive: InstanceArchive;
  /** As the service does: first everything committed is archived. */
  close(): Promise<void>;
}

export interface ArchivedDatabaseOptions {
  readonly dataDir: string;
  readonly place: string;
  readonly passphrase?: string;
  /** Runs after the archive is created, and before the database opens. */
  readonly beforeOpen?: () => Promise<unknown>;
}

/** The embedded database with a continuous archive in a folder, without the rest of the service. */
export async function openArchivedDatabase(options: ArchivedDatabaseOptions): Promise<ArchivedDatabase> {
  const { dataDir, place, passphrase, beforeOpen } = options;
  const config = createConfig({
    mode: 'production',
    dataDir,
    adminToken: randomBytes(20).toString('hex'),
    archiveUrl: `file://${place}`,
    archiveSeconds: '1',
    ...(passphrase !== undefined && { archivePassphrase: passphrase }),
  });
  const archive = createInstanceArchive(config, silentLogger);
  if (archive === undefined) throw new Error('the configuration has no archive');
  await beforeOpen?.();
  const database = await createDatabase({
    url: undefined,
    directory: dataDir,
    clock: systemClock,
    archive: archive.logs,
  });
  return {
    database,
    archive,
    async close() {
      await archive.close();
      await database.close();
    },
  };
}
