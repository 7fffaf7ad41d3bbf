import { type Kysely, sql } from 'kysely';
import { CONSOLE, type MemberRole } from '../../callers/index.ts';
import type { Database, Listing, PlainStep, StoreName } from '../../database/index.ts';
import { createSqlBuilder, fetchCount, fetchRows, pageOf, plainStep } from '../../database/index.ts';
import type { InviteRow } from '../operators/index.ts';

interface MemberRow {
  store: string;
  account_id: string;
  role: MemberRole;
  created_at: string;
}

interface Tables {
  members: MemberRow;
  invites: InviteRow;
  _users: { id: string; email: string; name: string | null; role: string | null; disabled: number };
  projects: { id: string; store: string };
}

/** An invitation with what accepting it needs. `project_id` is null for an invitation to the console itself. */
export type Invite = Pick<InviteRow, 'id' | 'store' | 'email' | 'role' | 'expires_at'> & {
  readonly project_id: string | null;
  readonly created_by: string | null;
  /** The inviter's current role in the project or the console; null when they have none or are disabled. */
  readonly inviter_role: string | null;
};

export type MemberField = 'id' | 'email' | 'created_at';
export type MembersStore = ReturnType<typeof createMembersStore>;

/** Members of a project with their roles. Lists open invitations among them, under the invitation's id. */
export function createMembersStore(database: Database) {
  const db = createSqlBuilder<Tables>(database);
  return { ...queries(database, db), ...memberSteps(db), ...invites(database, db) };
}

function queries(database: Database, db: Kysely<Tables>) {
  return {
    async roleOf(store: StoreName, accountId: string): Promise<MemberRole | undefined> {
      const query = db
        .selectFrom('members')
        .select('role')
        .where('store', '=', store)
        .where('account_id', '=', accountId);
      return (await fetchRows(database, query))[0]?.role;
    },

    async rolesOf(accountId: string, stores: readonly StoreName[]): Promise<ReadonlyMap<string, MemberRole>> {
      if (stores.length === 0) return new Map();
      const query = db
        .selectFrom('members')
        .select(['store', 'role'])
        .where('account_id', '=', accountId)
        .where('store', 'in', stores);
      return new Map((await fetchRows(database, query)).map(({ store, role }) => [store, role]));
    },

    async membershipsOf(
      accountId: string,
    ): Promise<readonly { readonly id: string; readonly store: string; readonly role: MemberRole }[]> {
      const query = db
        .selectFrom('members as member')
        .innerJoin('projects as project', 'project.store', 'member.store')
        .select(['project.id', 'project.store', 'member.role'])
        .where('member.account_id', '=', accountId);
      return await fetchRows(database, query);
    },

    async ownerEmails(store: StoreName): Promise<readonly string[]> {
      const query = db
        .selectFrom('members as member')
        .innerJoin('_users as account', 'account.id', 'member.account_id')
        .select('account.email')
        .where('member.store', '=', store)
        .where('member.role', '=', 'owner')
        .orderBy('account.email');
      return (await fetchRows(database, query)).map(({ email }) => email);
    },

    async isMember(store: StoreName, email: string): Promise<boolean> {
      const query = db
        .selectFrom('members as member')
        .innerJoin('_users as account', 'account.id', 'member.account_id')
        .select('account.id')
        .where('member.store', '=', store)
        .where('account.email', '=', email);
      return (await fetchRows(database, query)).length > 0;
    },

    async find(store: StoreName, id: string) {
      return (await fetchRows(database, db.selectFrom(peopleOf(db, store)).selectAll().where('id', '=', id)))[0];
    },

    async list(store: StoreName, listing: Listing<MemberField>) {
      const query = pageOf(db.selectFrom(peopleOf(db, store)).selectAll(), listing);
      return await fetchRows(database, query);
    },

    async count(store: StoreName): Promise<number> {
      return await fetchCount(database, db.selectFrom(peopleOf(db, store)));
    },
  };
}

