import type { MemberRole } from '../../callers/index.ts';
import type { Database, Listing, PlainStep } from '../../database/index.ts';
import { createSqlBuilder, fetchCount, fetchRows, pageOf, plainStep } from '../../database/index.ts';

export interface TokenRow {
  id: string;
  account_id: string;
  hash: string;
  /** The first characters of the token; null when it was created by a release that did not keep them. */
  prefix: string | null;
  name: string;
  created_at: string;
  last_used_at: string | null;
  expires_at: string | null;
  /** JSON list of project ids; null means all projects of the account. */
  projects: string | null;
  role: MemberRole | null;
  /** Ids of the tokens it descends from, outermost first, between slashes. It ends with any of them. */
  lineage: string;
}

interface Tables {
  personal_tokens: TokenRow;
  _users: { id: string; email: string; role: string | null; disabled: number };
}

export type TokenField = 'id' | 'name' | 'created_at';
export type TokensStore = ReturnType<typeof createTokensStore>;

export function createTokensStore(database: Database) {
  const db = createSqlBuilder<Tables>(database);
  const family = (accountId: string, id: string) =>
    db
      .selectFrom('personal_tokens')
      .select('id')
      .where('account_id', '=', accountId)
      .where((eb) => eb.or([eb('id', '=', id), eb('lineage', 'like', `%/${id}/%`)]));

  return {
    insertStep: (row: TokenRow): PlainStep => plainStep(db.insertInto('personal_tokens').values(row)),

    /** Fails as `not_applied`, named `token`, when the creating token has ended meanwhile. */
    aliveStep: (id: string): PlainStep =>
      plainStep(db.selectFrom('personal_tokens').select('id').where('id', '=', id), { atLeast: 1, name: 'token' }),

    /** The token with its account; undefined when the account is disabled. */
    async find(hash: string) {
      const query = db
        .selectFrom('personal_tokens as token')
        .innerJoin('_users as account', 'account.id', 'token.account_id')
        .select(['token.id', 'token.account_id', 'token.expires_at', 'token.projects', 'token.role', 'token.lineage'])
        .select(['account.email', 'account.role as account_role'])
        .where('token.hash', '=', hash)
        .where('account.disabled', '=', 0);
      return (await fetchRows(database, query))[0];
    },

    async list(accountId: string, listing: Listing<TokenField>) {
      const query = pageOf(
        db
          .selectFrom('personal_tokens')
          .select(['id', 'prefix', 'name', 'created_at', 'last_used_at', 'expires_at', 'projects', 'role'])
          .where('account_id', '=', accountId),
        listing,
      );
      return await fetchRows(database, query);
    },

    async count(accountId: string): Promise<number> {
      return await fetchCount(database, db.selectFrom('personal_tokens').where('account_id', '=', accountId));
    },

    /** The ids of a token and of all its descendants. Empty for another account's token. */
    async familyOf(accountId: string, id: string): Promise<readonly string[]> {
      return (await fetchRows(database, family(accountId, id))).map((row) => row.id);
    },

    async ofAccount(accountId: string) {
      const query = db
        .selectFrom('personal_tokens')
        .select(['id', 'name', 'created_at', 'projects'])
        .where('account_id', '=', accountId)
        .orderBy('id');
      return (await fetchRows(database, query)).map(({ projects, ...token }) => ({
        ...token,
        projects: projects === null ? null : (JSON.parse(projects) as readonly string[]),
      }));
    },

    deleteStep: (ids: readonly string[]): PlainStep =>
      plainStep(db.deleteFrom('personal_tokens').where('id', 'in', ids)),

    async idsOf(accountId: string): Promise<readonly string[]> {
      const query = db.selectFrom('personal_tokens').select('id').where('account_id', '=', accountId);
      return (await fetchRows(database, query)).map((row) => row.id);
    },

    deleteFamilyStep: (accountId: string, id: string): PlainStep =>
      plainStep(db.deleteFrom('personal_tokens').where('id', 'in', family(accountId, id)), {
        atLeast: 1,
        name: 'token',
      }),

    deleteAllStep: (accountId: string): PlainStep =>
      plainStep(db.deleteFrom('personal_tokens').where('account_id', '=', accountId)),

    useStep: (id: string, at: string): PlainStep =>
      plainStep(db.updateTable('personal_tokens').set({ last_used_at: at }).where('id', '=', id)),
  };
}
