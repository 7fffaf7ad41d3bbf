import type { MemberRole, Operator, Project } from '../../callers/index.ts';
import type { Database, PlainStep, StoreName } from '../../database/index.ts';
import type { Access, IdentityProvider, Route } from '../../http/index.ts';
import { type Clock, isoTime } from '../../platform/clock.ts';
import { createLastUses } from '../../platform/last-uses.ts';
import { type MaybePromise, whenReady } from '../../platform/when-ready.ts';
import type { AuditAuthor } from '../audit/index.ts';
import { administeredStores } from './administered-stores.ts';
import { createAppDomains } from './app-domains.ts';
import { createProjectArchives, type ProjectArchives } from './archive/project-archives.ts';
import { sweepStores } from './delete-project.ts';
import { createAskTexts } from './domain-proof.ts';
import { createDomainsStore } from './domains-store.ts';
import { findOwner } from './find-owner.ts';
import { createCallerIdentity } from './identify-caller.ts';
import { createKeysStore, type KeysStore } from './keys-store.ts';
import { boundedBy } from './member-policy.ts';
import { createMembersStore } from './members-store.ts';
import { confirmNotifyEmail } from './notify-email.ts';
import { createProjectCache } from './project-cache.ts';
import {
  changeProject,
  forget,
  goneSubject,
  type ProjectDependents,
  type ProjectsContext,
  projectSubject,
} from './projects-context.ts';
import { createProjectsStore } from './projects-store.ts';
import { projectRoutes } from './routes.ts';
import { createSample, type SampleTables } from './sample-project.ts';
import type { Settings } from './settings.ts';
import { openCaptchaSecret, openProviderSecret } from './update-settings.ts';
import { watchPendingDomains } from './verify-domain.ts';

export interface ProjectsOptions
  extends Omit<ProjectsContext, MadeHere | Optional>,
    Partial<Pick<ProjectsContext, Optional>> {
  readonly identities: IdentityProvider;
  readonly dnsServers: readonly string[];
}

type MadeHere =
  | 'cache'
  | 'projectsStore'
  | 'domainsStore'
  | 'appDomains'
  | 'keysStore'
  | 'membersStore'
  | 'keyUses'
  | 'askTexts';

type Optional = 'dependents' | 'placeSteps' | 'askToConfirm' | 'usage' | 'onError';

