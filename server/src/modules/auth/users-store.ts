import type { User } from '../../callers/index.ts';
import type { Database, PlainStep, StoreName } from '../../database/index.ts';
import { createSqlBuilder, fetchRows, plainStep } from '../../database/index.ts';
import { USERS_TABLE } from './users-table.ts';

/** A row of `_users`: flags are 0 or 1, `metadata` is JSON text. */
export interface UserRow {
  id: string;
  email: string;
  email_verified: number;
  /** Null for users who sign in only with a provider. */
  password_hash: string | null;
  name: string | null;
  avatar_url: string | null;
  role: string | null;
  metadata: string;
  disabled: number;
  /** From an earlier format, always 0: pending sign-ups are stored elsewhere. */
  is_pending: number;
  /** Raised to void tokens and sign-ins that started earlier; they carry the older epoch. */
  epoch: number;
  /** Sealed. */
  totp_secret: string | null;
  totp_enabled: number;
  /** The providers of the user's identities as a JSON list, for the records that webhooks send. */
  providers: string;
  created_at: string;
  updated_at: string;
  last_sign_in_at: string | null;
}

export interface IdentityRow {
  provider: string;
  issuer: string;
  subject: string;
  user_id: string;
  email: string | null;
  created_at: string;
}

interface Tables {
  _users: UserRow;
  _identities: IdentityRow;
}

export const NEW_USER = {
  email_verified: 0,
  password_hash: null,
  name: null,
  avatar_url: null,
  role: null,
  metadata: '{}',
  disabled: 0,
  is_pending: 0,
  epoch: 0,
  totp_secret: null,
  totp_enabled: 0,
  providers: '[]',
  last_sign_in_at: null,
} as const;

/** Changes of these columns alone are not sent to webhooks. */
const UNWATCHED_COLUMNS: ReadonlySet<string> = new Set(['last_sign_in_at', 'updated_at', 'epoch', 'totp_secret']);

export function userStep(step: PlainStep, set?: Readonly<Record<string, unknown>>): PlainStep {
  const isWatched = set === undefined || Object.keys(set).some((column) => !UNWATCHED_COLUMNS.has(column));
  return isWatched ? { ...step, changes: USERS_TABLE.id } : step;
}

export function withProvider({ providers }: Pick<UserRow, 'providers'>, provider: string): string {
  const known = JSON.parse(providers) as string[];
  return known.includes(provider) ? providers : JSON.stringify([...known, provider]);
}

export function callerOf(row: Pick<UserRow, 'id' | 'email' | 'email_verified' | 'role'>): User {
  return { id: row.id, email: row.email, verifiedEmail: row.email_verified === 1 ? row.email : null, role: row.role };
}

export type UsersStore = ReturnType<typeof createUsersStore>;

/** Users of projects and their identities at providers. Steps that touch no user fail as `not_applied`, named `user`. */
export function createUsersStore(database: Database) {
  const db = createSqlBuilder<Tables>(database);
  const mustBe = { atLeast: 1, name: 'user' };

  return {
    async find(store: StoreName, id: string): Promise<UserRow | undefined> {
      return (await fetchRows(database, db.selectFrom('_users').selectAll().where('id', '=', id), store))[0];
    },

    async findByEmail(store: StoreName, email: string): Promise<UserRow | undefined> {
      return (await fetchRows(database, db.selectFrom('_users').selectAll().where('email', '=', email), store))[0];
    },

    async providersOf(store: StoreName, userId: string): Promise<readonly string[]> {
      const query = db
        .selectFrom('_identities')
        .select('provider')
        .where('user_id', '=', userId)
        .orderBy('created_at')
        .orderBy('provider');
      const rows = await fetchRows(database, query, store);
      return [...new Set(rows.map(({ provider }) => provider))];
    },

    /** Fails as `unique_violation` when the address is taken. */
    insertStep: (row: UserRow): PlainStep => userStep(plainStep(db.insertInto('_users').values(row))),

    updateStep: (id: string, set: Partial<Omit<UserRow, 'id' | 'epoch'>>): PlainStep =>
      userStep(plainStep(db.updateTable('_users').set(set).where('id', '=', id), mustBe), set),

    /** Fails unless the user is in this epoch and not disabled, so that a voided operation fails. */
    updateInEpochStep: (user: Pick<UserRow, 'id' | 'epoch'>, set: Partial<Omit<UserRow, 'id' | 'epoch'>>): PlainStep =>
      userStep(
        plainStep(
          db
            .updateTable('_users')
            .set(set)
            .where('id', '=', user.id)
            .where('epoch', '=', user.epoch)
            .where('disabled', '=', 0),
          mustBe,
        ),
        set,
      ),

    /** Voids tokens in mails, sign-ins that wait for a second factor, and password checks that are under way. */
    nextEpochStep: (id: string): PlainStep =>
      plainStep(
        db
          .updateTable('_users')
          .set((eb) => ({ epoch: eb('epoch', '+', 1) }))
          .where('id', '=', id),
        mustBe,
      ),

    /** Deletes the user's sessions, identities, tokens and codes too. */
    deleteStep: (id: string): PlainStep => userStep(plainStep(db.deleteFrom('_users').where('id', '=', id), mustBe)),
  };
}
