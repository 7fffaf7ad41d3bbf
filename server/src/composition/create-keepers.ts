import { type Config, VERSION } from '../config/index.ts';
import { createUserSection } from '../modules/auth/index.ts';
import { createBackups, createRestoresStore } from '../modules/backup/index.ts';
import { createMessageSection } from '../modules/inbox/index.ts';
import { createFileSection } from '../modules/storage/index.ts';
import { forgetStore } from './create-accounts.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { Accounts, Actors, Commerce, Content, Foundation, GetParts, Keepers } from './parts.ts';

export function createKeepers(
  config: Config,
  dependencies: Infrastructure & Foundation & Accounts & Content & Commerce & Actors,
  getParts: GetParts,
): Keepers {
  const { database, projects, functions, webhooks, apps, billing, integrations, payments } = dependencies;
  const backups = createBackups({
    ...dependencies,
    version: VERSION,
    dataDir: config.dataDir,
    backups: config.backups,
    sections: [
      createUserSection(dependencies),
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
    forgetStore: (store) => forgetStore(getParts, store),
    carryOver: billing.carryOver,
  });
  return { backups };
}
