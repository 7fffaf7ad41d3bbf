import type { Components } from './composition/components.ts';
import { createComponents } from './composition/create-components.ts';
import { databaseMetrics } from './composition/database-metrics.ts';
import type { Overrides } from './composition/infrastructure.ts';
import { startProjectCheck } from './composition/read-projects.ts';
import { type Config, confirmMasterKey, createAddresses, keepPrivate, openMasterKey } from './config/index.ts';
import {
  createInstanceArchive,
  findUnrecovered,
  type InstanceArchive,
  withoutStores,
} from './continuous-archive/index.ts';
import type { Database, Places } from './database/index.ts';
import { createCanaryStore, createDatabase, isDatabaseFailure, openPlaces } from './database/index.ts';
import {
  type Counter,
  createAppHosts,
  createClientAddresses,
  createHttp,
  createOrigins,
  FINISH_MS,
  type Http,
} from './http/index.ts';
import { startText } from './modules/projects/index.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import { defaultIsolation } from './platform/confinement/index.ts';
import { createIds } from './platform/ids.ts';
import { createLogger, type Logger } from './platform/logger.ts';
import { quietRepeats } from './platform/quiet-repeats.ts';
import { createSafeFetch } from './platform/safe-fetch/index.ts';
import { openTracing, type Tracing } from './tracing/index.ts';

export type { Overrides };

/** Load balancers that check health every two seconds and react to the second failure have noticed by then. */
const DRAIN_SECONDS = 5;

export interface Server {
  readonly url: string;
  /** For the person who starts the service: addresses, the one-time link of the first start, an example command. Contains a secret. */
  readonly startText: string;
  /** Runs all background work that is due. For tests. */
  runJobsUntilIdle(): Promise<void>;
  /** Checks whether this machine can start functions. If it cannot, logs that and shows it in `/health`. */
  tryFunctions(): Promise<void>;
  scrub(): Promise<boolean>;
  /** How long `close` still accepts requests, so that load balancers notice the stop. */
  drainMs(): number;
  /** Accepts requests for `drainMs`, then those on open connections for `silenceMs`, then releases everything. */
  close(silenceMs?: number): Promise<void>;
}

/** Creates and starts the parts of the service. Only this file knows them all. */
export async function createServer(config: Config, overrides: Overrides = {}): Promise<Server> {
  const clock = overrides.clock ?? systemClock;
  const logger = overrides.logger ?? createLogger(config.logLevel);
  const unrecovered = findUnrecovered(config.dataDir);
  const masterKey = openMasterKey(config);
  const files = await keepPrivate(config.dataDir, (error) =>
    logger.warn({ err: { message: String(error) } }, 'The data directory could not be closed to other users.'),
  );
  const archive = config.database.engine === 'sqlite' ? createInstanceArchive(config, logger) : undefined;
  const primary = overrides.database ?? (await openDatabase(config, { clock, logger, archive }));
  const tracing = await openTracing(config.otlpUrl, logger);
  const stored = unrecovered.length === 0 ? primary : withoutStores(primary, unrecovered);
  let database = stored;
  try {
    await confirmMasterKey(masterKey, createCanaryStore(database));
    const places = await openPlaces({
      primary: stored,
      url: urlOf(config),
      connectionsMax: config.databaseConnections,
      masterKey,
      clock,
      logger,
    });
    database = tracing?.database(places.database) ?? places.database;
    const server = await serve(config, { clock, logger, database, places, archive, tracing, masterKey, overrides });
    const close = async (silenceMs?: number): Promise<void> => {
      await files.stop();
      await server.close(silenceMs);
      await tracing?.close();
    };
    return { ...server, close };
  } catch (error) {
    await files.stop();
    await archive?.close();
    await database.close();
    await tracing?.close();
    throw error;
  }
}

async function openDatabase(
  config: Config,
  { archive, ...options }: Pick<Start, 'clock' | 'logger' | 'archive'>,
): Promise<Database> {
  try {
    return await createDatabase({
      url: urlOf(config),
      directory: config.dataDir,
      archive: archive?.logs,
      ...options,
    });
  } catch (error) {
    await archive?.close();
    throw error;
  }
}

function urlOf({ database }: Config): string | undefined {
  return database.engine === 'postgres' ? database.url : undefined;
}

