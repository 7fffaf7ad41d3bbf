import type { Project } from '../callers/index.ts';
import { type Config, VERSION } from '../config/index.ts';
import type { IdentityProvider } from '../http/index.ts';
import { createExactLimits } from '../limits/index.ts';
import { type Auth, createAuth } from '../modules/auth/index.ts';
import { createMailTemplates } from '../modules/auth/mail-templates/index.ts';
import { createProjectPlacement } from '../modules/databases/index.ts';
import { inboxUsage } from '../modules/inbox/index.ts';
import { createOperators, type InstanceFacts, type Operators } from '../modules/operators/index.ts';
import { adoptProjects, createProjects, type Projects, tokenKeys } from '../modules/projects/index.ts';
import { rowsUsage } from '../modules/rows/index.ts';
import { storageUsage } from '../modules/storage/index.ts';
import { isoTime } from '../platform/clock.ts';
import { whenReady } from '../platform/when-ready.ts';
import type { Accounts, CreatedComponents, Foundation, GetComponents } from './components.ts';
import type { Infrastructure } from './infrastructure.ts';
import { createProjectDependents } from './project-dependents.ts';

type LowerComponents = Pick<CreatedComponents, 'infrastructure' | 'foundation'>;
type SignInGuards = Pick<Accounts, 'limits' | 'templates'>;

export function createAccounts(config: Config, below: LowerComponents, getComponents: GetComponents): Accounts {
  const { database, clock, ids, isShared, onError } = below.infrastructure;
  const { audit, feed, mail } = below.foundation;
  const shared = isShared ? { database, ids, onError } : undefined;
  const limits = createExactLimits({ clock, isOn: config.rateLimits, shared });
  const templates = createMailTemplates({
    database,
    clock,
    audit,
    feed,
    mail,
    mayMail: limits.mayMail,
    isMember: (project, email) => getComponents().projects.isMember(project, email),
  });
  const operators = operatorsOf(config, below, { limits, templates });
  const identities = identitiesOf(below.infrastructure, getComponents);
  const placement = createProjectPlacement(below.infrastructure.places);
  const projects = projectsOf(config, below, { templates, operators, placement, identities, getComponents });
  const auth = authOf(below, { limits, templates, projects });
  return { operators, placement, limits, templates, projects, auth, renewUser: identities.renew };
}

function operatorsOf(
  config: Config,
  { infrastructure, foundation }: LowerComponents,
  { limits, templates }: SignInGuards,
): Operators {
  const { database, clock, ids, logger, masterKey, addresses, safeFetch, isHttps, isShared } = infrastructure;
  const { refuseForeignPage, onError } = infrastructure;
  const { jobs, mail, audit, feed, passwords } = foundation;
  return createOperators({
    database,
    clock,
    ids,
    logger,
    masterKey,
    addresses,
    safeFetch,
    isHttps,
    isShared,
    refuseForeignPage,
    jobs,
    mail,
    audit,
    feed,
    passwords,
    limits,
    templates,
    adminToken: config.adminToken,
    instance: instanceFacts(config, { addresses, clock, mail }),
    adoptProjects: adoptProjects(database, clock),
    tokenKeys: tokenKeys(database, feed),
    onError,
  });
}

function instanceFacts(
  config: Config,
  { addresses, clock, mail }: Pick<Infrastructure, 'addresses' | 'clock'> & Pick<Foundation, 'mail'>,
): InstanceFacts {
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

function identitiesOf({ overrides }: Infrastructure, getComponents: GetComponents): IdentityProvider {
  const { identities } = overrides;
  return {
    identify: (project, request) =>
      whenReady(
        identities?.identify(project, request),
        (user) => user ?? getComponents().auth.identities.identify(project, request),
      ),
    renew: (project, user) =>
      whenReady(
        identities?.renew(project, user),
        (renewed) => renewed ?? getComponents().auth.identities.renew(project, user),
      ),
  };
}

function projectsOf(
  config: Config,
  { infrastructure, foundation }: LowerComponents,
  {
    templates,
    operators,
    placement,
    identities,
    getComponents,
  }: Pick<Accounts, 'templates' | 'operators' | 'placement'> & {
    readonly identities: IdentityProvider;
    readonly getComponents: GetComponents;
  },
): Projects {
  const { database, clock, ids, masterKey, addresses, onError } = infrastructure;
  const { feed, audit, monitoring, scrub } = foundation;
  return createProjects({
    database,
    clock,
    ids,
    masterKey,
    addresses,
    feed,
    audit,
    operators,
    placeSteps: placement.stepsForNew,
    identities,
    projectsPerAccount: config.projectsPerAccount,
    dnsServers: config.dnsServers,
    dependents: createProjectDependents({ database, templates, monitoring, scrub }, getComponents),
    askToConfirm: (project, email) => getComponents().inbox.askToConfirm(project, email),
    lastDay: monitoring.lastDay,
    usage: {
      storage: { schema: storageUsage, read: (project: Project) => getComponents().storage.usage(project) },
      rows: {
        schema: rowsUsage,
        read: async (project: Project) => ({
          bytes: await getComponents().rows.measure(project),
          bytes_max: getComponents().projects.settings(project).limits.rows_bytes,
        }),
      },
      inbox: { schema: inboxUsage, read: (project: Project) => getComponents().inbox.usage(project) },
    },
    onError,
  });
}

function authOf(
  { infrastructure, foundation }: LowerComponents,
  { limits, templates, projects }: SignInGuards & Pick<Accounts, 'projects'>,
): Auth {
  const { database, clock, ids, logger, masterKey, addresses, origins, safeFetch } = infrastructure;
  const { isHttps, isShared, onError } = infrastructure;
  const { jobs, mail, audit, feed, passwords } = foundation;
  return createAuth({
    database,
    clock,
    ids,
    logger,
    masterKey,
    addresses,
    origins,
    safeFetch,
    isHttps,
    isShared,
    jobs,
    mail,
    audit,
    feed,
    passwords,
    limits,
    templates,
    providerSecret: projects.providerSecret,
    settings: (project) => projects.settings(project).auth,
    findProject: projects.find,
    onError,
  });
}
