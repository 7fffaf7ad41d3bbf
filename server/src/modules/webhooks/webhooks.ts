import type { ArchiveSection } from '../../archiving/index.ts';
import type { Database } from '../../database/database.ts';
import type { Table } from '../../database/schema/index.ts';
import type { Route } from '../../http/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { createLiteralGuard } from '../../platform/safe-fetch/index.ts';
import type { Audit } from '../audit/index.ts';
import type { Tables, TableUse } from '../tables/index.ts';
import { createWebhookSection } from './archive/webhook-section.ts';
import type { Delivery } from './delivery/index.ts';
import { createDeliveryLogStore } from './delivery-log-store.ts';
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
}

export interface Webhooks {
  readonly routes: readonly Route[];
  /** Why a table must stay. */
  readonly use: TableUse;
  /** What archives hold of webhooks. */
  readonly section: ArchiveSection;
}

export function createWebhooks(options: WebhooksOptions): Webhooks {
  const records = createWebhookRecordsStore(options.database);
  const log = createDeliveryLogStore(options.database);
  const parts = { ...options, records, log, isClosed: createLiteralGuard(options.outboundAllow) };
  return {
    routes: webhookRoutes(parts),
    section: createWebhookSection(parts),
    use: async (project, table) => {
      const [webhook] = await records.ofTable(project.store, table.id);
      return webhook && `the webhook to ${new URL(webhook.url).host} (${webhook.id})`;
    },
  };
}
