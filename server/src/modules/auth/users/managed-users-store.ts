import { type RawBuilder, sql } from 'kysely';
import type { Database, ListingOrder, PlainStep, StoreName } from '../../../database/index.ts';
import { containsText, createSqlBuilder, fetchCount, fetchRows, plainStep } from '../../../database/index.ts';
import { parseUuid } from '../../../platform/ids.ts';
import { type IdentityRow, type UserRow, userStep } from '../users-store.ts';

interface Tables {
  _users: UserRow;
  _identities: IdentityRow;
}

export const ORDER_FIELDS = ['created_at', 'updated_at', 'last_sign_in_at', 'email', 'name', 'id'] as const;
export type OrderField = (typeof ORDER_FIELDS)[number];

export interface UsersPage {
  /** Part of the address or the name, ignoring case; or a whole id. */
  readonly search: string | undefined;
  readonly limit: number;
  readonly offset: number;
  readonly order: readonly ListingOrder<OrderField>[];
}

export type ManagedUsersStore = ReturnType<typeof createManagedUsersStore>;

export function createManagedUsersStore(database: Database) {
  const db = createSqlBuilder<Tables>(database);
  const { dialect } = database;

  const isFound = (search: string | undefined): RawBuilder<boolean> => {
    if (search === undefined || search === '') return sql<boolean>`1 = 1`;
    const id = parseUuid(search);
    if (id !== undefined) return sql<boolean>`${sql.ref('id')} = ${id}`;
    const holds = (column: string) => containsText(database, column, search);
    return sql<boolean>`(${holds('email')} OR (${sql.ref('name')} IS NOT NULL AND ${holds('name')}))`;
  };

  return {
    list(store: StoreName, { search, limit, offset, order }: UsersPage): Promise<readonly UserRow[]> {
      let query = db.selectFrom('_users').selectAll().where(isFound(search)).limit(limit).offset(offset);
      for (const { field, direction } of order) {
        query = query.orderBy(sql.raw(dialect.orderKey(`"${field}"`, direction)));
      }
      return fetchRows(database, query, store);
    },

    async count(store: StoreName, search: string | undefined): Promise<number> {
      return await fetchCount(database, db.selectFrom('_users').where(isFound(search)), store);
    },

    async providersOf(store: StoreName, userIds: readonly string[]): Promise<ReadonlyMap<string, string[]>> {
      const providers = new Map<string, string[]>(userIds.map((id) => [id, []]));
      if (userIds.length === 0) return providers;
      const query = db
        .selectFrom('_identities')
        .select(['user_id', 'provider'])
        .where('user_id', 'in', userIds)
        .orderBy('created_at')
        .orderBy('provider');
      for (const { user_id, provider } of await fetchRows(database, query, store)) {
        const known = providers.get(user_id);
        if (known !== undefined && !known.includes(provider)) known.push(provider);
      }
      return providers;
    },

    /** Touches no row when the id or address is taken. */
    insertIfFreeStep: (row: UserRow): PlainStep =>
      userStep(
        plainStep(
          db
            .insertInto('_users')
            .values(row)
            .onConflict((conflict) => conflict.doNothing()),
        ),
      ),

    async taken(
      store: StoreName,
      rows: readonly Pick<UserRow, 'id' | 'email'>[],
    ): Promise<{ readonly ids: ReadonlySet<string>; readonly emails: ReadonlySet<string> }> {
      if (rows.length === 0) return { ids: new Set(), emails: new Set() };
      const query = db
        .selectFrom('_users')
        .select(['id', 'email'])
        .where((eb) =>
          eb.or([
            eb(
              'id',
              'in',
              rows.map(({ id }) => id),
            ),
            eb(
              'email',
              'in',
              rows.map(({ email }) => email),
            ),
          ]),
        );
      const found = await fetchRows(database, query, store);
      return { ids: new Set(found.map(({ id }) => id)), emails: new Set(found.map(({ email }) => email)) };
    },
  };
}
