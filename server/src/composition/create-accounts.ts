import type { Project } from '../callers/index.ts';
import { type Config, VERSION } from '../config/index.ts';
import type { StoreName } from '../database/database.ts';
import type { IdentityProvider } from '../http/index.ts';
import { createExactLimits } from '../limits/index.ts';
import { createAuth } from '../modules/auth/index.ts';
import { createMailTemplates } from '../modules/auth/mail-templates/index.ts';
import { createRestoresStore } from '../modules/backup/index.ts';
import { inboxUsage } from '../modules/inbox/index.ts';
import { createOperators, type InstanceFacts } from '../modules/operators/index.ts';
import { adoptProjects, createProjects, tokenKeys } from '../modules/projects/index.ts';
import { storageUsage } from '../modules/storage/index.ts';
import { isoTime } from '../platform/clock.ts';
import { whenReady } from '../platform/when-ready.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { Accounts, Foundation, GetParts } from './parts.ts';

export function createAccounts(
  config: Config,
  dependencies: Infrastructure & Foundation,
  getParts: GetParts,
): Accounts {
  const { database, clock, feed, monitoring } = dependencies;
  const limits = createExactLimits({ ...dependencies, isOn: config.rateLimits });
  const templates = createMailTemplates({ ...dependencies, mayMail: limits.mayMail });
  const operators = createOperators({
    ...dependencies,
    limits,
    templates,
    adminToken: config.adminToken,
    instance: instanceFacts(config, dependencies),
    adoptProjects: adoptProjects(database, clock),
    tokenKeys: tokenKeys(database, feed),
  });
  const identities = identitiesOf(dependencies, getParts);
  const projects = createProjects({
    ...dependencies,
    operators,
    projectsPerAccount: config.projectsPerAccount,
    dnsServers: config.dnsServers,
    identities,
    dependents: {
      steps: (store) => [
        ...templates.forgetSteps(store),
        ...monitoring.forgetSteps(store),
        ...dependencies.scrub.forgetSteps(store),
        ...getParts().backups.forgetSteps(store),
      ],
      forget: (store) => forgetStore(getParts, store),
      futureStores: () => createRestoresStore(dependencies.database).targets(),
    },
    askToConfirm: (project, email) => getParts().inbox.askToConfirm(project, email),
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
  return { operators, limits, templates, projects, auth, renewUser: identities.renew };
}

function instanceFacts(config: Config, { addresses, clock, mail }: Infrastructure & Foundation): InstanceFacts {
  const withoutSmtp = config.mode === 'development' ? 'mailbox' : 'none';
  return {
    version: VERSION,
    mode: config.mode,
    publicUrl: () => addresses.publicUrl,
    appsDomain: config.appsDomain,
    hasBackups: config.backups.target !== undefined,
    engine: config.database.engine,
    blobs: config.blobs.kind,
    mail: config.mail.smtpUrl === undefined ? withoutSmtp : 'smtp',
    startedAt: isoTime(clock.now()),
    dataDir: config.dataDir,
    mailFailure: mail.lastFailure,
  };
}

function identitiesOf({ identities }: Infrastructure, getParts: GetParts): IdentityProvider {
  return {
    identify: (project, request) =>
      whenReady(
        identities?.identify(project, request),
        (user) => user ?? getParts().auth.identities.identify(project, request),
      ),
    renew: (project, user) =>
      whenReady(
        identities?.renew(project, user),
        (renewed) => renewed ?? getParts().auth.identities.renew(project, user),
      ),
  };
}

/** What goes with a project that is deleted. */
export async function forgetStore(getParts: GetParts, store: StoreName): Promise<void> {
  const { tables, delivery, jobs, storage, functions, apps, scrub, monitoring } = getParts();
  tables.forget(store);
  // Before the rest: a function that runs could still give it something to keep.
  await functions.forget(store);
  await delivery.forget(store);
  await jobs.forget(store);
  await storage.forget(store);
  apps.forget(store);
  await scrub.forget();
  monitoring.forget(store);
}
