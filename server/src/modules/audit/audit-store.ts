import type { Database, PlainStep, StoreName } from '../../database/database.ts';
import { createSqlBuilder, fetchRows, plainStep } from '../../database/kysely.ts';
import type { Listing } from '../../database/listing.ts';

/** Rows are added and read, never changed: there is no statement here that could. */
interface AuditRow {
  id: string;
  store: string | null;
  project_id: string | null;
  actor_kind: 'account' | 'admin' | 'service';
  actor_id: string | null;
  actor_email: string | null;
  action: string;
  target: string;
  details: string;
  ip: string | null;
  request_id: string | null;
  created_at: string;
}

/** Whose entries are listed: a project's, those of one account, or all. */
export type AuditScope = { readonly store: StoreName } | { readonly accountId: string } | 'all';

export type AuditStore = ReturnType<typeof createAuditStore>;

export function createAuditStore(database: Database) {
  const db = createSqlBuilder<{ audit: AuditRow; former_stores: { former: string; store: string } }>(database);

  const within = (scope: AuditScope) => {
    const all = db.selectFrom('audit');
    if (scope === 'all') return all;
    if ('accountId' in scope) return all.where('actor_id', '=', scope.accountId);
    // A project that was restored has had other stores, and its entries stay as they were written.
    const former = db.selectFrom('former_stores').select('former').where('store', '=', scope.store);
    return all.where((eb) => eb.or([eb('store', '=', scope.store), eb('store', 'in', former)]));
  };

  return {
    insertStep: (row: AuditRow): PlainStep => plainStep(db.insertInto('audit').values(row)),

    async list(scope: AuditScope, { limit, offset, order }: Listing): Promise<readonly AuditRow[]> {
      let query = within(scope).selectAll().limit(limit).offset(offset);
      for (const { field, direction } of order) query = query.orderBy(field as keyof AuditRow, direction);
      return await fetchRows(database, query);
    },

    async count(scope: AuditScope): Promise<number> {
      const [row] = await fetchRows(
        database,
        within(scope).select((eb) => eb.fn.countAll<number>().as('count')),
      );
      return Number(row?.count ?? 0);
    },
  };
}
