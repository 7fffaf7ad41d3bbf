import { createBlobStore } from '../blobs/index.ts';
import type { Config } from '../config/index.ts';
import { createChangeFeed, createLiveProcesses } from '../database/index.ts';
import { createJobs } from '../jobs/index.ts';
import { createMail } from '../mail/index.ts';
import { createAudit } from '../modules/audit/index.ts';
import { createBackupsStore, createBlobHolds, holdDeletedBlobs } from '../modules/backup/index.ts';
import { createMonitoring } from '../modules/monitoring/index.ts';
import { createScrub } from '../modules/scrub/index.ts';
import { createConfinement, defaultIsolation } from '../platform/confinement/index.ts';
import { createPasswords } from '../platform/passwords/index.ts';
import type { Foundation, GetComponents } from './components.ts';
import type { Infrastructure } from './infrastructure.ts';

export function createFoundation(
  config: Config,
  infrastructure: Infrastructure,
  getComponents: GetComponents,
): Foundation {
  const { database, archive, clock, ids, logger, eventLogger, masterKey, addresses, isShared, onError, overrides } =
    infrastructure;
  const stored = createBlobStore({ config: config.blobs, dataDir: config.dataDir, clock });
  const { processTimes } = overrides;
  const jobs = createJobs({ database, clock, ids, logger, isShared });
  const feed = createChangeFeed({ database, clock, isShared, onError });
  const audit = createAudit({ database, clock, ids, logger: eventLogger, onError });
  const holds = createBlobHolds({ database, clock, ids });
  const backupsStore = createBackupsStore(database);
  const scrub = createScrub({
    database,
    clock,
    ids,
    logger,
    feed,
    audit,
    blobs: archive?.archiveBlobs(stored) ?? stored,
    everyDays: config.scrubDays,
    expected: () => [
      { table: '_files', list: getComponents().storage.checksums },
      { table: '_app_contents', list: getComponents().apps.checksums },
    ],
    projectId: (store) => getComponents().projects.idOf(store),
    onError,
  });
  const mail = createMail({
    database,
    clock,
    jobs,
    masterKey,
    mode: config.mode,
    smtpUrl: config.mail.smtpUrl,
    from: config.mail.from,
    host: () => new URL(addresses.publicUrl).hostname,
    takeMail: (store) => getComponents().limits.takeMail(store),
    mailboxStores: (operator) => getComponents().projects.administeredStores(operator),
  });
  return {
    feed,
    processes: createLiveProcesses({ database, ids, isShared, onError, ...(processTimes && { processTimes }) }),
    jobs,
    mail,
    audit,
    passwords: createPasswords(),
    holds,
    backupsStore,
    scrub,
    blobs: holdDeletedBlobs(scrub.blobs, {
      holds,
      existingBackups: backupsStore.existingBlobs,
      now: () => clock.now(),
      onError,
    }),
    confinement: createConfinement({
      dataDir: config.dataDir,
      isolation: config.isolation ?? defaultIsolation(config.mode),
      logger,
    }),
    monitoring: createMonitoring({
      database,
      clock,
      ids,
      jobs,
      storageBytes: (store) => getComponents().storage.bytesOf(store),
      flushLines: (store) => getComponents().functions.flushRuns(store),
      onError,
    }),
  };
}
