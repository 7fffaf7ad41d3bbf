import { type Compilable, sql } from 'kysely';
import type { Database, StoreName } from '../../../database/database.ts';
import { createSqlBuilder, fetchRows } from '../../../database/kysely.ts';
import type { WebhookRow, WebhookTables } from '../webhook-tables.ts';

/** A body up to this size is read with its page; a longer one when it is sent, so that a page is never large. */
const BODY_BYTES_AT_ONCE = 16_384;

/** Spelled for the index of pending deliveries: the word must stand in the statement, not among its values. */
export const PENDING = sql<'pending'>`'pending'`;

/** A webhook and what it has to send. */
export type WebhookWork = WebhookRow & {
  /** When the first of what waits is due, 0 when it was never tried; null when nothing waits. */
  readonly least_ms: number | null;
  /** When the first of what is not yet due will be. */
  readonly later_ms: number | null;
};

/** Stands for the time in a compiled query; no time is negative. */
const NOW = -1;

export interface PendingDelivery {
  readonly seq: number;
  readonly id: string;
  readonly event: string;
  readonly attempts: number;
  readonly resends: number;
  readonly is_test: number;
  /** How many changes led to this one, itself included. */
  readonly depth: number;
  /** Null where it is too long for a page. */
  readonly body: string | null;
}

export interface PendingQuery {
  readonly webhookId: string;
  /** Deliveries never tried, in order, or those due again. */
  readonly kind: 'first' | 'due';
  readonly afterSeq: number;
  readonly nowMs: number;
  readonly limit: number;
}

export type DeliveryStore = ReturnType<typeof createDeliveryStore>;

/** Queries on the deliveries of a project. */
export function createDeliveryStore(database: Database) {
  const db = createSqlBuilder<WebhookTables>(database);

  const pendingOf = (webhookId: string) =>
    db.selectFrom('_webhook_deliveries').where('webhook_id', '=', webhookId).where('state', '=', PENDING);

  // Compiled once: it is asked up to fifty times a second for every project that is written.
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
    /** Every webhook of the project. Costs the same however much waits. */
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

    /** Everything that waits, oldest first. */
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

/** A query that is compiled once; `NOW` among its values is the time it is asked for. */
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
