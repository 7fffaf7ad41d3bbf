import type { ArchiveSection } from '../../archive/sections/index.ts';
import type { Project } from '../../callers/index.ts';
import type { Route } from '../../http/index.ts';
import type { Jobs } from '../../jobs/index.ts';
import { createLiteralGuard } from '../../platform/safe-fetch/index.ts';
import { createWaiters } from '../../platform/waiters.ts';
import type { MaybePromise } from '../../platform/when-ready.ts';
import type { TableUse } from '../tables/index.ts';
import { createWebhookSection } from './archive/webhook-section.ts';
import { createDeliveryLogStore } from './delivery-log-store.ts';
import { createEndLater } from './listening/end-listening.ts';
import type { ListeningContext } from './listening/listening-context.ts';
import { listeningRoutes } from './listening/routes.ts';
import { webhookRoutes } from './routes.ts';
import { createWebhookRecordsStore } from './webhook-records-store.ts';
import type { WebhooksContext } from './webhooks-context.ts';

export interface WebhooksOptions extends Omit<WebhooksContext, 'records' | 'log' | 'isClosed'> {
  readonly outboundAllow: readonly string[];
  readonly jobs: Jobs;
  readonly findProject: (id: string) => MaybePromise<Project | undefined>;
}

export interface Webhooks {
  readonly routes: readonly Route[];
  readonly use: TableUse;
  readonly section: ArchiveSection;
  stopWaiting(): void;
}

export function createWebhooks(options: WebhooksOptions): Webhooks {
  const { database, jobs, findProject, outboundAllow } = options;
  const records = createWebhookRecordsStore(database);
  const context: WebhooksContext = {
    ...options,
    records,
    log: createDeliveryLogStore(database),
    isClosed: createLiteralGuard(outboundAllow),
  };
  const waiters = createWaiters();
  const endLater = createEndLater({ ...context, jobs, findProject });
  const listening: ListeningContext = { ...context, waiters, endLater };
  return {
    routes: [...webhookRoutes(context), ...listeningRoutes(listening)],
    stopWaiting: () => waiters.stop(),
    section: createWebhookSection(context),
    use: async (project, table) => {
      const [webhook] = await records.ofTable(project.store, table.id);
      return webhook && `the webhook to ${new URL(webhook.url).host || webhook.url} (${webhook.id})`;
    },
  };
}