function memberSteps(db: Kysely<Tables>) {
  return {
    insertStep: (row: MemberRow): PlainStep => plainStep(db.insertInto('members').values(row)),

    /** Applies only while the member still has the role `before`; otherwise fails as `not_applied`, named `member`. */
    setRoleStep: (store: StoreName, accountId: string, { before, after }: { before: MemberRole; after: MemberRole }) =>
      plainStep(
        db
          .updateTable('members')
          .set({ role: after })
          .where('store', '=', store)
          .where('account_id', '=', accountId)
          .where('role', '=', before),
        { atLeast: 1, name: 'member' },
      ),

    removeStep: (store: StoreName, accountId: string, before: MemberRole): PlainStep =>
      plainStep(
        db
          .deleteFrom('members')
          .where('store', '=', store)
          .where('account_id', '=', accountId)
          .where('role', '=', before),
        { atLeast: 1, name: 'member' },
      ),

    /** Run after a change that may remove the last owner, in the same transaction. Fails as `not_applied`, named `owner`. */
    requireOwnerStep: (store: StoreName): PlainStep =>
      plainStep(
        db.selectFrom('members').select('account_id').where('store', '=', store).where('role', '=', 'owner').limit(1),
        { atLeast: 1, name: 'owner' },
      ),

    /** Fails as `room` when the account owns `max` projects. Updating its row serialises concurrent requests. */
    requireRoomSteps: (accountId: string, max: number): readonly PlainStep[] => [
      plainStep(
        db
          .updateTable('_users')
          .set((eb) => ({ disabled: eb.ref('disabled') }))
          .where('id', '=', accountId),
      ),
      plainStep(
        db
          .selectFrom('members')
          .select('store')
          .where('account_id', '=', accountId)
          .where('role', '=', 'owner')
          .limit(max),
        { atMost: max - 1, name: 'room' },
      ),
    ],

    adoptAllStep: (accountId: string, now: string): PlainStep =>
      plainStep(
        db
          .insertInto('members')
          .columns(['store', 'account_id', 'role', 'created_at'])
          .expression(
            db
              .selectFrom('projects')
              .select([
                'store',
                sql<string>`${accountId}`.as('account_id'),
                sql<MemberRole>`'owner'`.as('role'),
                sql<string>`${now}`.as('created_at'),
              ]),
          ),
      ),
  };
}

function invites(database: Database, db: Kysely<Tables>) {
  return {
    /** Inserts an invitation and deletes older ones to the same address, whose links end. */
    inviteSteps: (row: InviteRow): readonly PlainStep[] => [
      plainStep(db.deleteFrom('invites').where('store', '=', row.store).where('email', '=', row.email)),
      plainStep(db.insertInto('invites').values(row)),
    ],

    async findInvite(hash: string): Promise<Invite | undefined> {
      const query = db
        .selectFrom('invites as invite')
        .leftJoin('projects as project', 'project.store', 'invite.store')
        .select(['invite.id', 'invite.store', 'invite.email', 'invite.role', 'invite.expires_at'])
        .leftJoin('_users as inviter', (join) =>
          join.onRef('inviter.id', '=', 'invite.created_by').on('inviter.disabled', '=', 0),
        )
        .leftJoin('members as member', (join) =>
          join.onRef('member.account_id', '=', 'inviter.id').onRef('member.store', '=', 'invite.store'),
        )
        .select(['project.id as project_id', 'invite.created_by'])
        .select(({ fn }) => fn.coalesce('member.role', 'inviter.role').as('inviter_role'))
        .where('invite.hash', '=', hash)
        .where((eb) => eb.or([eb('project.id', 'is not', null), eb('invite.store', '=', CONSOLE.store)]));
      return (await fetchRows(database, query))[0];
    },

    async invitesMadeBy(store: StoreName, accountId: string) {
      const query = db
        .selectFrom('invites')
        .select(['id', 'email', 'role', 'created_at'])
        .where('store', '=', store)
        .where('created_by', '=', accountId)
        .orderBy('id');
      return await fetchRows(database, query);
    },

    removeInvitesMadeByStep(store: StoreName, accountId: string, role?: MemberRole): PlainStep {
      const all = db.deleteFrom('invites').where('store', '=', store).where('created_by', '=', accountId);
      return plainStep(role === undefined ? all : all.where('role', '=', role));
    },

    setInviteRoleStep: (store: StoreName, id: string, role: MemberRole): PlainStep =>
      plainStep(db.updateTable('invites').set({ role }).where('store', '=', store).where('id', '=', id), {
        atLeast: 1,
        name: 'member',
      }),

    /** Applies only while the invitation has this role; otherwise fails as `not_applied`, named `invite`. */
    spendInviteStep: (id: string, role: string): PlainStep =>
      plainStep(db.deleteFrom('invites').where('id', '=', id).where('role', '=', role), { atLeast: 1, name: 'invite' }),

    removeInviteStep: (store: StoreName, id: string): PlainStep =>
      plainStep(db.deleteFrom('invites').where('store', '=', store).where('id', '=', id), {
        atLeast: 1,
        name: 'member',
      }),

    deleteAllSteps: (store: StoreName): readonly PlainStep[] => [
      plainStep(db.deleteFrom('members').where('store', '=', store)),
      plainStep(db.deleteFrom('invites').where('store', '=', store)),
    ],
  };
}

function peopleOf(db: Kysely<Tables>, store: StoreName) {
  return db
    .selectFrom('members as member')
    .innerJoin('_users as account', 'account.id', 'member.account_id')
    .select([
      'account.id',
      'account.email',
      'account.name',
      'member.role',
      sql<'active' | 'invited'>`'active'`.as('status'),
      'member.created_at',
    ])
    .where('member.store', '=', store)
    .unionAll(
      db
        .selectFrom('invites')
        .select([
          'id',
          'email',
          sql<string | null>`NULL`.as('name'),
          sql<MemberRole>`role`.as('role'),
          sql<'active' | 'invited'>`'invited'`.as('status'),
          'created_at',
        ])
        .where('store', '=', store),
    )
    .as('people');
}
