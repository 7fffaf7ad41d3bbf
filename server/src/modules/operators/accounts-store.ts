import { type Kysely, sql } from 'kysely';
import { CONSOLE, OPERATOR_ROLE } from '../../callers/index.ts';
import type { Database, Listing, PlainStep } from '../../database/index.ts';
import { createSqlBuilder, fetchCount, fetchRows, pageOf, plainStep } from '../../database/index.ts';
import type { UserRow } from '../auth/index.ts';

interface Tables {
  _users: UserRow;
  setup: { id: number; completed_at: string | null; sample_at: string | null };
  setup_links: { hash: string; created_at: string };
  invites: InviteRow;
  members: { store: string; account_id: string; role: string };
}

export interface InviteRow {
  id: string;
  store: string;
  email: string;
  /** The role in the project, or in the console for an invitation to the console. */
  role: string;
  hash: string;
  created_at: string;
  expires_at: string;
  /** The account that invites. The invitation is valid only while that account may invite. Null: the admin token. */
  created_by: string | null;
}

export type AccountField = 'id' | 'email' | 'created_at';
export type AccountsStore = ReturnType<typeof createAccountsStore>;

export function createAccountsStore(database: Database) {
  const db = createSqlBuilder<Tables>(database);
  return { ...accounts(database, db), ...setup(database, db) };
}

function accounts(database: Database, db: Kysely<Tables>) {
  const people = () =>
    db
      .selectFrom('_users')
      .select(['id', 'email', 'name', 'disabled', 'totp_enabled', 'created_at', 'last_sign_in_at'])
      .select(sql<number>`CASE WHEN role = ${OPERATOR_ROLE} THEN 1 ELSE 0 END`.as('is_operator'))
      .select(sql<number>`0`.as('is_invited'))
      .unionAll(
        db
          .selectFrom('invites')
          .select(['id', 'email', sql<string | null>`NULL`.as('name'), sql<number>`0`.as('disabled')])
          .select([sql<number>`0`.as('totp_enabled'), 'created_at', sql<string | null>`NULL`.as('last_sign_in_at')])
          .select(sql<number>`CASE WHEN role = ${OPERATOR_ROLE} THEN 1 ELSE 0 END`.as('is_operator'))
          .select(sql<number>`1`.as('is_invited'))
          .where('store', '=', CONSOLE.store),
      )
      .as('people');
  return {
    async find(id: string) {
      return (await fetchRows(database, db.selectFrom(people()).selectAll().where('id', '=', id)))[0];
    },

    async list(listing: Listing<AccountField>) {
      const query = pageOf(db.selectFrom(people()).selectAll(), listing);
      return await fetchRows(database, query);
    },

    async count(): Promise<number> {
      return await fetchCount(database, db.selectFrom(people()));
    },

    /** Run after the change, in its transaction. Fails as `not_applied`, named `operator`, when no operator is left. */
    requireOperatorStep: (): PlainStep =>
      plainStep(
        db.selectFrom('_users').select('id').where('role', '=', OPERATOR_ROLE).where('disabled', '=', 0).limit(1),
        { atLeast: 1, name: 'operator' },
      ),

    /** Fails as `not_applied`, named `lone_owner`, when the account is the only owner of a project. */
    requireNoLoneOwnerStep: (id: string): PlainStep =>
      plainStep(
        db
          .selectFrom('members as member')
          .select('member.store')
          .where('member.account_id', '=', id)
          .where('member.role', '=', 'owner')
          .where((eb) =>
            eb.not(
              eb.exists(
                eb
                  .selectFrom('members as other')
                  .select('other.store')
                  .whereRef('other.store', '=', 'member.store')
                  .where('other.role', '=', 'owner')
                  .where('other.account_id', '!=', id),
              ),
            ),
          )
          .limit(1),
        { atMost: 0, name: 'lone_owner' },
      ),

    removeMembershipsStep: (id: string): PlainStep => plainStep(db.deleteFrom('members').where('account_id', '=', id)),

    removeInvitesMadeByStep: (id: string): PlainStep =>
      plainStep(db.deleteFrom('invites').where('created_by', '=', id)),

    /** Inserts an invitation and deletes older ones to the same address, whose links end. */
    inviteSteps: (row: Omit<InviteRow, 'store'>): readonly PlainStep[] => [
      plainStep(db.deleteFrom('invites').where('store', '=', CONSOLE.store).where('email', '=', row.email)),
      plainStep(db.insertInto('invites').values({ ...row, store: CONSOLE.store })),
    ],

    removeInviteStep: (id: string): PlainStep =>
      plainStep(db.deleteFrom('invites').where('store', '=', CONSOLE.store).where('id', '=', id), {
        atLeast: 1,
        name: 'user',
      }),
  };
}

function setup(database: Database, db: Kysely<Tables>) {
  return {
    async isSetupComplete(): Promise<boolean> {
      const [row] = await fetchRows(database, db.selectFrom('setup').select('completed_at'));
      return row?.completed_at != null;
    },

    async addSetupLink(hash: string, now: string): Promise<void> {
      await database.write('control', [plainStep(db.insertInto('setup_links').values({ hash, created_at: now }))]);
    },

    async hasSetupLink(hash: string): Promise<boolean> {
      const rows = await fetchRows(database, db.selectFrom('setup_links').select('hash').where('hash', '=', hash));
      return rows.length > 0;
    },

    /** Completes the set-up. The single row serialises concurrent requests, and all but the first fail. */
    completeSetupSteps: (hash: string, now: string): readonly PlainStep[] => [
      plainStep(db.updateTable('setup').set({ completed_at: now }).where('completed_at', 'is', null), {
        atLeast: 1,
        name: 'setup',
      }),
      plainStep(db.deleteFrom('setup_links').where('hash', '=', hash), { atLeast: 1, name: 'token' }),
      plainStep(db.deleteFrom('setup_links')),
    ],
  };
}
