import type { MemberRole } from '../../callers/index.ts';
import type { Database, Listing, PlainStep, StoreName } from '../../database/index.ts';
import { createSqlBuilder, fetchCount, fetchRows, pageOf, plainStep } from '../../database/index.ts';

export interface KeyRow {
  id: string;
  store: string;
  hash: string;
  /** The first characters of the key; null when it was created by a release that did not keep them. */
  prefix: string | null;
  name: string;
  created_at: string;
  last_used_at: string | null;
  expires_at: string | null;
  /** The personal token that created the key. The key ends with it. */
  token_id: string | null;
  /** The account that created the key. The key has no more rights than that account. Null: the admin token. */
  created_by: string | null;
}

interface Tables {
  project_keys: KeyRow;
  personal_tokens: { id: string };
  members: { store: string; account_id: string; role: MemberRole };
  _users: { id: string; disabled: number };
}

export type KeyField = 'id' | 'name' | 'created_at';
export type KeysStore = ReturnType<typeof createKeysStore>;

export function createKeysStore(database: Database) {
  const db = createSqlBuilder<Tables>(database);

  return {
    insertStep: (row: KeyRow): PlainStep => plainStep(db.insertInto('project_keys').values(row)),

    all: (store: StoreName): Promise<readonly KeyRow[]> =>
      fetchRows(database, db.selectFrom('project_keys').selectAll().where('store', '=', store).orderBy('id')),

    moveStep: (from: StoreName, to: StoreName): PlainStep =>
      plainStep(db.updateTable('project_keys').set({ store: to }).where('store', '=', from)),

    /** The keys with the current role of their makers in the project; null when a maker has no role or is disabled. */
    async hashes(store: StoreName) {
      const query = db
        .selectFrom('project_keys as key')
        .leftJoin('_users as maker', (join) =>
          join.onRef('maker.id', '=', 'key.created_by').on('maker.disabled', '=', 0),
        )
        .leftJoin('members as member', (join) =>
          join.onRef('member.account_id', '=', 'maker.id').onRef('member.store', '=', 'key.store'),
        )
        .select(['key.id', 'key.hash', 'key.expires_at', 'key.created_by', 'member.role as maker_role'])
        .where('key.store', '=', store);
      return await fetchRows(database, query);
    },

    async madeBy(store: StoreName, accountId: string) {
      const query = db
        .selectFrom('project_keys')
        .select(['id', 'name', 'created_at', 'last_used_at', 'expires_at'])
        .where('store', '=', store)
        .where('created_by', '=', accountId)
        .orderBy('id');
      return await fetchRows(database, query);
    },

    deleteMadeByStep: (store: StoreName, accountId: string): PlainStep =>
      plainStep(db.deleteFrom('project_keys').where('store', '=', store).where('created_by', '=', accountId)),

    deleteOfMakerStep: (accountId: string): PlainStep =>
      plainStep(db.deleteFrom('project_keys').where('created_by', '=', accountId)),

    async storesOfMaker(accountId: string): Promise<readonly string[]> {
      const query = db.selectFrom('project_keys').select('store').distinct().where('created_by', '=', accountId);
      return (await fetchRows(database, query)).map(({ store }) => store);
    },

    async list(store: StoreName, listing: Listing<KeyField>) {
      const query = pageOf(
        db
          .selectFrom('project_keys')
          .select(['id', 'prefix', 'name', 'created_at', 'last_used_at', 'expires_at'])
          .where('store', '=', store),
        listing,
      );
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

    /** Fails as `not_applied`, named `token`, when the creating token has ended in the meantime. */
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
