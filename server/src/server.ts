import type { IncomingMessage } from 'node:http';
import { type BlobStore, createBlobStore } from './blobs/index.ts';
import { type Addresses, type Config, confirmMasterKey, createAddresses, openMasterKey } from './config/index.ts';
import { type ChangeFeed, createChangeFeed } from './database/change-feed.ts';
import type { Database, StoreName } from './database/database.ts';
import { createDatabase } from './database/index.ts';
import { createCanaryStore } from './database/master-key-canary.ts';
import { observeRowWrites } from './database/observe-row-writes.ts';
import {
  createAppHosts,
  createClientAddresses,
  createHttp,
  createOrigins,
  type Http,
  type HttpOptions,
  type IdentityProvider,
  type Origins,
  type Project,
  type Route,
} from './http/index.ts';
import { createJobs, type Jobs } from './jobs/index.ts';
import { createMail, type Mail } from './mail/index.ts';
import { type Apps, createApps } from './modules/apps/index.ts';
import { createAudit } from './modules/audit/index.ts';
import { type Auth, createAuth } from './modules/auth/index.ts';
import { type AuthLimits, createAuthLimits } from './modules/auth/limits/index.ts';
import { createMailTemplates } from './modules/auth/mail-templates/index.ts';
import { consoleRoutes } from './modules/console/index.ts';
import { createFunctions, createRuntime, type Functions } from './modules/functions/index.ts';
import { createInbox, inboxUsage, MESSAGES_TABLE, messagesTable } from './modules/inbox/index.ts';
import { createOperators, type Operators } from './modules/operators/index.ts';
import { adoptProjects, createProjects, type Projects, startText } from './modules/projects/index.ts';
import { createRows, type Rows, type RowsParts } from './modules/rows/index.ts';
import { createStorage, type Storage, type StorageOptions, storageUsage } from './modules/storage/index.ts';
import { createTables, type Tables } from './modules/tables/index.ts';
import { createDelivery, createWebhooks, type Delivery } from './modules/webhooks/index.ts';
import { chain } from './platform/chain.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import { createIds } from './platform/ids.ts';
import { createLogger, type Logger } from './platform/logger.ts';
import { createPasswords, type Passwords } from './platform/passwords/index.ts';
import { createSafeFetch, createSafeSend } from './platform/safe-fetch/index.ts';

/** What tests put in the place of the real parts. */
export interface Overrides {
  readonly database?: Database;
  readonly clock?: Clock;
  readonly logger?: Logger;
  /** Who is signed in to a project; asked before the cookies are looked at. */
  readonly identities?: IdentityProvider;
  /** How slowly files may come. */
  readonly uploadPace?: StorageOptions['uploadPace'];
  /** How slowly answers may be taken. */
  readonly sendPace?: NonNullable<HttpOptions['pace']>;
}

export interface Server {
  readonly url: string;
  /** For the person who starts it: addresses, the one-time link of the first start, a line to try. Holds a secret. */
  readonly startText: string;
  /** Runs everything in the background whose time has come. For tests. */
  runJobsUntilIdle(): Promise<void>;
  /** Answers what runs and what still comes on open connections for `silenceMs`, then lets go of everything. */
  close(silenceMs?: number): Promise<void>;
}

/** Puts the parts of the service together and starts them. The only file that sees them all. */
export async function createServer(config: Config, overrides: Overrides = {}): Promise<Server> {
  const clock = overrides.clock ?? systemClock;
  const logger = overrides.logger ?? createLogger(config.logLevel);
  const masterKey = openMasterKey(config);
  const database = overrides.database ?? (await openDatabase(config, clock, logger));
  try {
    await confirmMasterKey(masterKey, createCanaryStore(database));
    return await serve(config, { ...overrides, clock, logger, database, masterKey });
  } catch (error) {
    await database.close();
    throw error;
  }
}

function openDatabase({ database, dataDir }: Config, clock: Clock, logger: Logger): Promise<Database> {
  const url = database.engine === 'postgres' ? database.url : undefined;
  return createDatabase({ url, directory: dataDir, clock, logger });
}

interface Ground extends Overrides {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly database: Database;
  readonly masterKey: Uint8Array;
}

