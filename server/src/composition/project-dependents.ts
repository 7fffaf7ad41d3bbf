import type { Database, StoreName } from '../database/index.ts';
import { createRestoresStore } from '../modules/backup/index.ts';
import type { ProjectDependents } from '../modules/projects/index.ts';
import type { Accounts, Foundation, GetComponents } from './components.ts';

interface Owners extends Pick<Foundation, 'monitoring' | 'scrub'>, Pick<Accounts, 'templates'> {
  readonly database: Database;
}

export function createProjectDependents(
  { database, templates, monitoring, scrub }: Owners,
  getComponents: GetComponents,
): ProjectDependents {
  return {
    steps: (store) => [
      ...templates.forgetSteps(store),
      ...monitoring.forgetSteps(store),
      ...scrub.forgetSteps(store),
      ...getComponents().backups.forgetSteps(store),
    ],
    forget: (store) => forgetStore(getComponents, store),
    futureStores: () => createRestoresStore(database).targets(),
  };
}

export async function forgetStore(getComponents: GetComponents, store: StoreName): Promise<void> {
  const { tables, delivery, jobs, storage, functions, integrations, apps, scrub, monitoring } = getComponents();
  tables.forget(store);
  // Runs first, because a running function could create new state in the others.
  await functions.forget(store);
  integrations.forget(store);
  await delivery.forget(store);
  await jobs.forget(store);
  await storage.forget(store);
  apps.forget(store);
  await scrub.forget();
  monitoring.forget(store);
}
