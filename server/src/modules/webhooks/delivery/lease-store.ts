import { sql } from 'kysely';
import type { Database, StoreName } from '../../../database/index.ts';
import { createSqlBuilder, plainStep } from '../../../database/index.ts';
import type { WebhookTables } from '../webhook-tables.ts';
import type { LeaseTerms } from './lease.ts';

export type LeaseStore = ReturnType<typeof createLeaseStore>;

export function createLeaseStore(database: Database) {
  const db = createSqlBuilder<WebhookTables>(database);
  const now = sql.raw<number>(database.dialect.nowMs);

  return {
    async take(
      store: StoreName,
      webhookIds: readonly string[],
      { owner, leaseMs }: LeaseTerms,
    ): Promise<readonly string[]> {
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

    async release(store: StoreName, webhookIds: readonly string[], { owner }: LeaseTerms): Promise<void> {
      const give = db
        .updateTable('_webhooks')
        .set({ lease_until_ms: 0, lease_owner: null })
        .where('id', 'in', webhookIds)
        .where('lease_owner', '=', owner);
      await database.write(store, [plainStep(give)]);
    },
  };
}
