import { type Compilable, sql } from 'kysely';
import type { Database, PlainStep, StoreName } from '../../../database/database.ts';
import { createSqlBuilder, fetchRows, plainStep } from '../../../database/kysely.ts';
import type { WebhookRow, WebhookTables } from '../webhook-tables.ts';
import type { LeaseTerms } from './lease.ts';

/** A body up to this size is read with its page; a longer one when it is sent, so that a page is never large. */
const BODY_BYTES_AT_ONCE = 16_384;

/** What waits for a webhook that was switched off is skipped in portions, so that no write of the project waits long. */
export const SKIPPED_AT_ONCE = 1000;

/** What the index of pending deliveries is made for: the word must stand in the statement, not among its values. */
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
  /** Null where it is too long for a page. */
  readonly body: string | null;
}

export interface PendingQuery {
  readonly webhookId: string;
  /** What was never tried, in order, or what is due again. */
  readonly kind: 'first' | 'due';
  readonly afterSeq: number;
  readonly nowMs: number;
  readonly limit: number;
}

export interface LeaseWish extends Pick<LeaseTerms, 'owner' | 'leaseMs'> {
  readonly webhookIds: readonly string[];
}

export type DeliveryStore = ReturnType<typeof createDeliveryStore>;

/** What a sender asks of a project's store. */
export function createDeliveryStore(database: Database) {
  const db = createSqlBuilder<WebhookTables>(database);
  const now = sql.raw<number>(database.dialect.nowMs);

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

  const skipSomeStep = (webhookId: string): PlainStep => {
    const some = pendingOf(webhookId).select('seq').where('is_test', '=', 0).limit(SKIPPED_AT_ONCE);
    const enabled = db.selectFrom('_webhooks').select('id').where('id', '=', webhookId).where('enabled', '=', 1);
    return plainStep(
      db
        .updateTable('_webhook_deliveries')
        .set({ state: 'skipped', resends: 0, next_attempt_at_ms: 0 })
        .where('seq', 'in', some)
        .where((eb) => eb.not(eb.exists(enabled))),
    );
  };

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
      const base = pendingOf(webhookId).select(['seq', 'id', 'event', 'attempts', 'resends', 'is_test']).limit(limit);
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
        .select(['seq', 'id', 'event', 'attempts', 'resends', 'is_test', 'body'])
        .orderBy('seq')
        .limit(limit);
      const rows: readonly PendingDelivery[] = await fetchRows(database, query, store);
      return rows.map((row) => ({ ...row, seq: Number(row.seq), attempts: Number(row.attempts) }));
    },

    async findWaiting(store: StoreName, webhookId: string, id: string): Promise<PendingDelivery | undefined> {
      const query = pendingOf(webhookId)
        .select(['seq', 'id', 'event', 'attempts', 'resends', 'is_test', 'body'])
        .where('id', '=', id);
      const [row] = await fetchRows(database, query, store);
      return row && { ...row, seq: Number(row.seq), attempts: Number(row.attempts) };
    },

    async body(store: StoreName, seq: number): Promise<string | undefined> {
      const query = db.selectFrom('_webhook_deliveries').select('body').where('seq', '=', seq);
      return (await fetchRows(database, query, store))[0]?.body;
    },

    /** Takes or renews the leases that nobody else holds; gives the webhooks that are held from now on. */
    async lease(store: StoreName, { webhookIds, owner, leaseMs }: LeaseWish): Promise<readonly string[]> {
      const take = db
        .updateTable('_webhooks')
        .set({ lease_owner: owner, lease_until_ms: sql<number>`${now} + ${sql.lit(leaseMs)}` })
        .where('id', 'in', webhookIds)
        .where((eb) => eb.or([eb('lease_owner', '=', owner), eb('lease_until_ms', '<=', now)]))
        .returning('id');
      const { results } = await database.write(store, [plainStep(take)]);
      const [taken] = results;
      return taken?.kind === 'plain' ? taken.rows.map((row) => String(row['id'])) : [];
    },

    async release(store: StoreName, webhookIds: readonly string[], owner: string): Promise<void> {
      const give = db
        .updateTable('_webhooks')
        .set({ lease_until_ms: 0, lease_owner: null })
        .where('id', 'in', webhookIds)
        .where('lease_owner', '=', owner);
      await database.write(store, [plainStep(give)]);
    },

    /** A portion of what waits for a webhook that is switched off, or gone. */
    skipSomeStep,

    /** Says how many. */
    async skipSome(store: StoreName, webhookId: string): Promise<number> {
      const { results } = await database.write(store, [skipSomeStep(webhookId)]);
      const [skipped] = results;
      return skipped?.kind === 'plain' ? skipped.touched : 0;
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