interface Start {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly database: Database;
  readonly places: Places;
  readonly archive: InstanceArchive | undefined;
  readonly tracing: Tracing | undefined;
  readonly masterKey: Uint8Array;
  readonly overrides: Overrides;
}

async function serve(config: Config, start: Start): Promise<Server> {
  const { clock, logger, database, places, archive, tracing, masterKey, overrides } = start;
  const traceOutbound = tracing?.outbound ?? ((send) => send);
  const background = quietRepeats(logger, clock);
  let port: number | undefined;
  const addresses = createAddresses(config, () => port);
  const clients = createClientAddresses(config.trustedProxies, config.publicUrl);
  const origins = createOrigins({
    mode: config.mode,
    appsDomain: config.appsDomain,
    publicUrl: () => addresses.publicUrl,
    domainOwner: (name) => components.projects.domainOwner(name),
  });
  const ids = createIds(clock);
  const components: Components = createComponents(config, {
    clock,
    logger: background,
    eventLogger: logger,
    database,
    places,
    archive,
    masterKey,
    ids,
    addresses,
    overrides,
    isHttps: (request) => clients.isHttps(request),
    origins,
    refuseForeignPage: (request) => origins.refuseForeignPage(request, undefined),
    takeRequestLoad: () => http.takeLoad(),
    askLocally: (...asked) => http.askLocally(...asked),
    safeFetch: traceOutbound(createSafeFetch({ allow: config.outboundAllow })),
    traceOutbound,
    isShared: config.database.engine === 'postgres',
    onError: (error) => {
      // The project of this work has been deleted.
      if (isDatabaseFailure(error, 'dropped')) return;
      background.error({ err: { message: String(error) } }, 'Background work of the control plane failed.');
    },
  });
  const findApp = createAppHosts({
    appsDomain: config.appsDomain,
    publicUrl: () => addresses.publicUrl,
    domainOwner: components.projects.domainOwner,
  });
  const http = createHttp({
    settings: config,
    access: components.projects.access,
    origins,
    addresses: clients,
    routes: components.routes,
    apps: { ...components.apps.origins, find: findApp },
    routeLimits: components.limits.routes,
    processes: components.processes.count,
    logger,
    clock,
    ids,
    observe: (request, answer) => {
      components.monitoring.observe(request, answer);
      components.audit.observe(request, answer);
    },
    counters: countersOf(components),
    ...healthOf(components, database, archive),
    moreMetrics: () => moreMetrics(components, database, archive),
    trace: tracing?.requests,
    ...(overrides.sendPace && { pace: overrides.sendPace }),
  });

  const drainMs = (): number => 1000 * (config.drainSeconds ?? (components.processes.count() > 1 ? DRAIN_SECONDS : 0));

  warnOfRisks(config, logger);
  await startComponents(components);
  const setupToken = await components.operators.createSetupToken();
  const sample = config.mode === 'development' ? await createSample(components) : undefined;
  port = await http.listen();
  const check = startProjectCheck(config, components, { database, logger });
  return {
    url: addresses.publicUrl,
    startText: startText({ addresses, setupToken, sample }),
    runJobsUntilIdle: () => runUntilIdle(components),
    tryFunctions: () => components.functions.tryOut(),
    scrub: () => components.scrub.runNow(),
    drainMs,
    close: async (silenceMs) => {
      await Promise.all([check.stop(), drain(http, drainMs())]);
      await stop(http, components, silenceMs);
      await archive?.close();
      await database.close();
    },
  };
}

async function moreMetrics(
  { backups, scrub }: Components,
  database: Database,
  archive: InstanceArchive | undefined,
): Promise<string> {
  const texts = await Promise.all([databaseMetrics(database), backups.metrics(), scrub.metrics()]);
  return [...texts, archive?.metrics() ?? ''].join('');
}

async function drain(http: Http, ms: number): Promise<void> {
  if (ms === 0) return;
  http.announceStop();
  await new Promise((resolve) => setTimeout(resolve, ms));
}

async function stop(http: Http, components: Components, silenceMs: number | undefined): Promise<void> {
  components.monitoring.stopWaiting();
  components.webhooks.stopWaiting();
  await Promise.all([http.close(silenceMs), finishJobs(components)]);
  await stopComponents(components);
}

