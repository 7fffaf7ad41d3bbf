import { join } from 'node:path';
import { type Config, VERSION } from '../config/index.ts';
import { createUserSection } from '../modules/auth/index.ts';
import { createBackups, createRestoresStore } from '../modules/backup/index.ts';
import { createDatabases } from '../modules/databases/index.ts';
import { createMessageSection } from '../modules/inbox/index.ts';
import { instanceRoutes } from '../modules/instance/index.ts';
import { createFileSection } from '../modules/storage/index.ts';
import type { BackupComponents, CreatedComponents, GetComponents } from './components.ts';
import { forgetStore } from './project-dependents.ts';

export function createKeepers(
  config: Config,
  { infrastructure, foundation, accounts, commerce, actors }: Omit<CreatedComponents, 'content'>,
  getComponents: GetComponents,
): BackupComponents {
  const { database, places, archive, clock, ids, logger, masterKey, isShared, onError } = infrastructure;
  const { audit, feed, processes, blobs, passwords, holds, backupsStore } = foundation;
  const { projects, placement, templates } = accounts;
  const { billing, integrations, payments } = commerce;
  const { functions, webhooks, apps } = actors;
  const backups = createBackups({
    database,
    clock,
    ids,
    logger,
    masterKey,
    isShared,
    archive,
    audit,
    blobs,
    holds,
    templates,
    backupsStore,
    version: VERSION,
    dataDir: config.dataDir,
    backups: config.backups,
    sections: [
      createUserSection({ database, masterKey, passwords }),
      functions.section,
      webhooks.section,
      createMessageSection(database),
      apps.section,
      integrations.section,
      payments.section,
      createFileSection(database),
    ],
    deployments: apps.section,
    projects: projects.archives,
    findProject: projects.find,
    settings: projects.settings,
    restoresStore: createRestoresStore(database),
    placeBeside: placement.stepsBeside,
    forgetStore: (store) => forgetStore(getComponents, store),
    carryOver: billing.carryOver,
    onError,
  });
  const folder = join(config.dataDir, 'cache', 'archives');
  const instance = instanceRoutes({ database, clock, ids, audit, feed, masterKey, billing, folder, version: VERSION });
  const databases = createDatabases({
    database,
    places,
    clock,
    ids,
    audit,
    feed,
    processes,
    findProject: projects.find,
    onError,
  });
  return { backups, instance: { routes: instance }, databases };
}
