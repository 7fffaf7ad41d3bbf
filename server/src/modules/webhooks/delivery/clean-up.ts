import { sql } from 'kysely';
import type { Database, StoreName } from '../../../database/index.ts';
import { createSqlBuilder, fetchRows, plainStep } from '../../../database/index.ts';
import { createDailyJob, type DailyJob, type Jobs } from '../../../jobs/index.ts';
import { type Clock, isoTime } from '../../../platform/clock.ts';
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

/** Deletes deliveries older than the log's retention time. Runs every day while the project has webhooks or deliveries. */
export function createCleanUp({ database, clock, jobs }: CleanUpOptions): DailyJob {
  const db = createSqlBuilder<WebhookTables>(database);

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

  return createDailyJob({
    database,
    clock,
    jobs,
    kind: JOB_KIND,
    run: async (store) => {
      const before = isoTime(clock.now() - KEPT_MS);
      while (await deleteSome(store, before));
      return await isNeeded(store);
    },
  });
}
