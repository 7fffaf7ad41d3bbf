import type { Database, PlainStep, StoreName } from '../../../database/index.ts';
import { createSqlBuilder, fetchRows, plainStep } from '../../../database/index.ts';
import { type IdentityRow, type UserRow, userStep } from '../users-store.ts';

interface Tables {
  _users: UserRow;
  _identities: IdentityRow;
  _oauth_states: { hash: string; expires_at_ms: number };
}

/** Spent states outlive their expiry because a clock may be set back. */
const STATES_KEPT_MS = 60 * 60_000;

export type IdentityKey = Pick<IdentityRow, 'provider' | 'issuer' | 'subject'>;
export type IdentitiesStore = ReturnType<typeof createIdentitiesStore>;

export function createIdentitiesStore(database: Database) {
  const db = createSqlBuilder<Tables>(database);

  return {
    async ownerOf(store: StoreName, { provider, issuer, subject }: IdentityKey): Promise<UserRow | undefined> {
      const query = db
        .selectFrom('_identities')
        .innerJoin('_users', '_users.id', '_identities.user_id')
        .selectAll('_users')
        .where('provider', '=', provider)
        .where('issuer', '=', issuer)
        .where('subject', '=', subject);
      return (await fetchRows(database, query, store))[0];
    },

    /** Fails as `unique_violation` when a user already has this identity. */
    insertStep: (row: IdentityRow): PlainStep => plainStep(db.insertInto('_identities').values(row)),

    deleteAllStep: (userId: string): PlainStep => plainStep(db.deleteFrom('_identities').where('user_id', '=', userId)),

    /** Changes the user; fails as `not_applied`, named `unchanged`, when any field that the link decision depends on has changed. */
    updateUnchangedStep: (user: UserRow, set: Partial<Omit<UserRow, 'id' | 'epoch'>>): PlainStep =>
      userStep(
        plainStep(
          db
            .updateTable('_users')
            .set(set)
            .where('id', '=', user.id)
            .where('email', '=', user.email)
            .where('email_verified', '=', user.email_verified)
            .where('providers', '=', user.providers)
            .where('epoch', '=', user.epoch)
            .where('disabled', '=', 0),
          { atLeast: 1, name: 'unchanged' },
        ),
        set,
      ),

    /** Spending a state again fails as `not_applied`, named `state`. Also deletes states that expired long ago. */
    spendStateSteps: (hash: string, expiresAtMs: number, nowMs: number): readonly PlainStep[] => [
      plainStep(db.deleteFrom('_oauth_states').where('expires_at_ms', '<=', nowMs - STATES_KEPT_MS)),
      plainStep(
        db
          .insertInto('_oauth_states')
          .values({ hash, expires_at_ms: expiresAtMs })
          .onConflict((conflict) => conflict.column('hash').doNothing()),
        { atLeast: 1, name: 'state' },
      ),
    ],
  };
}
