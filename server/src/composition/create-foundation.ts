import { createBlobStore } from '../blobs/index.ts';
import type { Config } from '../config/index.ts';
import { createChangeFeed } from '../database/change-feed.ts';
import { createLiveProcesses } from '../database/live-processes.ts';
import { createJobs } from '../jobs/index.ts';
import { createMail } from '../mail/index.ts';
import { createAudit } from '../modules/audit/index.ts';
import { createBackupsStore, createBlobHolds, holdDeletedBlobs } from '../modules/backup/index.ts';
import { createMonitoring } from '../modules/monitoring/index.ts';
import { createScrub } from '../modules/scrub/index.ts';
import { createConfinement } from '../platform/confinement/index.ts';
import { createPasswords } from '../platform/passwords/index.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { Foundation, GetParts } from './parts.ts';

export function createFoundation(config: Config, infrastructure: Infrastructure, getParts: GetParts): Foundation {
  const jobs = createJobs(infrastructure);
  const holds = createBlobHolds(infrastructure);
  const backupsStore = createBackupsStore(infrastructure.database);
  const { clock, onError } = infrastructure;
  const feed = createChangeFeed(infrastructure);
  const audit = createAudit(infrastructure);
  const scrub = createScrub({
    ...infrastructure,
    feed,
    audit,
    blobs: createBlobStore({ config: config.blobs, dataDir: config.dataDir, clock }),
    everyDays: config.scrubDays,
    expected: () => [{ list: getParts().storage.checksums }, { list: getParts().apps.checksums }],
    projectId: (store) => getParts().projects.idOf(store),
  });
  return {
    monitoring: createMonitoring({
      ...infrastructure,
      jobs,
      storageBytes: (store) => getParts().storage.bytesOf(store),
      flushLines: (store) => getParts().functions.flushRuns(store),
    }),
    feed,
    scrub,
    processes: createLiveProcesses(infrastructure),
    jobs,
    mail: createMail({
      ...infrastructure,
      ...config.mail,
      jobs,
      mode: config.mode,
      host: () => new URL(infrastructure.addresses.publicUrl).hostname,
      takeMail: (store) => getParts().limits.takeMail(store),
      mailboxStores: (operator) => getParts().projects.administeredStores(operator),
    }),
    audit,
    passwords: createPasswords(),
    holds,
    backupsStore,
    confinement: createConfinement(infrastructure.logger),
    blobs: holdDeletedBlobs(scrub.blobs, {
      holds,
      existingBackups: backupsStore.existingBlobs,
      now: () => clock.now(),
      onError,
    }),
  };
}