function countersOf({ tables, payments }: Components): readonly Counter[] {
  return [
    {
      name: 'slow_lists_total',
      help: 'Lists of rows that were slow because they lack an index.',
      read: () => tables.slowLists(),
    },
    {
      name: 'untied_refunds_total',
      help: 'Refunds and disputes reported by payment providers that belong to no payment of their project.',
      read: () => payments.untiedCount(),
    },
  ];
}

function warnOfRisks(config: Config, logger: Logger): void {
  warnOfUntrustedProxy(config, logger);
  warnOfWeakIsolation(config, logger);
}

/** An https proxy forwards the callers' addresses, but the service believes only the listed proxies. */
function warnOfUntrustedProxy({ publicUrl, trustedProxies }: Config, logger: Logger): void {
  if (publicUrl?.startsWith('https:') !== true || trustedProxies.length > 0) return;
  logger.warn(
    {},
    'The public address is https, but SERVICE_TRUSTED_PROXIES is not set: all callers behind a proxy count as one.',
  );
}

function healthOf(
  { functions, confinement, scrub, databases }: Components,
  database: Database,
  archive: InstanceArchive | undefined,
) {
  return {
    health: () => database.ping(),
    databasesDown: () => databases.down(),
    functionsProblem: () => functions.problem(),
    healthDetails: () => ({
      missing_features: [...confinement.missingFeatures()],
      process_problems: [...confinement.problems()],
      ...scrub.details(),
      ...(archive && { archive: archive.status() }),
    }),
  };
}

function warnOfWeakIsolation({ isolation, mode }: Config, logger: Logger): void {
  if ((isolation ?? defaultIsolation(mode)) !== 'best_effort') return;
  logger.warn(
    {},
    'SERVICE_ISOLATION is best_effort: where this system cannot give it its own user, code of projects runs as the user of the service. Deploy only code that you trust.',
  );
}

function createSample({ projects, tables, rows }: Components) {
  const service = { operator: { kind: 'service' } } as const;
  return projects.createSample({
    createTable: (project, table) => tables.create(project, service, table),
    insertRows: (project, table, body) =>
      rows.insert(project, { kind: 'secret', id: 'service' }, table, { body, isMinimal: true }),
  });
}

async function startComponents(components: Components): Promise<void> {
  const { backups, feed, processes, projects, operators, auth, storage, apps, scrub, jobs, functions } = components;
  const { delivery, monitoring } = components;
  await feed.start();
  await processes.start();
  await backups.start();
  await projects.start();
  operators.start();
  auth.start();
  storage.start();
  await apps.start();
  await scrub.start();
  await jobs.start();
  await functions.start();
  delivery.start();
  monitoring.start();
  components.audit.start();
  components.databases.start();
}

async function runUntilIdle({ backups, jobs, functions, delivery }: Components): Promise<void> {
  await backups.runDue();
  do await jobs.runUntilIdle();
  while (await functions.runUntilIdle());
  await delivery.runUntilIdle();
  // Deliveries enqueue mails.
  await jobs.runUntilIdle();
}

/** Waits at most as long as for requests. Jobs that come due later are left to another process or the next start. */
async function finishJobs({ jobs, functions }: Components): Promise<void> {
  const finished = Promise.all([jobs.stop().then(() => functions.settle()), functions.stop()]);
  let patience: NodeJS.Timeout | undefined;
  const waited = new Promise<void>((resolve) => {
    patience = setTimeout(resolve, FINISH_MS).unref();
  });
  await Promise.race([finished, waited]);
  clearTimeout(patience);
}

/** Components stop before those that they give work to. */
async function stopComponents(components: Components): Promise<void> {
  await components.feed.stop();
  await components.databases.stop();
  await components.tables.stop();
  await components.delivery.stop();
  await components.backups.stop();
  await components.scrub.stop();
  await components.jobs.stop();
  await components.functions.close();
  // From here on other processes count this process's runs as lost.
  await components.processes.stop();
  await components.monitoring.stop();
  await components.audit.stop();
  components.mail.close();
  await Promise.all([components.projects.stop(), components.operators.stop(), components.auth.stop()]);
  await components.passwords.close();
  await components.storage.stop();
  await components.confinement.close();
  await components.blobs.close();
}
