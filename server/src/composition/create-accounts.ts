import type { Config } from '../config/index.ts';
import type { StoreName } from '../database/database.ts';
import type { IdentityProvider, Project } from '../http/index.ts';
import { createAuth } from '../modules/auth/index.ts';
import { createAuthLimits } from '../modules/auth/limits/index.ts';
import { createMailTemplates } from '../modules/auth/mail-templates/index.ts';
import { inboxUsage } from '../modules/inbox/index.ts';
import { createOperators } from '../modules/operators/index.ts';
import { adoptProjects, createProjects } from '../modules/projects/index.ts';
import { storageUsage } from '../modules/storage/index.ts';
import { chain } from '../platform/chain.ts';
import type { Ground } from './ground.ts';
import type { Accounts, Foundation, Late } from './parts.ts';

export function createAccounts(config: Config, given: Ground & Foundation, late: Late): Accounts {
  const operators = createOperators({
    ...given,
    adminToken: config.adminToken,
    isRateLimited: config.rateLimits,
    adoptProjects: adoptProjects(given.database, given.clock),
  });
  const limits = createAuthLimits({ ...given, isOn: config.rateLimits });
  const templates = createMailTemplates(given);
  const projects = createProjects({
    ...given,
    operators,
    identities: identitiesOf(given, late),
    belongings: {
      steps: (store) => templates.forgetSteps(store),
      forget: (store) => forgetStore(late, store),
    },
    usage: {
      storage: { schema: storageUsage, read: (project: Project) => late().storage.usage(project) },
      inbox: { schema: inboxUsage, read: (project: Project) => late().inbox.usage(project) },
    },
  });
  const auth = createAuth({
    ...given,
    limits,
    templates,
    providerSecret: projects.providerSecret,
    settings: (project) => projects.settings(project).auth,
    findProject: projects.find,
  });
  return { operators, limits, templates, projects, auth };
}

function identitiesOf({ identities }: Ground, late: Late): IdentityProvider {
  return {
    identify: (project, request) =>
      chain(
        identities?.identify(project, request),
        (user) => user ?? late().auth.identities.identify(project, request),
      ),
  };
}

/** What goes with a project that is deleted. */
async function forgetStore(late: Late, store: StoreName): Promise<void> {
  const { tables, delivery, jobs, storage, functions, apps } = late();
  tables.forget(store);
  await delivery.forget(store);
  await jobs.forget(store);
  await storage.forget(store);
  await functions.forget(store);
  apps.forget(store);
}
