import { sql } from 'kysely';
import type { Database, StoreName } from '../../../database/database.ts';
import { isDatabaseFailure } from '../../../database/errors.ts';
import { createSqlBuilder, fetchRows, plainStep } from '../../../database/kysely.ts';
import type { Job, Jobs } from '../../../jobs/index.ts';
import { type Clock, isoTime } from '../../../platform/clock.ts';
import { sha256Hex } from '../../../platform/crypto.ts';
import type { WebhookTables } from '../webhook-tables.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const KEPT_MS = 30 * DAY_MS;
const DELETED_AT_ONCE = 500;
const JOB_KIND = 'webhook-clean-up';

export interface CleanUpOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly jobs: Jobs;
}

export interface CleanUp {
  /** Sees to it that the store is cleaned every day from now on. */
  ensure(store: StoreName): Promise<void>;
  forget(store: StoreName): void;
}

/**
 * Deletes what was delivered, or not, longer ago than the log is kept: every day, as long as the project has webhooks or
 * something left of them.
 */
export function createCleanUp({ database, clock, jobs }: CleanUpOptions): CleanUp {
  const db = createSqlBuilder<WebhookTables>(database);
  const ensured = new Map<StoreName, number>();

  /** One job for each store and day, however often it is asked for. */
  const enqueue = async (store: StoreName, day: number): Promise<void> => {
    const id = idOf(`${JOB_KIND} ${store} ${day}`);
    const step = await jobs.enqueueLater(store, { kind: JOB_KIND, payload: null, runAtMs: day * DAY_MS, id });
    try {
      await database.write(store, [step]);
    } catch (error) {
      if (!isDatabaseFailure(error, 'unique_violation')) throw error;
    }
  };

  /** The oldest portion: `seq` is the order of time, so none is looked for. Says whether there may be more. */
  const deleteSome = async (store: StoreName, before: string): Promise<boolean> => {
    const oldest = db
      .selectFrom('_webhook_deliveries')
      .select(['seq', 'id', 'created_at'])
      .orderBy('seq')
      .limit(DELETED_AT_ONCE)
      .as('oldest');
    const old = db.selectFrom(oldest).where('created_at', '<', before);
    const { results } = await database.write(store, [
      plainStep(db.deleteFrom('_webhook_attempts').where('delivery_id', 'in', old.select('id'))),
      plainStep(db.deleteFrom('_webhook_deliveries').where('seq', 'in', old.select('seq'))),
    ]);
    const deleted = results.at(-1);
    return deleted?.kind === 'plain' && deleted.touched === DELETED_AT_ONCE;
  };

  const isNeeded = async (store: StoreName): Promise<boolean> => {
    const webhook = db.selectFrom('_webhooks').select(sql<number>`1`.as('one')).limit(1);
    const delivery = db.selectFrom('_webhook_deliveries').select(sql<number>`1`.as('one')).limit(1);
    const found = await Promise.all([fetchRows(database, webhook, store), fetchRows(database, delivery, store)]);
    return found.some((rows) => rows.length > 0);
  };

  jobs.handle(JOB_KIND, async ({ store }: Job) => {
    const before = isoTime(clock.now() - KEPT_MS);
    while (await deleteSome(store, before));
    if (await isNeeded(store)) await enqueue(store, dayOf(clock) + 1);
  });

  return {
    async ensure(store) {
      const next = dayOf(clock) + 1;
      if (ensured.get(store) === next) return;
      ensured.set(store, next);
      await enqueue(store, next);
    },
    forget: (store) => {
      ensured.delete(store);
    },
  };
}

function dayOf(clock: Clock): number {
  return Math.floor(clock.now() / DAY_MS);
}

/** The same text gives the same id; in the form of a UUID made of a hash (version 8). */
function idOf(text: string): string {
  const hex = sha256Hex(text);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
