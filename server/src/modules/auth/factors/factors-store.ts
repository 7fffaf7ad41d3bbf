import type { Kysely } from 'kysely';
import type { Database, PlainStep, StoreName } from '../../../database/index.ts';
import { createSqlBuilder, fetchRows, plainStep } from '../../../database/index.ts';
import { type UserRow, userStep } from '../users-store.ts';

interface ChallengeRow {
  hash: string;
  user_id: string;
  /** The user's epoch when the challenge was created. A later epoch voids the challenge. */
  epoch: number;
  tries: number;
  expires_at_ms: number;
}

interface Tables {
  _users: UserRow;
  _recovery_codes: { user_id: string; hash: string };
  _totp_steps: { user_id: string; step: number };
  _mfa_challenges: ChallengeRow;
}

export const TRIES_MAX = 10;
export const NO_FACTOR = { totp_secret: null, totp_enabled: 0 } as const;

export type FactorsStore = ReturnType<typeof createFactorsStore>;

export function createFactorsStore(database: Database) {
  const db = createSqlBuilder<Tables>(database);
  return { ...factorSteps(db), ...challenges(database, db) };
}

function factorSteps(db: Kysely<Tables>) {
  return {
    /** Sets a new secret for a user without an active factor; otherwise fails as `not_applied`, named `factor`. */
    enrollStep: (userId: string, sealed: string): PlainStep =>
      plainStep(
        db.updateTable('_users').set({ totp_secret: sealed }).where('id', '=', userId).where('totp_enabled', '=', 0),
        { atLeast: 1, name: 'factor' },
      ),

    /** When several requests confirm the same secret, one succeeds; the others fail as `not_applied`, named `factor`. */
    enableStep: (user: Pick<UserRow, 'id' | 'epoch' | 'totp_secret'>, now: string): PlainStep =>
      userStep(
        plainStep(
          db
            .updateTable('_users')
            .set({ totp_enabled: 1, updated_at: now })
            .where('id', '=', user.id)
            .where('epoch', '=', user.epoch)
            .where('disabled', '=', 0)
            .where('totp_enabled', '=', 0)
            .where('totp_secret', '=', user.totp_secret),
          { atLeast: 1, name: 'factor' },
        ),
      ),

    removeSteps: (userId: string, now: string): readonly PlainStep[] => [
      userStep(
        plainStep(
          db
            .updateTable('_users')
            .set({ ...NO_FACTOR, updated_at: now })
            .where('id', '=', userId),
        ),
      ),
      plainStep(db.deleteFrom('_recovery_codes').where('user_id', '=', userId)),
      plainStep(db.deleteFrom('_totp_steps').where('user_id', '=', userId)),
      plainStep(db.deleteFrom('_mfa_challenges').where('user_id', '=', userId)),
    ],

    replaceCodesSteps: (userId: string, hashes: readonly string[]): readonly PlainStep[] => [
      plainStep(db.deleteFrom('_recovery_codes').where('user_id', '=', userId)),
      plainStep(db.insertInto('_recovery_codes').values(hashes.map((hash) => ({ user_id: userId, hash })))),
    ],

    /** A time step can be used once; a second use fails as `not_applied`, named `code`. */
    spendTotpSteps: (userId: string, step: number, oldest: number): readonly PlainStep[] => [
      plainStep(db.deleteFrom('_totp_steps').where('user_id', '=', userId).where('step', '<', oldest)),
      plainStep(
        db
          .insertInto('_totp_steps')
          .values({ user_id: userId, step })
          .onConflict((conflict) => conflict.columns(['user_id', 'step']).doNothing()),
        { atLeast: 1, name: 'code' },
      ),
    ],

    /** Fails as `not_applied`, named `code`, when the code is not the user's or was used before. */
    spendRecoveryCodeStep: (userId: string, hash: string): PlainStep =>
      plainStep(db.deleteFrom('_recovery_codes').where('user_id', '=', userId).where('hash', '=', hash), {
        atLeast: 1,
        name: 'code',
      }),
  };
}

function challenges(database: Database, db: Kysely<Tables>) {
  return {
    insertChallengeSteps: (row: Omit<ChallengeRow, 'tries'>, nowMs: number): readonly PlainStep[] => [
      plainStep(
        db.deleteFrom('_mfa_challenges').where('user_id', '=', row.user_id).where('expires_at_ms', '<=', nowMs),
      ),
      plainStep(db.insertInto('_mfa_challenges').values({ ...row, tries: 0 })),
    ],

    /** Counts a try before the code is checked, so that concurrent tries count too. Undefined when no try is left. */
    async takeTry(store: StoreName, hash: string, nowMs: number) {
      const counted = plainStep(
        db
          .updateTable('_mfa_challenges')
          .set((eb) => ({ tries: eb('tries', '+', 1) }))
          .where('hash', '=', hash)
          .where('tries', '<', TRIES_MAX)
          .where('expires_at_ms', '>', nowMs),
      );
      const { results } = await database.write(store, [counted]);
      const [result] = results;
      if (result?.kind !== 'plain' || result.touched === 0) return undefined;
      const query = db.selectFrom('_mfa_challenges').select(['user_id', 'epoch']).where('hash', '=', hash);
      return (await fetchRows(database, query, store))[0];
    },

    /** When several requests answer correctly, one succeeds; the others fail as `not_applied`, named `challenge`. */
    spendChallengeStep: (hash: string): PlainStep =>
      plainStep(db.deleteFrom('_mfa_challenges').where('hash', '=', hash), { atLeast: 1, name: 'challenge' }),
  };
}