async function serve(config: Config, ground: Ground): Promise<Server> {
  const { clock, logger, database } = ground;
  let port: number | undefined;
  const addresses = createAddresses(config, () => port);
  const clients = createClientAddresses(config.trustedProxies);
  const origins = createOrigins({
    mode: config.mode,
    appsDomain: config.appsDomain,
    publicUrl: () => addresses.publicUrl,
  });
  const ids = createIds(clock);
  const modules = createModules(config, {
    ...ground,
    addresses,
    ids,
    isHttps: (request) => clients.isHttps(request),
    origins,
    refuseForeignPage: (request) => origins.refuseForeignPage(request, undefined),
    takeRequestLoad: () => http.takeLoad(),
  });
  const findApp = createAppHosts({
    appsDomain: config.appsDomain,
    publicUrl: () => addresses.publicUrl,
    domainOwner: modules.projects.domainOwner,
  });
  const http = createHttp({
    settings: config,
    access: modules.projects.access,
    origins,
    addresses: clients,
    routes: modules.routes,
    apps: { ...modules.apps.origins, find: findApp },
    slowLimits: modules.limits.slow,
    logger,
    clock,
    ids,
    health: () => database.ping(),
    healthDetails: () => ({ functions: { missing_features: [...modules.functions.missingFeatures()] } }),
    ...(ground.sendPace && { pace: ground.sendPace }),
  });

  await modules.feed.start();
  await modules.projects.start();
  modules.operators.start();
  modules.auth.start();
  modules.storage.start();
  await modules.apps.start();
  await modules.jobs.start();
  modules.delivery.start();
  const setupToken = await modules.operators.createSetupToken();
  const sample = config.mode === 'development' ? await createSample(modules) : undefined;
  port = await http.listen();
  return {
    url: addresses.publicUrl,
    startText: startText({ addresses, setupToken, sample }),
    runJobsUntilIdle: async () => {
      do await modules.jobs.runUntilIdle();
      while (await modules.functions.settle());
      await modules.delivery.runUntilIdle();
      // Deliveries cause mails.
      await modules.jobs.runUntilIdle();
    },
    close: async (silenceMs) => {
      await http.close(silenceMs);
      await modules.feed.stop();
      await modules.delivery.stop();
      await modules.jobs.stop();
      await modules.functions.close();
      modules.mail.close();
      await Promise.all([modules.projects.stop(), modules.operators.stop(), modules.auth.stop()]);
      await modules.passwords.close();
      await modules.storage.stop();
      await modules.blobs.close();
      await database.close();
    },
  };
}

interface Modules {
  readonly feed: ChangeFeed;
  readonly jobs: Jobs;
  readonly mail: Mail;
  readonly delivery: Delivery;
  readonly passwords: Passwords;
  readonly blobs: BlobStore;
  readonly limits: AuthLimits;
  readonly auth: Auth;
  readonly operators: Operators;
  readonly projects: Projects;
  readonly tables: Tables;
  readonly rows: Rows;
  readonly storage: Storage;
  readonly functions: Functions;
  readonly apps: Apps;
  readonly routes: readonly Route[];
}

interface ModuleGround extends Ground {
  readonly addresses: Addresses;
  readonly ids: () => string;
  readonly isHttps: (request: IncomingMessage) => boolean;
  readonly origins: Origins;
  readonly refuseForeignPage: (request: IncomingMessage) => void;
  readonly takeRequestLoad: () => ReturnType<Http['takeLoad']>;
}

