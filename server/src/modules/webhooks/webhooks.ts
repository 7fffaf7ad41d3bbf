import type { ArchiveSection } from '../../archiving/index.ts';
import type { Project } from '../../callers/index.ts';
import type { Database } from '../../database/database.ts';
import type { Table } from '../../database/schema/index.ts';
import type { Route } from '../../http/index.ts';
import type { Jobs } from '../../jobs/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { createLiteralGuard } from '../../platform/safe-fetch/index.ts';
import { createWaiters } from '../../platform/waiters.ts';
import type { MaybePromise } from '../../platform/when-ready.ts';
import type { Audit } from '../audit/index.ts';
import type { Tables, TableUse } from '../tables/index.ts';
import { createWebhookSection } from './archive/webhook-section.ts';
import type { Delivery } from './delivery/index.ts';
import { createDeliveryLogStore } from './delivery-log-store.ts';
import { createEndLater } from './listening/end-listening.ts';
import { listeningRoutes } from './listening/routes.ts';
import { webhookRoutes } from './routes.ts';
import { createWebhookRecordsStore } from './webhook-records-store.ts';

export interface WebhooksOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: () => string;
  readonly masterKey: Uint8Array;
  readonly audit: Audit;
  readonly tables: Pick<Tables, 'catalogue' | 'reload' | 'watch'>;
  /** Tables that every project has and whose changes can be sent. */
  readonly systemTables: readonly Table[];
  readonly outboundAllow: readonly string[];
  readonly delivery: Delivery;
  readonly jobs: Jobs;
  readonly findProject: (id: string) => MaybePromise<Project | undefined>;
}

export interface Webhooks {
  readonly routes: readonly Route[];
  /** Why a table must stay. */
  readonly use: TableUse;
  /** What archives hold of webhooks. */
  readonly section: ArchiveSection;
  /** Whoever waits for a delivery is answered. */
  stopWaiting(): void;
}

export function createWebhooks(options: WebhooksOptions): Webhooks {
  const records = createWebhookRecordsStore(options.database);
  const log = createDeliveryLogStore(options.database);
  const parts = { ...options, records, log, isClosed: createLiteralGuard(options.outboundAllow) };
  const waiters = createWaiters();
  const listening = { ...parts, waiters, endLater: createEndLater(parts) };
  return {
    routes: [...webhookRoutes(parts), ...listeningRoutes(listening)],
    stopWaiting: () => waiters.stop(),
    section: createWebhookSection(parts),
    use: async (project, table) => {
      const [webhook] = await records.ofTable(project.store, table.id);
      return webhook && `the webhook to ${new URL(webhook.url).host} (${webhook.id})`;
    },
  };
}
