import { type Compilable, sql } from 'kysely';
import type { Database, StoreName } from '../../../database/index.ts';
import { createSqlBuilder, fetchRows } from '../../../database/index.ts';
import type { AttemptTrigger, WebhookRow, WebhookTables } from '../webhook-tables.ts';

/** Bodies up to this size are read with their page; longer ones when they are sent, so that a page is never large. */
const BODY_BYTES_AT_ONCE = 16_384;

/** A literal, because the partial index on pending deliveries is not used when the state is a bound value. */
export const PENDING = sql<'pending'>`'pending'`;

export type WebhookWork = WebhookRow & {
  /** When the first pending delivery is due: 0 when it was never tried, null when none is pending. */
  readonly least_ms: number | null;
  readonly later_ms: number | null;
};

/** Placeholder for the current time in a compiled query; real times are never negative. */
const NOW = -1;

export interface PendingDelivery {
  readonly seq: number;
  readonly id: string;
  readonly event: string;
  readonly attempts: number;
  readonly resends: number;
  readonly is_test: number;
  /** Number of changes in the chain that led to this one, including this one. */
  readonly depth: number;
  /** Null when the body is too long to be read with its page. */
  readonly body: string | null;
}

export interface PendingQuery {
  readonly webhookId: string;
  /** `first`: never tried, in order. `due`: retries that are due. */
  readonly kind: 'first' | 'due';
  readonly afterSeq: number;
  readonly nowMs: number;
  readonly limit: number;
}

export type DeliveryStore = ReturnType<typeof createDeliveryStore>;

export function createDeliveryStore(database: Database) {
  const db = createSqlBuilder<WebhookTables>(database);

  const pendingOf = (webhookId: string) =>
    db.selectFrom('_webhook_deliveries').where('webhook_id', '=', webhookId).where('state', '=', PENDING);

  // Compiled once: it runs up to fifty times a second for every project that receives writes.
  const workQuery = precompiledAt(
    db
      .selectFrom('_webhooks as w')
      .selectAll()
      .select((eb) => [
        eb
          .selectFrom('_webhook_deliveries as d')
          .select((of) => of.fn.min<number | null>('d.next_attempt_at_ms').as('at'))
          .whereRef('d.webhook_id', '=', 'w.id')
          .where('d.state', '=', PENDING)
          .as('least_ms'),
        eb
          .selectFrom('_webhook_deliveries as d')
          .select((of) => of.fn.min<number | null>('d.next_attempt_at_ms').as('at'))
          .whereRef('d.webhook_id', '=', 'w.id')
          .where('d.state', '=', PENDING)
          .where('d.next_attempt_at_ms', '>', NOW)
          .as('later_ms'),
      ])
      .where('w.listen_until_ms', '=', 0)
      .orderBy('w.id'),
  );

  return {
    async work(store: StoreName, nowMs: number): Promise<readonly WebhookWork[]> {
      const rows = await fetchRows(database, workQuery(nowMs), store);
      return rows.map(({ least_ms, later_ms, ...row }) => ({
        ...row,
        least_ms: numberOf(least_ms),
        later_ms: numberOf(later_ms),
      }));
    },

    async pending(store: StoreName, { webhookId, kind, afterSeq, nowMs, limit }: PendingQuery) {
      const base = pendingOf(webhookId)
        .select(['seq', 'id', 'event', 'attempts', 'resends', 'is_test', 'depth'])
        .limit(limit);
      const withBody = base.select(
        sql<string | null>`CASE WHEN octet_length(body) <= ${sql.lit(BODY_BYTES_AT_ONCE)} THEN body END`.as('body'),
      );
      const query =
        kind === 'first'
          ? withBody.where('next_attempt_at_ms', '=', 0).where('seq', '>', afterSeq).orderBy('seq')
          : withBody
              .where('next_attempt_at_ms', '>', 0)
              .where('next_attempt_at_ms', '<=', nowMs)
              .orderBy('next_attempt_at_ms')
              .orderBy('seq');
      const rows: readonly PendingDelivery[] = await fetchRows(database, query, store);
      return rows.map((row) => ({ ...row, seq: Number(row.seq), attempts: Number(row.attempts) }));
    },

    async waiting(store: StoreName, webhookId: string, limit: number): Promise<readonly PendingDelivery[]> {
      const query = pendingOf(webhookId)
        .select(['seq', 'id', 'event', 'attempts', 'resends', 'is_test', 'depth', 'body'])
        .orderBy('seq')
        .limit(limit);
      const rows: readonly PendingDelivery[] = await fetchRows(database, query, store);
      return rows.map((row) => ({ ...row, seq: Number(row.seq), attempts: Number(row.attempts) }));
    },

    async findWaiting(store: StoreName, webhookId: string, id: string): Promise<PendingDelivery | undefined> {
      const query = pendingOf(webhookId)
        .select(['seq', 'id', 'event', 'attempts', 'resends', 'is_test', 'depth', 'body'])
        .where('id', '=', id);
      const [row] = await fetchRows(database, query, store);
      return row && { ...row, seq: Number(row.seq), attempts: Number(row.attempts) };
    },

    async body(store: StoreName, seq: number): Promise<string | undefined> {
      const query = db.selectFrom('_webhook_deliveries').select('body').where('seq', '=', seq);
      return (await fetchRows(database, query, store))[0]?.body;
    },
  };
}

/** Compiles the query once; each call replaces `NOW` among its values by the current time. */
function precompiledAt<Output>(query: Compilable<Output>): (nowMs: number) => Compilable<Output> {
  const compiled = query.compile();
  return (nowMs) => {
    const parameters = compiled.parameters.map((value) => (value === NOW ? nowMs : value));
    return { compile: () => ({ ...compiled, parameters }) };
  };
}

function numberOf(value: number | null): number | null {
  return value === null ? null : Number(value);
}

/** The trigger of the next attempt at a pending delivery. */
export function triggerOf({ resends, is_test, attempts }: PendingDelivery): AttemptTrigger {
  if (resends > 0) return 'resend';
  return is_test === 1 && attempts === 0 ? 'test' : 'auto';
}