function createModules(config: Config, bare: ModuleGround): Modules {
  const database = observeRowWrites(bare.database, {
    isConcerned: (store, table) => table.id === MESSAGES_TABLE.id || tables.mayBeWatched(store, table),
    before: (store) => delivery.note(store),
    after: (store) => delivery.hint(store),
  });
  const ground = { ...bare, database };
  const { clock } = ground;
  const onError = (error: unknown): void => {
    ground.logger.error({ err: { message: String(error) } }, 'Background work of the control plane failed.');
  };
  const isShared = config.database.engine === 'postgres';
  const feed = createChangeFeed({ database, clock, isShared, onError });
  const jobs = createJobs({ ...ground, isShared });
  const mail = createMail({
    ...ground,
    ...config.mail,
    jobs,
    mode: config.mode,
    host: () => new URL(ground.addresses.publicUrl).hostname,
  });
  const audit = createAudit(ground);
  const passwords = createPasswords();
  const operators = createOperators({
    ...ground,
    audit,
    passwords,
    adminToken: config.adminToken,
    isRateLimited: config.rateLimits,
    adoptProjects: adoptProjects(database, clock),
    onError,
  });
  const limits = createAuthLimits({ ...ground, isShared, isOn: config.rateLimits, onError });
  const templates = createMailTemplates({ ...ground, audit, feed });
  const belongings = {
    steps: (store: StoreName) => templates.forgetSteps(store),
    forget: async (store: StoreName) => {
      tables.forget(store);
      await delivery.forget(store);
      await jobs.forget(store);
      await storage.forget(store);
      await functions.forget(store);
      apps.forget(store);
    },
  };
  const identities: IdentityProvider = {
    identify: (project, request) =>
      chain(
        ground.identities?.identify(project, request),
        (user) => user ?? auth.identities.identify(project, request),
      ),
  };
  const usage = {
    storage: { schema: storageUsage, read: (project: Project) => storage.usage(project) },
    inbox: { schema: inboxUsage, read: (project: Project) => inbox.usage(project) },
  };
  const projects = createProjects({ ...ground, audit, feed, operators, identities, belongings, usage, onError });
  const auth = createAuth({
    ...ground,
    jobs,
    mail,
    audit,
    feed,
    passwords,
    limits,
    templates,
    isShared,
    safeFetch: createSafeFetch({ allow: config.outboundAllow }),
    providerSecret: projects.providerSecret,
    settings: (project) => projects.settings(project).auth,
    findProject: projects.find,
    onError,
  });
  const tables = createTables({
    ...ground,
    audit,
    users: auth,
    announcements: feed,
    allRoutes: () => routes,
    uses: [(project, table) => webhooks.use(project, table)],
  });
  const files: RowsParts['files'] = { findVisible: (...asked) => storage.findVisible(...asked) };
  const rows = createRows({ ...ground, tables, files });
  const blobs = createBlobStore({ config: config.blobs, dataDir: config.dataDir, clock });
  const storage = createStorage({
    ...ground,
    tables,
    blobs,
    jobs,
    isShared,
    dataDir: config.dataDir,
    settings: (project) => {
      const { storage: rules, limits: most } = projects.settings(project);
      return { ...rules, filesMax: most.storage_files, bytesMax: most.storage_bytes };
    },
    projectUrl: (projectId) => ground.addresses.projectUrl(projectId),
    keptElsewhere: (...asked) => apps.keptBlobs(...asked),
    identifyVisitor: projects.access.identifyVisitor,
    onError,
  });
  const inbox = createInbox({
    ...ground,
    jobs,
    mail,
    audit,
    limits: limits.messages,
    safeFetch: createSafeFetch({ allow: config.outboundAllow }),
    settings: (project) => projects.settings(project).inbox,
    captchaSecret: projects.captchaSecret,
    ownerEmails: projects.ownerEmails,
    findProject: projects.find,
    findSender: auth.findSender,
  });
  const functions = createFunctions({
    ...ground,
    audit,
    feed,
    rows,
    storage,
    inbox,
    jobs,
    findProject: projects.find,
    showUser: auth.showUser,
    runtime: createRuntime({ ...ground, safeFetch: createSafeFetch({ allow: config.outboundAllow }) }),
    isShared,
    onError,
  });
  const apps = createApps({
    ...ground,
    audit,
    feed,
    jobs,
    blobs,
    functions: functions.app,
    dataDir: config.dataDir,
    isShared,
    onError,
  });
  const delivery = createDelivery({
    ...ground,
    ...config.webhooks,
    jobs,
    mail,
    send: createSafeSend({ allow: config.outboundAllow }),
    ownerEmails: projects.ownerEmails,
    projectId: projects.idOf,
    requests: ground.takeRequestLoad,
    isShared,
  });
  const webhooks = createWebhooks({
    ...ground,
    audit,
    tables,
    delivery,
    systemTables: [messagesTable],
    outboundAllow: config.outboundAllow,
  });
  const parts = [
    audit,
    mail,
    templates,
    operators,
    projects,
    auth,
    tables,
    rows,
    storage,
    inbox,
    functions,
    webhooks,
    apps,
  ];
  const routes: readonly Route[] = [...parts.flatMap((part) => part.routes), ...consoleRoutes()];
  return {
    feed,
    jobs,
    mail,
    delivery,
    passwords,
    blobs,
    limits,
    auth,
    operators,
    projects,
    tables,
    rows,
    storage,
    functions,
    apps,
    routes,
  };
}

function createSample({ projects, tables, rows }: Modules) {
  const service = { operator: { kind: 'service' } } as const;
  return projects.createSample({
    createTable: (project, table) => tables.create(project, service, table),
    insertRows: (project, table, body) =>
      rows.insert(project, { kind: 'secret', id: 'service' }, table, { body, isMinimal: true }),
  });
}
