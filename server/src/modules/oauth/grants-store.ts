import type { Database, PlainStep } from '../../database/index.ts';
import { createSqlBuilder, fetchCount, fetchRows, plainStep } from '../../database/index.ts';

export interface GrantRow {
  id: string;
  kind: 'code' | 'device';
  /** SHA-256 of the secret that the program holds. */
  hash: string;
  user_code: string | null;
  client_id: string;
  client_name: string;
  /** The S256 challenge of a code, and where the browser was sent. */
  challenge: string | null;
  redirect_uri: string | null;
  /** Null: every project of the account. */
  project_id: string | null;
  scope: 'read' | 'write';
  /** Null until the account has allowed it. */
  account_id: string | null;
  state: 'pending' | 'allowed' | 'denied';
  created_at_ms: number;
  expires_at_ms: number;
  polled_at_ms: number;
}

interface Tables {
  oauth_grants: GrantRow;
}

export type GrantsStore = ReturnType<typeof createGrantsStore>;

export function createGrantsStore(database: Database) {
  const db = createSqlBuilder<Tables>(database);
  const read = (row: GrantRow): GrantRow => ({
    ...row,
    created_at_ms: Number(row.created_at_ms),
    expires_at_ms: Number(row.expires_at_ms),
    polled_at_ms: Number(row.polled_at_ms),
  });

  return {
    insertStep: (row: GrantRow): PlainStep => plainStep(db.insertInto('oauth_grants').values(row)),

    deleteExpiredStep: (nowMs: number): PlainStep =>
      plainStep(db.deleteFrom('oauth_grants').where('expires_at_ms', '<=', nowMs)),

    async countWaiting(nowMs: number): Promise<number> {
      return await fetchCount(
        database,
        db.selectFrom('oauth_grants').where('state', '=', 'pending').where('expires_at_ms', '>', nowMs),
      );
    },

    async findByHash(hash: string, nowMs: number): Promise<GrantRow | undefined> {
      const query = db
        .selectFrom('oauth_grants')
        .selectAll()
        .where('hash', '=', hash)
        .where('expires_at_ms', '>', nowMs);
      return (await fetchRows(database, query)).map(read)[0];
    },

    async findByUserCode(code: string, nowMs: number): Promise<GrantRow | undefined> {
      const query = db
        .selectFrom('oauth_grants')
        .selectAll()
        .where('user_code', '=', code)
        .where('expires_at_ms', '>', nowMs);
      return (await fetchRows(database, query)).map(read)[0];
    },

    /** Fails as `not_applied`, named `grant`, when the grant was decided meanwhile. */
    decideStep: (id: string, state: 'allowed' | 'denied', accountId: string): PlainStep =>
      plainStep(
        db
          .updateTable('oauth_grants')
          .set({ state, account_id: accountId })
          .where('id', '=', id)
          .where('state', '=', 'pending'),
        { atLeast: 1, name: 'grant' },
      ),

    polledStep: (id: string, nowMs: number): PlainStep =>
      plainStep(db.updateTable('oauth_grants').set({ polled_at_ms: nowMs }).where('id', '=', id)),

    /** Fails as `not_applied`, named `grant`, when the grant was exchanged meanwhile: each gives one token. */
    spendStep: (id: string): PlainStep =>
      plainStep(db.deleteFrom('oauth_grants').where('id', '=', id), { atLeast: 1, name: 'grant' }),
  };
}
