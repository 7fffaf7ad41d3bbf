import type { Config } from '../config/index.ts';
import { createApps } from '../modules/apps/index.ts';
import { createFunctions, createRuntime } from '../modules/functions/index.ts';
import { messagesTable } from '../modules/inbox/index.ts';
import { storeOfIntegrations } from '../modules/integrations/index.ts';
import { createSchema } from '../modules/schema/index.ts';
import { createDelivery, createWebhooks } from '../modules/webhooks/index.ts';
import { createSafeSend } from '../platform/safe-fetch/index.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { Accounts, Actors, Commerce, Content, Foundation } from './parts.ts';

export function createActors(
  config: Config,
  dependencies: Infrastructure & Foundation & Accounts & Content & Commerce,
): Actors {
  const { projects, auth, renewUser, integrations, payments } = dependencies;
  const functions = createFunctions({
    ...dependencies,
    findProject: projects.find,
    showUser: auth.showUser,
    renewUser,
    runtime: createRuntime(dependencies),
    templateFunctions: [...integrations.templates, ...payments.templates],
    credentials: { read: integrations.credentials, storeOf: storeOfIntegrations },
  });
  const apps = createApps({ ...dependencies, functions: functions.app, dataDir: config.dataDir });
  const delivery = createDelivery({
    ...dependencies,
    ...config.webhooks,
    send: createSafeSend({ allow: config.outboundAllow }),
    ownerEmails: projects.ownerEmails,
    projectId: projects.idOf,
    requests: dependencies.takeRequestLoad,
    countDelivery: dependencies.monitoring.countDelivery,
  });
  const webhooks = createWebhooks({
    ...dependencies,
    delivery,
    findProject: projects.find,
    systemTables: [messagesTable],
    outboundAllow: config.outboundAllow,
  });
  const schema = createSchema({ ...dependencies, functions });
  return { functions, apps, delivery, webhooks, schema };
}
