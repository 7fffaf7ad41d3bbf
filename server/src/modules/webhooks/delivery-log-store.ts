import type { ExpressionBuilder } from 'kysely';
import type { Database, StoreName } from '../../database/index.ts';
import { createSqlBuilder, fetchCount, fetchRows } from '../../database/index.ts';
import { firstIdAt } from '../../platform/ids.ts';
import type { AttemptRow, DeliveryRow, DeliveryState, WebhookEvent, WebhookTables } from './webhook-tables.ts';

export interface LogFilter {
  readonly webhookId: string;
  readonly state: DeliveryState | undefined;
  readonly event: WebhookEvent | undefined;
  readonly since: string | undefined;
  readonly until: string | undefined;
}

export interface LogPage extends LogFilter {
  readonly limit: number;
  readonly offset: number;
  readonly direction: 'asc' | 'desc';
}

export interface LogEntry {
  readonly id: string;
  readonly attempts: number;
  readonly bodyBytes: number;
}

export type DeliveryStats = Record<DeliveryState, number> & { last_at: string | null };

export type DeliveryLogStore = ReturnType<typeof createDeliveryLogStore>;

export function createDeliveryLogStore(database: Database) {
  const db = createSqlBuilder<WebhookTables>(database);

  const matching = ({ webhookId, state, event, since, until }: LogFilter) => {
    let query = db.selectFrom('_webhook_deliveries').where('webhook_id', '=', webhookId);
    if (state !== undefined) query = query.where('state', '=', state);
    if (event !== undefined) query = query.where('event', '=', event);
    if (since !== undefined) query = query.where('created_at', '>=', since);
    if (until !== undefined) query = query.where('created_at', '<', until);
    return query;
  };

  return {
    async entries(store: StoreName, page: LogPage): Promise<readonly LogEntry[]> {
      const query = matching(page)
        .select((eb) => ['id', 'attempts', eb.fn<number>('octet_length', ['body']).as('bytes')])
        .orderBy('seq', page.direction)
        .limit(page.limit)
        .offset(page.offset);
      const rows = await fetchRows(database, query, store);
      return rows.map(({ id, attempts, bytes }) => ({ id, attempts: Number(attempts), bodyBytes: Number(bytes) }));
    },

    async count(store: StoreName, filter: LogFilter): Promise<number> {
      return await fetchCount(database, matching(filter), store);
    },

    async stats(store: StoreName, sinceMs: number): Promise<ReadonlyMap<string, DeliveryStats>> {
      const count = (eb: ExpressionBuilder<WebhookTables, '_webhook_deliveries'>) => [
        'webhook_id' as const,
        'state' as const,
        eb.fn.countAll<number>().as('deliveries'),
        eb.fn.max('created_at').as('last_at'),
      ];
      const all = db.selectFrom('_webhook_deliveries');
      // Ids grow with time.
      const recent = all.select(count).where('id', '>=', firstIdAt(sinceMs)).where('state', '!=', 'pending');
      const waiting = all.select(count).where('state', '=', 'pending');
      const stats = new Map<string, DeliveryStats>();
      for (const query of [recent, waiting]) {
        for (const row of await fetchRows(database, query.groupBy(['webhook_id', 'state']), store)) {
          const of = stats.get(row.webhook_id) ?? { succeeded: 0, failed: 0, pending: 0, skipped: 0, last_at: null };
          of[row.state] = Number(row.deliveries);
          if (of.last_at === null || row.last_at > of.last_at) of.last_at = row.last_at;
          stats.set(row.webhook_id, of);
        }
      }
      return stats;
    },

    async deliveries(store: StoreName, webhookId: string, ids: readonly string[]): Promise<readonly DeliveryRow[]> {
      const query = db
        .selectFrom('_webhook_deliveries')
        .selectAll()
        .where('id', 'in', ids)
        .where('webhook_id', '=', webhookId);
      return await fetchRows(database, query, store);
    },

    async attempts(store: StoreName, deliveryIds: readonly string[]): Promise<readonly AttemptRow[]> {
      const query = db
        .selectFrom('_webhook_attempts')
        .selectAll()
        .where('delivery_id', 'in', deliveryIds)
        .orderBy('delivery_id')
        .orderBy('attempt');
      return await fetchRows(database, query, store);
    },
  };
}
