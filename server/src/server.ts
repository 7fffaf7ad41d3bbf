import { createParts } from './composition/create-parts.ts';
import type { Overrides } from './composition/infrastructure.ts';
import type { Parts } from './composition/parts.ts';
import { type Config, confirmMasterKey, createAddresses, keepPrivate, openMasterKey } from './config/index.ts';
import type { Database } from './database/database.ts';
import { isDatabaseFailure } from './database/errors.ts';
import { createDatabase } from './database/index.ts';
import { createCanaryStore } from './database/master-key-canary.ts';
import { createAppHosts, createClientAddresses, createHttp, createOrigins } from './http/index.ts';
import { startText } from './modules/projects/index.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import { createIds } from './platform/ids.ts';
import { createLogger, type Logger } from './platform/logger.ts';
import { quietRepeats } from './platform/quiet-repeats.ts';
import { createSafeFetch } from './platform/safe-fetch/index.ts';

export type { Overrides };

/** What requests that run are given too (`http/connections.ts`). */
const FINISH_MS = 8000;

export interface Server {
  readonly url: string;
  /** For the person who starts it: addresses, the one-time link of the first start, a line to try. Holds a secret. */
  readonly startText: string;
  /** Runs everything in the background whose time has come. For tests. */
  runJobsUntilIdle(): Promise<void>;
  /** Reads every stored file against its hash, now. For tests. */
  scrub(): Promise<boolean>;
  /** Answers what runs and what still comes on open connections for `silenceMs`, then lets go of everything. */
  close(silenceMs?: number): Promise<void>;
}

/** Puts the parts of the service together and starts them. The only file that sees them all. */
export async function createServer(config: Config, overrides: Overrides = {}): Promise<Server> {
  const clock = overrides.clock ?? systemClock;
  const logger = overrides.logger ?? createLogger(config.logLevel);
  const masterKey = openMasterKey(config);
  const files = await keepPrivate(config.dataDir, (error) =>
    logger.warn({ err: { message: String(error) } }, 'The data directory could not be closed to other users.'),
  );
  const database = overrides.database ?? (await openDatabase(config, clock, logger));
  try {
    await confirmMasterKey(masterKey, createCanaryStore(database));
    const server = await serve(config, { ...overrides, clock, logger, database, masterKey });
    const close = async (silenceMs?: number): Promise<void> => {
      await files.stop();
      await server.close(silenceMs);
    };
    return { ...server, close };
  } catch (error) {
    await files.stop();
    await database.close();
    throw error;
  }
}

function openDatabase({ database, dataDir }: Config, clock: Clock, logger: Logger): Promise<Database> {
  const url = database.engine === 'postgres' ? database.url : undefined;
  return createDatabase({ url, directory: dataDir, clock, logger });
}

interface Start extends Overrides {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly database: Database;
  readonly masterKey: Uint8Array;
}

