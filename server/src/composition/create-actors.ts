import type { Config } from '../config/index.ts';
import { createApps } from '../modules/apps/index.ts';
import { USERS_TABLE } from '../modules/auth/index.ts';
import { createFunctions, createRuntime } from '../modules/functions/index.ts';
import { messagesTable, WATCHED_MESSAGES } from '../modules/inbox/index.ts';
import { storeOfIntegrations } from '../modules/integrations/index.ts';
import { createSchema } from '../modules/schema/index.ts';
import { watchedFiles } from '../modules/storage/index.ts';
import { createDelivery, createWebhooks } from '../modules/webhooks/index.ts';
import { createSafeSend } from '../platform/safe-fetch/index.ts';
import type { Actors, CreatedComponents } from './components.ts';

export function createActors(
  config: Config,
  { infrastructure, foundation, accounts, content, commerce }: Omit<CreatedComponents, 'actors'>,
): Actors {
  const { database, clock, ids, logger, masterKey, addresses, safeFetch, traceOutbound, isShared, onError } =
    infrastructure;
  const { takeRequestLoad, overrides } = infrastructure;
  const { loadLimits } = overrides;
  const { feed, processes, jobs, mail, audit, blobs, confinement, monitoring } = foundation;
  const { projects, auth, renewUser } = accounts;
  const { tables, rows, storage, inbox } = content;
  const { integrations, payments } = commerce;
  const functions = createFunctions({
    database,
    clock,
    ids,
    masterKey,
    addresses,
    feed,
    processes,
    jobs,
    audit,
    confinement,
    monitoring,
    rows,
    storage,
    inbox,
    isShared,
    findProject: projects.find,
    findOwner: projects.findOwner,
    waitingMax: (project) => projects.settings(project).limits.jobs,
    showUser: auth.showUser,
    renewUser,
    runtime: createRuntime({ clock, logger, confinement, safeFetch, ...(loadLimits && { loadLimits }) }),
    templateFunctions: [...integrations.templates, ...payments.templates],
    credentials: { read: integrations.credentials, storeOf: storeOfIntegrations },
    onError,
  });
  const apps = createApps({
    database,
    clock,
    ids,
    addresses,
    isShared,
    feed,
    jobs,
    audit,
    blobs,
    functions: functions.app,
    dataDir: config.dataDir,
    onError,
  });
  const delivery = createDelivery({
    database,
    clock,
    ids,
    logger,
    masterKey,
    addresses,
    isShared,
    jobs,
    mail,
    retryMs: config.webhooks.retryMs,
    timeoutMs: config.webhooks.timeoutMs,
    send: traceOutbound(createSafeSend({ allow: config.outboundAllow })),
    callFunction: functions.receiveChange,
    ownerEmails: projects.ownerEmails,
    projectId: projects.idOf,
    requests: takeRequestLoad,
    countDelivery: monitoring.countDelivery,
  });
  const webhooks = createWebhooks({
    database,
    clock,
    ids,
    masterKey,
    jobs,
    audit,
    tables,
    delivery,
    findProject: projects.find,
    serviceTables: [USERS_TABLE, watchedFiles(addresses), WATCHED_MESSAGES, messagesTable],
    outboundAllow: config.outboundAllow,
  });
  const schema = createSchema({ tables, functions });
  return { functions, apps, delivery, webhooks, schema };
}
