import type { Database, PlainStep, StoreName } from '../../../database/database.ts';
import { createSqlBuilder, fetchRows, plainStep } from '../../../database/kysely.ts';

export interface PendingSignUp {
  id: string;
  email: string;
  password_hash: string;
  name: string | null;
  metadata: string;
  /** Of the cookie that the browser got which signed up. */
  proof_hash: string;
  /** Of the newest link; null until the mail is made. */
  token_hash: string | null;
  redirect_to: string | null;
  expires_at_ms: number;
  created_at: string;
}

/** Of one address; older ones give way. A login looks at each of them, so there are few. */
const PER_ADDRESS_MAX = 5;

export type PendingStore = ReturnType<typeof createPendingStore>;

/** Sign-ups that wait for somebody to confirm their address. */
export function createPendingStore(database: Database) {
  const db = createSqlBuilder<{ _pending_sign_ups: PendingSignUp }>(database);
  const newest = (email: string) =>
    db.selectFrom('_pending_sign_ups').where('email', '=', email).orderBy('id', 'desc').limit(PER_ADDRESS_MAX);

  return {
    /** Those of an address that can still be confirmed, newest first. */
    async ofAddress(store: StoreName, email: string, nowMs: number): Promise<readonly PendingSignUp[]> {
      return await fetchRows(database, newest(email).selectAll().where('expires_at_ms', '>', nowMs), store);
    },

    async findByToken(store: StoreName, hash: string): Promise<PendingSignUp | undefined> {
      const query = db.selectFrom('_pending_sign_ups').selectAll().where('token_hash', '=', hash);
      return (await fetchRows(database, query, store))[0];
    },

    /** One more; what is over, and what is too much for its address, goes with it. */
    insertSteps: (row: PendingSignUp, nowMs: number): readonly PlainStep[] => [
      plainStep(db.deleteFrom('_pending_sign_ups').where('expires_at_ms', '<=', nowMs)),
      plainStep(db.insertInto('_pending_sign_ups').values(row)),
      plainStep(
        db
          .deleteFrom('_pending_sign_ups')
          .where('email', '=', row.email)
          .where('id', 'not in', newest(row.email).select('id')),
      ),
    ],

    /** A new link for a sign-up that is still there, else `not_applied`, named `pending`. */
    renewStep: (id: string, set: Pick<PendingSignUp, 'token_hash' | 'redirect_to' | 'expires_at_ms'>): PlainStep =>
      plainStep(db.updateTable('_pending_sign_ups').set(set).where('id', '=', id), { atLeast: 1, name: 'pending' }),

    /** Of many who spend one link at once one gets through; the others fail as `not_applied`, named `token`. */
    spendStep: (tokenHash: string): PlainStep =>
      plainStep(db.deleteFrom('_pending_sign_ups').where('token_hash', '=', tokenHash), { atLeast: 1, name: 'token' }),

    /** Other sign-ups with an address that is confirmed wait for nothing any more. */
    deleteOfAddressStep: (email: string): PlainStep =>
      plainStep(db.deleteFrom('_pending_sign_ups').where('email', '=', email)),
  };
}
