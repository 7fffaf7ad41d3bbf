import type { Config } from '../config/index.ts';
import { createApps } from '../modules/apps/index.ts';
import { createFunctions, createRuntime } from '../modules/functions/index.ts';
import { messagesTable } from '../modules/inbox/index.ts';
import { createDelivery, createWebhooks } from '../modules/webhooks/index.ts';
import { createSafeSend } from '../platform/safe-fetch/index.ts';
import type { Ground } from './ground.ts';
import type { Accounts, Actors, Content, Foundation } from './parts.ts';

export function createActors(config: Config, given: Ground & Foundation & Accounts & Content): Actors {
  const { projects, auth } = given;
  const functions = createFunctions({
    ...given,
    findProject: projects.find,
    showUser: auth.showUser,
    runtime: createRuntime(given),
  });
  const apps = createApps({ ...given, functions: functions.app, dataDir: config.dataDir });
  const delivery = createDelivery({
    ...given,
    ...config.webhooks,
    send: createSafeSend({ allow: config.outboundAllow }),
    ownerEmails: projects.ownerEmails,
    projectId: projects.idOf,
    requests: given.takeRequestLoad,
  });
  const webhooks = createWebhooks({
    ...given,
    delivery,
    systemTables: [messagesTable],
    outboundAllow: config.outboundAllow,
  });
  return { functions, apps, delivery, webhooks };
}
