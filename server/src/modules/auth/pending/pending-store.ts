import type { Database, PlainStep, StoreName } from '../../../database/index.ts';
import { createSqlBuilder, fetchRows, plainStep } from '../../../database/index.ts';

export interface PendingSignUp {
  id: string;
  email: string;
  password_hash: string;
  name: string | null;
  metadata: string;
  /** Hash of the cookie in the browser that signed up. */
  proof_hash: string;
  /** Hash of the token in the newest link; null until the mail is created. */
  token_hash: string | null;
  redirect_to: string | null;
  expires_at_ms: number;
  created_at: string;
}

/** Pending sign-ups per address; older ones are deleted. The limit is low because a login checks the password of each. */
const PER_ADDRESS_MAX = 5;

export type PendingStore = ReturnType<typeof createPendingStore>;

export function createPendingStore(database: Database) {
  const db = createSqlBuilder<{ _pending_sign_ups: PendingSignUp }>(database);
  const newest = (email: string) =>
    db.selectFrom('_pending_sign_ups').where('email', '=', email).orderBy('id', 'desc').limit(PER_ADDRESS_MAX);

  return {
    async ofAddress(store: StoreName, email: string, nowMs: number): Promise<readonly PendingSignUp[]> {
      return await fetchRows(database, newest(email).selectAll().where('expires_at_ms', '>', nowMs), store);
    },

    async findByToken(store: StoreName, hash: string): Promise<PendingSignUp | undefined> {
      const query = db.selectFrom('_pending_sign_ups').selectAll().where('token_hash', '=', hash);
      return (await fetchRows(database, query, store))[0];
    },

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

    /** Sets a new link for a sign-up; fails as `not_applied`, named `pending`, when the sign-up is gone. */
    renewStep: (id: string, set: Pick<PendingSignUp, 'token_hash' | 'redirect_to' | 'expires_at_ms'>): PlainStep =>
      plainStep(db.updateTable('_pending_sign_ups').set(set).where('id', '=', id), { atLeast: 1, name: 'pending' }),

    /** When several requests spend the same link, one succeeds; the others fail as `not_applied`, named `token`. */
    spendStep: (tokenHash: string): PlainStep =>
      plainStep(db.deleteFrom('_pending_sign_ups').where('token_hash', '=', tokenHash), { atLeast: 1, name: 'token' }),

    deleteOfAddressStep: (email: string): PlainStep =>
      plainStep(db.deleteFrom('_pending_sign_ups').where('email', '=', email)),
  };
}
