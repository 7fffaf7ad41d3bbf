import type { Database, PlainStep } from '../../database/database.ts';
import { createSqlBuilder, fetchRows, plainStep } from '../../database/kysely.ts';

export interface SessionRow {
  id: string;
  account_id: string;
  hash: string;
  created_at: string;
  expires_at: string;
}

interface Tables {
  operator_sessions: SessionRow;
  accounts: { id: string; email: string; name: string | null; created_at: string };
}

export type SessionsStore = ReturnType<typeof createSessionsStore>;

export function createSessionsStore(database: Database) {
  const db = createSqlBuilder<Tables>(database);

  return {
    /** A new session; those that are over go with it, so that the table holds only what is alive. */
    insertSteps: (row: SessionRow): readonly PlainStep[] => [
      plainStep(db.deleteFrom('operator_sessions').where('expires_at', '<', row.created_at)),
      plainStep(db.insertInto('operator_sessions').values(row)),
    ],

    async find(hash: string) {
      const query = db
        .selectFrom('operator_sessions as session')
        .innerJoin('accounts as account', 'account.id', 'session.account_id')
        .select(['session.id', 'session.expires_at', 'session.account_id', 'account.email'])
        .where('session.hash', '=', hash);
      return (await fetchRows(database, query))[0];
    },

    /** The account and, when there is one, the session that asks. */
    async describe(accountId: string, sessionId: string | undefined) {
      const account = db
        .selectFrom('accounts')
        .select(['id', 'email', 'name', 'created_at'])
        .where('id', '=', accountId);
      const session = db
        .selectFrom('operator_sessions')
        .select(['id', 'expires_at'])
        .where('id', '=', sessionId ?? '');
      const [accounts, sessions] = await Promise.all([fetchRows(database, account), fetchRows(database, session)]);
      return { account: accounts[0] ?? null, session: sessions[0] ?? null };
    },

    deleteStep: (id: string): PlainStep =>
      plainStep(db.deleteFrom('operator_sessions').where('id', '=', id), { atLeast: 1, name: 'session' }),
  };
}
