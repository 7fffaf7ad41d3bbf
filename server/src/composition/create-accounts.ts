import type { Project } from '../callers/index.ts';
import type { Config } from '../config/index.ts';
import type { StoreName } from '../database/database.ts';
import type { IdentityProvider } from '../http/index.ts';
import { createAuth } from '../modules/auth/index.ts';
import { createAuthLimits } from '../modules/auth/limits/index.ts';
import { createMailTemplates } from '../modules/auth/mail-templates/index.ts';
import { inboxUsage } from '../modules/inbox/index.ts';
import { createOperators } from '../modules/operators/index.ts';
import { adoptProjects, createProjects } from '../modules/projects/index.ts';
import { storageUsage } from '../modules/storage/index.ts';
import { whenReady } from '../platform/when-ready.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { Accounts, Foundation, GetParts } from './parts.ts';

export function createAccounts(
  config: Config,
  dependencies: Infrastructure & Foundation,
  getParts: GetParts,
): Accounts {
  const { monitoring } = dependencies;
  const operators = createOperators({
    ...dependencies,
    adminToken: config.adminToken,
    isRateLimited: config.rateLimits,
    adoptProjects: adoptProjects(dependencies.database, dependencies.clock),
  });
  const limits = createAuthLimits({ ...dependencies, isOn: config.rateLimits });
  const templates = createMailTemplates(dependencies);
  const projects = createProjects({
    ...dependencies,
    operators,
    identities: identitiesOf(dependencies, getParts),
    belongings: {
      steps: (store) => [...templates.forgetSteps(store), ...monitoring.forgetSteps(store)],
      forget: (store) => forgetStore(getParts, store),
    },
    lastDay: monitoring.lastDay,
    usage: {
      storage: { schema: storageUsage, read: (project: Project) => getParts().storage.usage(project) },
      inbox: { schema: inboxUsage, read: (project: Project) => getParts().inbox.usage(project) },
    },
  });
  const auth = createAuth({
    ...dependencies,
    limits,
    templates,
    providerSecret: projects.providerSecret,
    settings: (project) => projects.settings(project).auth,
    findProject: projects.find,
  });
  return { operators, limits, templates, projects, auth };
}

function identitiesOf({ identities }: Infrastructure, getParts: GetParts): IdentityProvider {
  return {
    identify: (project, request) =>
      whenReady(
        identities?.identify(project, request),
        (user) => user ?? getParts().auth.identities.identify(project, request),
      ),
  };
}

/** What goes with a project that is deleted. */
async function forgetStore(getParts: GetParts, store: StoreName): Promise<void> {
  const { tables, delivery, jobs, storage, functions, apps, monitoring } = getParts();
  monitoring.forget(store);
  tables.forget(store);
  await delivery.forget(store);
  await jobs.forget(store);
  await storage.forget(store);
  await functions.forget(store);
  apps.forget(store);
}