export interface Projects {
  readonly routes: readonly Route[];
  readonly access: Access;
  find(id: string): MaybePromise<Project | undefined>;
  /** Synchronous: the settings of a loaded project are in memory. */
  settings(project: Project): Settings;
  providerSecret(project: Project, provider: string): string | undefined;
  captchaSecret(project: Project): string | undefined;
  ownerEmails(project: { readonly store: StoreName }): Promise<readonly string[]>;
  isMember(project: { readonly store: StoreName }, email: string): Promise<boolean>;
  confirmNotifyEmail(project: Project, confirmed: Parameters<typeof confirmNotifyEmail>[2]): Promise<boolean>;
  administeredStores(operator: Operator): Promise<readonly StoreName[] | 'all'>;
  setPlan(project: Project, author: AuditAuthor, plan: Project['plan']): Promise<void>;
  idOf(store: StoreName): Promise<string | undefined>;
  findOwner(store: StoreName): Promise<Project | undefined>;
  /** The id of the project whose published app a custom domain shows. Synchronous: all domains are in memory. */
  domainOwner(domain: string): string | undefined;
  readonly archives: ProjectArchives;
  /** Creates the sample project at the first start; undefined when it was created before or the set-up is complete. */
  createSample(tables: SampleTables): Promise<Project | undefined>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export function createProjects(options: ProjectsOptions): Projects {
  const context = createContext(options);
  const { clock, cache, keyUses, operators, membersStore, feed } = context;
  feed.subscribe((subject) => {
    const prefix = projectSubject('p_');
    if (subject.startsWith(prefix)) cache.forget(`p_${subject.slice(prefix.length)}`);
    const gonePrefix = goneSubject('p_');
    if (subject.startsWith(gonePrefix)) void forget(context, `p_${subject.slice(gonePrefix.length)}`);
  });

  const pendingDomains = watchPendingDomains(context);
  const roleOf = (operator: Operator, project: Project): MaybePromise<MemberRole | undefined> =>
    operator.kind === 'admin'
      ? 'owner'
      : boundedRole(operator, project, (id) => membersStore.roleOf(project.store, id));

  return {
    routes: projectRoutes(context),
    access: {
      findProject: cache.find,
      ...createCallerIdentity({
        clock,
        cache,
        keyUses,
        identities: options.identities,
        identifyToken: operators.identifyToken,
        roleOf,
      }),
      identifyOperator: operators.identifyOperator,
      memberRole: (operator, projectId) =>
        whenReady(cache.find(projectId), (project) => (project === undefined ? undefined : roleOf(operator, project))),
    },
    find: cache.find,
    settings: (project) => cache.recordOf(project).settings,
    providerSecret: (project, provider) => openProviderSecret(context, project, provider),
    captchaSecret: (project) => openCaptchaSecret(context, project),
    ownerEmails: ({ store }) => membersStore.ownerEmails(store),
    isMember: ({ store }, email) => membersStore.isMember(store, email),
    confirmNotifyEmail: (project, confirmed) => confirmNotifyEmail(context, project, confirmed),
    administeredStores: (operator) => administeredStores(membersStore, operator),
    setPlan: (project, author, plan) =>
      changeProject(context, author, {
        project,
        action: 'project.plan',
        target: project.id,
        details: { plan },
        steps: [context.projectsStore.setStep(project.store, { plan })],
      }),
    idOf: (store) => context.projectsStore.idOf(store),
    findOwner: (store) => findOwner(context, store),
    domainOwner: (domain) => context.appDomains.ownerOf(domain),
    archives: createProjectArchives(context, roleOf),
    createSample: (tables) => createSample(context, tables),
    start: async () => {
      context.keyUses.start();
      await context.appDomains.start();
      await sweepStores(context);
      pendingDomains.start();
    },
    stop: () => {
      pendingDomains.stop();
      return context.keyUses.stop();
    },
  };
}

function boundedRole(
  { accountId, scope }: Extract<Operator, { kind: 'account' }>,
  project: Project,
  roleOf: (accountId: string) => Promise<MemberRole | undefined>,
): MaybePromise<MemberRole | undefined> {
  if (scope === undefined) return roleOf(accountId);
  if (scope.projects !== null && !scope.projects.includes(project.id)) return undefined;
  return whenReady(roleOf(accountId), (role) => (role === undefined ? undefined : boundedBy(scope, role)));
}

/** Makes the first owner an owner of every project. Injected into operators, which do not depend on projects. */
export function adoptProjects(database: Database, clock: Clock): (accountId: string) => readonly PlainStep[] {
  const store = createMembersStore(database);
  return (accountId) => [store.adoptAllStep(accountId, isoTime(clock.now()))];
}

function createContext({
  database,
  clock,
  dependents = NONE,
  placeSteps = async () => [],
  askToConfirm = async () => undefined,
  usage = {},
  onError = ignore,
  ...options
}: ProjectsOptions): ProjectsContext {
  const projectsStore = createProjectsStore(database);
  const keysStore = createKeysStore(database);
  const domainsStore = createDomainsStore(database);
  return {
    ...options,
    database,
    clock,
    dependents,
    placeSteps,
    askToConfirm,
    usage,
    cache: createProjectCache(projectsStore, keysStore),
    projectsStore,
    domainsStore,
    askTexts: createAskTexts(options.dnsServers),
    appDomains: createAppDomains({ feed: options.feed, domainsStore, onError }),
    keysStore,
    membersStore: createMembersStore(database),
    keyUses: createLastUses({ clock, save: (uses) => saveUses(database, keysStore, uses), onError }),
    onError,
  };
}

async function saveUses(database: Database, store: KeysStore, uses: ReadonlyMap<string, number>): Promise<void> {
  const steps = Array.from(uses, ([id, at]) => store.useStep(id, isoTime(at)));
  await database.write('control', steps);
}

const NONE: ProjectDependents = { steps: () => [], forget: async () => undefined, futureStores: async () => [] };

function ignore(): void {}
