import { sql } from 'kysely';
import type { Database, Listing, PlainStep, StoreName } from '../../database/index.ts';
import { containsText, createSqlBuilder, fetchCount, fetchRows, pageOf, plainStep } from '../../database/index.ts';

/** This store only inserts and reads rows; it has no statement that changes one. */
export interface AuditRow {
  id: string;
  store: string | null;
  project_id: string | null;
  actor_kind: 'account' | 'admin' | 'service' | 'user' | 'key' | 'anonymous';
  actor_id: string | null;
  actor_email: string | null;
  action: string;
  target: string;
  details: string;
  ip: string | null;
  request_id: string | null;
  created_at: string;
}

/** Entries of a project, by an account, about an account (by any actor, attempts included), or all. */
export type AuditScope =
  | { readonly store: StoreName }
  | { readonly accountId: string }
  | { readonly concernedAccountId: string }
  | 'all';

/** Filters for entries. Texts match a part, ignoring case, with `*` for any run of characters; times are ISO. */
export interface AuditFilter {
  /** Part of the e-mail address, a whole id, or `admin` or `service`. */
  readonly actor?: string | undefined;
  readonly action?: string | undefined;
  readonly target?: string | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

export type AuditStore = ReturnType<typeof createAuditStore>;

export function createAuditStore(database: Database) {
  const db = createSqlBuilder<{ audit: AuditRow; former_stores: { former: string; store: string } }>(database);

  const all = (filter: AuditFilter) => {
    const { actor, action, target, since, until } = filter;
    let query = db.selectFrom('audit');
    if (actor !== undefined)
      query = query.where((eb) =>
        eb.or([
          eb('actor_id', '=', actor),
          sql<boolean>`${sql.ref('actor_kind')} = ${actor}`,
          containsText(database, 'actor_email', actor),
        ]),
      );
    if (action !== undefined) query = query.where(containsText(database, 'action', action));
    if (target !== undefined) query = query.where(containsText(database, 'target', target));
    if (since !== undefined) query = query.where('created_at', '>=', since);
    return until === undefined ? query : query.where('created_at', '<', until);
  };

  const within = (scope: AuditScope, filter: AuditFilter) => {
    const found = all(filter);
    if (scope === 'all') return found;
    if ('accountId' in scope) return found.where('actor_id', '=', scope.accountId);
    if ('concernedAccountId' in scope) {
      const id = scope.concernedAccountId;
      return found.where('store', 'is', null).where((eb) => eb.or([eb('actor_id', '=', id), eb('target', '=', id)]));
    }
    // A restored project had other stores before, and its old entries keep their store.
    const former = db.selectFrom('former_stores').select('former').where('store', '=', scope.store);
    return found.where((eb) => eb.or([eb('store', '=', scope.store), eb('store', 'in', former)]));
  };

  return {
    insertStep: (row: AuditRow): PlainStep => plainStep(db.insertInto('audit').values(row)),

    async list(scope: AuditScope, filter: AuditFilter, listing: Listing): Promise<readonly AuditRow[]> {
      return await fetchRows(database, pageOf(within(scope, filter).selectAll(), listing));
    },

    async count(scope: AuditScope, filter: AuditFilter): Promise<number> {
      return await fetchCount(database, within(scope, filter));
    },
  };
}
