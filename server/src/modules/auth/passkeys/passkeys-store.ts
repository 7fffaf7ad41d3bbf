import type { Kysely } from 'kysely';
import type { Database, PlainStep, StoreName } from '../../../database/index.ts';
import { createSqlBuilder, fetchRows, plainStep } from '../../../database/index.ts';
import type { IdentityRow, UserRow } from '../users-store.ts';

export interface PasskeyRow {
  id: string;
  user_id: string;
  /** Base64url, as browsers send it. */
  credential_id: string;
  /** The COSE key, base64url. */
  public_key: string;
  counter: number;
  rp_id: string;
  name: string;
  /** JSON. */
  transports: string;
  backed_up: number;
  created_at: string;
  last_used_at: string | null;
}

interface Tables {
  _users: UserRow;
  _identities: IdentityRow;
  _passkeys: PasskeyRow;
  _passkey_challenges: { hash: string; expires_at_ms: number };
}

export const PASSKEYS_MAX = 20;

/** Spent challenges outlive their expiry because a clock may be set back. */
const CHALLENGES_KEPT_MS = 60 * 60_000;

export type PasskeysStore = ReturnType<typeof createPasskeysStore>;

export function createPasskeysStore(database: Database) {
  const db = createSqlBuilder<Tables>(database);
  return { ...queries(database, db), ...steps(db) };
}

function queries(database: Database, db: Kysely<Tables>) {
  return {
    list(store: StoreName, userId: string): Promise<readonly PasskeyRow[]> {
      const query = db.selectFrom('_passkeys').selectAll().where('user_id', '=', userId).orderBy('id');
      return fetchRows(database, query, store);
    },

    async findByCredential(store: StoreName, credentialId: string): Promise<PasskeyRow | undefined> {
      const query = db.selectFrom('_passkeys').selectAll().where('credential_id', '=', credentialId);
      return (await fetchRows(database, query, store))[0];
    },

    async countByHost(store: StoreName): Promise<readonly { readonly rp_id: string; readonly passkeys: number }[]> {
      const query = db
        .selectFrom('_passkeys')
        .select(['rp_id', (eb) => eb.fn.countAll<number | string>().as('passkeys')])
        .groupBy('rp_id')
        .orderBy('passkeys', 'desc')
        .orderBy('rp_id');
      const rows = await fetchRows(database, query, store);
      return rows.map((row) => ({ rp_id: row.rp_id, passkeys: Number(row.passkeys) }));
    },
  };
}

function steps(db: Kysely<Tables>) {
  return {
    /** Fails as `unique_violation`, or as `not_applied`, named `limit`. Update the user first, so that steps wait. */
    insertSteps: (row: PasskeyRow): readonly PlainStep[] => [
      plainStep(db.insertInto('_passkeys').values(row)),
      plainStep(
        db
          .updateTable('_passkeys')
          .set({ name: row.name })
          .where('id', '=', row.id)
          .where(
            (eb) =>
              eb
                .selectFrom('_passkeys')
                .select((all) => all.fn.countAll<number>().as('passkeys'))
                .where('user_id', '=', row.user_id),
            '<=',
            PASSKEYS_MAX,
          ),
        { atLeast: 1, name: 'limit' },
      ),
    ],

    renameStep: (id: string, userId: string, name: string): PlainStep =>
      plainStep(db.updateTable('_passkeys').set({ name }).where('id', '=', id).where('user_id', '=', userId), {
        atLeast: 1,
        name: 'passkey',
      }),

    /** Fails as `not_applied`, named `passkey`, when it was removed or another sign-in has sent this counter. */
    useStep: (id: string, used: Pick<PasskeyRow, 'counter' | 'backed_up' | 'last_used_at'>): PlainStep =>
      plainStep(
        db
          .updateTable('_passkeys')
          .set(used)
          .where('id', '=', id)
          .where((eb) => (used.counter === 0 ? eb('counter', '=', 0) : eb('counter', '<', used.counter))),
        { atLeast: 1, name: 'passkey' },
      ),

    deleteStep: (id: string, userId: string): PlainStep =>
      plainStep(db.deleteFrom('_passkeys').where('id', '=', id).where('user_id', '=', userId), {
        atLeast: 1,
        name: 'passkey',
      }),

    deleteAllStep: (userId: string): PlainStep => plainStep(db.deleteFrom('_passkeys').where('user_id', '=', userId)),

    /**
     * Fails as `not_applied`, named `last`, if the user would be left without a way to sign in: password, passkey or
     * identity at these providers. The caller must update the user's row in the same transaction, so that concurrent
     * removals wait for each other.
     */
    requireSignInStep: (user: Pick<UserRow, 'id' | 'epoch'>, providers: readonly string[]): PlainStep =>
      plainStep(
        db
          .updateTable('_users')
          .set({ epoch: user.epoch })
          .where('id', '=', user.id)
          .where((eb) => {
            const passkey = eb.selectFrom('_passkeys').select('id').where('user_id', '=', user.id);
            const identity = eb.selectFrom('_identities').select('subject').where('user_id', '=', user.id);
            return eb.or([
              eb('password_hash', 'is not', null),
              eb.exists(passkey),
              ...(providers.length === 0 ? [] : [eb.exists(identity.where('provider', 'in', providers))]),
            ]);
          }),
        { atLeast: 1, name: 'last' },
      ),

    /** Spending a challenge again fails as `not_applied`, named `challenge`. Also deletes challenges that expired long ago. */
    spendChallengeSteps: (hash: string, expiresAtMs: number, nowMs: number): readonly PlainStep[] => [
      plainStep(db.deleteFrom('_passkey_challenges').where('expires_at_ms', '<=', nowMs - CHALLENGES_KEPT_MS)),
      plainStep(
        db
          .insertInto('_passkey_challenges')
          .values({ hash, expires_at_ms: expiresAtMs })
          .onConflict((conflict) => conflict.column('hash').doNothing()),
        { atLeast: 1, name: 'challenge' },
      ),
    ],
  };
}
