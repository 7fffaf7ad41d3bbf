import type { Database, PlainStep, StoreName } from '../../database/database.ts';
import { createSqlBuilder, fetchCount, fetchRows, plainStep } from '../../database/kysely.ts';
import type { Listing } from '../../database/listing.ts';

export interface KeyRow {
  id: string;
  store: string;
  hash: string;
  name: string;
  created_at: string;
  last_used_at: string | null;
  expires_at: string | null;
  /** The personal token it was made with: it ends with it. */
  token_id: string | null;
}

export type KeyField = 'id' | 'name' | 'created_at';
export type KeysStore = ReturnType<typeof createKeysStore>;

/** Secret keys: only their hashes are stored. */
export function createKeysStore(database: Database) {
  const db = createSqlBuilder<{ project_keys: KeyRow; personal_tokens: { id: string } }>(database);

  return {
    insertStep: (row: KeyRow): PlainStep => plainStep(db.insertInto('project_keys').values(row)),

    /** Whole, for an archive. */
    all: (store: StoreName): Promise<readonly KeyRow[]> =>
      fetchRows(database, db.selectFrom('project_keys').selectAll().where('store', '=', store).orderBy('id')),

    moveStep: (from: StoreName, to: StoreName): PlainStep =>
      plainStep(db.updateTable('project_keys').set({ store: to }).where('store', '=', from)),

    async hashes(store: StoreName) {
      const query = db.selectFrom('project_keys').select(['id', 'hash', 'expires_at']).where('store', '=', store);
      return await fetchRows(database, query);
    },

    async list(store: StoreName, { limit, offset, order }: Listing<KeyField>) {
      let query = db
        .selectFrom('project_keys')
        .select(['id', 'name', 'created_at', 'last_used_at', 'expires_at'])
        .where('store', '=', store)
        .limit(limit)
        .offset(offset);
      for (const { field, direction } of order) query = query.orderBy(field, direction);
      return await fetchRows(database, query);
    },

    async count(store: StoreName): Promise<number> {
      return await fetchCount(database, db.selectFrom('project_keys').where('store', '=', store));
    },

    deleteStep: (store: StoreName, id: string): PlainStep =>
      plainStep(db.deleteFrom('project_keys').where('id', '=', id).where('store', '=', store), {
        atLeast: 1,
        name: 'key',
      }),

    /** Fails when the token that makes a key has ended meanwhile. */
    tokenAliveStep: (tokenId: string): PlainStep =>
      plainStep(db.selectFrom('personal_tokens').select('id').where('id', '=', tokenId), { atLeast: 1, name: 'token' }),

    async storesOfTokens(tokenIds: readonly string[]): Promise<readonly string[]> {
      const query = db.selectFrom('project_keys').select('store').distinct().where('token_id', 'in', tokenIds);
      return (await fetchRows(database, query)).map(({ store }) => store);
    },

    deleteOfTokensStep: (tokenIds: readonly string[]): PlainStep =>
      plainStep(db.deleteFrom('project_keys').where('token_id', 'in', tokenIds)),

    deleteAllStep: (store: StoreName): PlainStep => plainStep(db.deleteFrom('project_keys').where('store', '=', store)),

    useStep: (id: string, at: string): PlainStep =>
      plainStep(db.updateTable('project_keys').set({ last_used_at: at }).where('id', '=', id)),
  };
}