async function serve(config: Config, start: Start): Promise<Server> {
  const { clock, logger, database } = start;
  const background = quietRepeats(logger, clock);
  let port: number | undefined;
  const addresses = createAddresses(config, () => port);
  const clients = createClientAddresses(config.trustedProxies, config.publicUrl);
  warnOfUntrustedProxy(config, logger);
  const origins = createOrigins({
    mode: config.mode,
    appsDomain: config.appsDomain,
    publicUrl: () => addresses.publicUrl,
    domainOwner: (name) => parts.projects.domainOwner(name),
  });
  const ids = createIds(clock);
  const parts: Parts = createParts(config, {
    ...start,
    logger: background,
    addresses,
    ids,
    isHttps: (request) => clients.isHttps(request),
    origins,
    refuseForeignPage: (request) => origins.refuseForeignPage(request, undefined),
    takeRequestLoad: () => http.takeLoad(),
    askLocally: (...asked) => http.askLocally(...asked),
    safeFetch: createSafeFetch({ allow: config.outboundAllow }),
    isShared: config.database.engine === 'postgres',
    onError: (error) => {
      // What was still under way for a project that is deleted.
      if (isDatabaseFailure(error, 'dropped')) return;
      background.error({ err: { message: String(error) } }, 'Background work of the control plane failed.');
    },
  });
  const findApp = createAppHosts({
    appsDomain: config.appsDomain,
    publicUrl: () => addresses.publicUrl,
    domainOwner: parts.projects.domainOwner,
  });
  const http = createHttp({
    settings: config,
    access: parts.projects.access,
    origins,
    addresses: clients,
    routes: parts.routes,
    apps: { ...parts.apps.origins, find: findApp },
    routeLimits: parts.limits.routes,
    processes: parts.processes.count,
    logger,
    clock,
    ids,
    observe: (request, answer) => {
      parts.monitoring.observe(request, answer);
      parts.audit.observe(request, answer);
    },
    counters: [
      {
        name: 'slow_lists_total',
        help: 'Lists of rows that were slow because no index serves them.',
        read: () => parts.tables.slowLists(),
      },
    ],
    health: () => database.ping(),
    moreMetrics: async () => (await parts.backups.metrics()) + (await parts.scrub.metrics()),
    healthDetails: () => ({
      missing_features: [...parts.confinement.missingFeatures()],
      ...parts.scrub.details(),
    }),
    ...(start.sendPace && { pace: start.sendPace }),
  });

  await startParts(parts);
  const setupToken = await parts.operators.createSetupToken();
  const sample = config.mode === 'development' ? await createSample(parts) : undefined;
  port = await http.listen();
  return {
    url: addresses.publicUrl,
    startText: startText({ addresses, setupToken, sample }),
    runJobsUntilIdle: () => runUntilIdle(parts),
    scrub: () => parts.scrub.runNow(),
    close: async (silenceMs) => {
      parts.monitoring.stopWaiting();
      parts.webhooks.stopWaiting();
      await Promise.all([http.close(silenceMs), finishJobs(parts)]);
      await stopParts(parts);
      await database.close();
    },
  };
}

/** Whoever stands before the service and speaks https tells it who calls; nobody is believed who is not named. */
function warnOfUntrustedProxy({ publicUrl, trustedProxies }: Config, logger: Logger): void {
  if (publicUrl?.startsWith('https:') !== true || trustedProxies.length > 0) return;
  logger.warn(
    {},
    'The public address is https, but SERVICE_TRUSTED_PROXIES is not set: callers behind a proxy all count as one.',
  );
}

function createSample({ projects, tables, rows }: Parts) {
  const service = { operator: { kind: 'service' } } as const;
  return projects.createSample({
    createTable: (project, table) => tables.create(project, service, table),
    insertRows: (project, table, body) =>
      rows.insert(project, { kind: 'secret', id: 'service' }, table, { body, isMinimal: true }),
  });
}

async function startParts(parts: Parts): Promise<void> {
  const { backups, feed, processes, projects, operators, auth, storage, apps, scrub, jobs, delivery, monitoring } =
    parts;
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
  delivery.start();
  monitoring.start();
  parts.audit.start();
}

async function runUntilIdle({ backups, jobs, functions, delivery }: Parts): Promise<void> {
  await backups.runDue();
  do await jobs.runUntilIdle();
  while (await functions.settle());
  await delivery.runUntilIdle();
  // Deliveries cause mails.
  await jobs.runUntilIdle();
}

/** What comes due from now on is for another process, or the next one. What runs goes on for as long as requests do. */
async function finishJobs({ jobs, functions }: Parts): Promise<void> {
  const finished = jobs.stop().then(() => functions.settle());
  let patience: NodeJS.Timeout | undefined;
  const waited = new Promise<void>((resolve) => {
    patience = setTimeout(resolve, FINISH_MS).unref();
  });
  await Promise.race([finished, waited]);
  clearTimeout(patience);
}

/** What gives others work stops before them. */
async function stopParts(parts: Parts): Promise<void> {
  await parts.feed.stop();
  await parts.tables.stop();
  await parts.delivery.stop();
  await parts.backups.stop();
  await parts.scrub.stop();
  await parts.jobs.stop();
  await parts.functions.close();
  // Others take its runs for lost from here on.
  await parts.processes.stop();
  await parts.monitoring.stop();
  await parts.audit.stop();
  parts.mail.close();
  await Promise.all([parts.projects.stop(), parts.operators.stop(), parts.auth.stop()]);
  await parts.passwords.close();
  await parts.storage.stop();
  await parts.confinement.close();
  await parts.blobs.close();
}
