import type { Database, PlainStep } from '../../database/database.ts';
import { createSqlBuilder, fetchRows, plainStep } from '../../database/kysely.ts';
import type { Listing } from '../../database/listing.ts';

interface TokenRow {
  id: string;
  account_id: string;
  hash: string;
  name: string;
  created_at: string;
  last_used_at: string | null;
  expires_at: string | null;
}

interface Tables {
  personal_tokens: TokenRow;
  accounts: { id: string; email: string };
}

export type TokenField = 'id' | 'name' | 'created_at';
export type TokensStore = ReturnType<typeof createTokensStore>;

export function createTokensStore(database: Database) {
  const db = createSqlBuilder<Tables>(database);

  return {
    insertStep: (row: TokenRow): PlainStep => plainStep(db.insertInto('personal_tokens').values(row)),

    async find(hash: string) {
      const query = db
        .selectFrom('personal_tokens as token')
        .innerJoin('accounts as account', 'account.id', 'token.account_id')
        .select(['token.id', 'token.account_id', 'token.expires_at', 'account.email'])
        .where('token.hash', '=', hash);
      return (await fetchRows(database, query))[0];
    },

    async list(accountId: string, { limit, offset, order }: Listing<TokenField>) {
      let query = db
        .selectFrom('personal_tokens')
        .select(['id', 'name', 'created_at', 'last_used_at', 'expires_at'])
        .where('account_id', '=', accountId)
        .limit(limit)
        .offset(offset);
      for (const { field, direction } of order) query = query.orderBy(field, direction);
      return await fetchRows(database, query);
    },

    async count(accountId: string): Promise<number> {
      const query = db
        .selectFrom('personal_tokens')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('account_id', '=', accountId);
      return Number((await fetchRows(database, query))[0]?.count ?? 0);
    },

    /** One of another account is as absent as one that never was. */
    deleteStep: (accountId: string, id: string): PlainStep =>
      plainStep(db.deleteFrom('personal_tokens').where('id', '=', id).where('account_id', '=', accountId), {
        atLeast: 1,
        name: 'token',
      }),

    useStep: (id: string, at: string): PlainStep =>
      plainStep(db.updateTable('personal_tokens').set({ last_used_at: at }).where('id', '=', id)),
  };
}
