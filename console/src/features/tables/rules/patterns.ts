import type { Rules } from '../column-types.ts';
import type { TableInfo } from '../table-types.ts';

type NewColumn = Readonly<Record<string, unknown>> & { readonly name: string };

export interface NewTable {
  readonly name: string;
  readonly columns: readonly NewColumn[];
  readonly indexes?: readonly object[];
  readonly rules: Rules;
}

export interface Pattern {
  readonly text: string;
  /** Columns that are added to the table if it has none of this name. */
  readonly columns: readonly NewColumn[];
  /** Tables that are created in this order if none of this name exists. */
  readonly tables: readonly NewTable[];
  readonly rules: Rules;
}

const SIGNED_IN = 'authenticated';
const when = (where: string): { readonly level: string; readonly where: string } => ({ level: SIGNED_IN, where });

/** The patterns of docs/rules.md for a table, with the tables that they look into. */
export function patternsFor({ name }: Pick<TableInfo, 'name'>): Readonly<Record<string, Pattern>> {
  const share = `${name.slice(0, 50)}_id`;
  const isOwner = `exists(${name},id:eq:$row.${share},owner_id:eq:$user.id)`;
  const isMember = 'exists(members,team_id:eq:$row.team_id,user_id:eq:$user.id)';
  const hasRole = (role: string): string => `exists(members,team_id:eq:$row.team_id,user_id:eq:$user.id,role:${role})`;
  const team: NewColumn = { name: 'team_id', type: 'reference', table: 'teams', on_delete: 'cascade' };
  return {
    'Only the owner': {
      text: 'Each signed-in user sees and changes only their own rows.',
      columns: [],
      tables: [],
      rules: { read: 'owner', create: SIGNED_IN, update: 'owner', delete: 'owner' },
    },
    'Everybody reads, the owner changes': {
      text: 'Everybody reads; signed-in users add rows and change their own.',
      columns: [],
      tables: [],
      rules: { read: 'public', create: SIGNED_IN, update: 'owner', delete: 'owner' },
    },
    Team: {
      text: 'Members of the row’s team read and change it. Whoever makes a team owns it and adds its members.',
      columns: [team],
      tables: TEAM_TABLES,
      rules: { read: when(isMember), create: when(isMember), update: when(isMember), delete: when(isMember) },
    },
    'Team with roles': {
      text: 'Members of the row’s team read it, owners and editors change it, owners delete it.',
      columns: [team],
      tables: TEAM_TABLES,
      rules: {
        read: when(isMember),
        create: when(hasRole('in:(owner,editor)')),
        update: when(hasRole('in:(owner,editor)')),
        delete: when(hasRole('eq:owner')),
      },
    },
    'Shared with people one by one': {
      text: 'The owner reads and changes the row, and shares it with others, who read it or also change it.',
      columns: [],
      tables: [
        {
          name: 'shares',
          columns: [
            { name: share, type: 'reference', table: name, required: true, on_delete: 'cascade' },
            { name: 'user_id', type: 'text', required: true },
            { name: 'may_edit', type: 'boolean', required: true, default: false },
          ],
          indexes: [{ columns: ['user_id', share], unique: true }],
          rules: {
            read: when(`or(user_id:eq:$user.id,${isOwner})`),
            create: when(isOwner),
            update: when(isOwner),
            delete: when(`or(user_id:eq:$user.id,${isOwner})`),
          },
        },
      ],
      rules: {
        read: when(`or(owner_id:eq:$user.id,exists(shares,${share}:eq:$row.id,user_id:eq:$user.id))`),
        create: SIGNED_IN,
        update: when(
          `or(owner_id:eq:$user.id,exists(shares,${share}:eq:$row.id,user_id:eq:$user.id,may_edit:eq:true))`,
        ),
        delete: 'owner',
      },
    },
    'Published when status is': {
      text: 'Everybody reads published rows; the owner reads and changes drafts as well.',
      columns: [{ name: 'status', type: 'text', required: true, enum: ['draft', 'published'], default: 'draft' }],
      tables: [],
      rules: {
        read: { level: 'public', where: 'or(status:eq:published,owner_id:eq:$user.id)' },
        create: SIGNED_IN,
        update: 'owner',
        delete: 'owner',
      },
    },
  };
}

const OWNS_TEAM = 'exists(teams,id:eq:$row.team_id,owner_id:eq:$user.id)';
const IN_TEAM = 'exists(members,team_id:eq:$row.team_id,user_id:eq:$user.id)';
const LEADS_TEAM = 'exists(members,team_id:eq:$row.team_id,user_id:eq:$user.id,role:eq:owner)';

/** The rule of `teams` that looks into `members` is set when both tables exist. */
const TEAM_TABLES: readonly NewTable[] = [
  {
    name: 'teams',
    columns: [{ name: 'name', type: 'text', required: true }],
    rules: { read: 'owner', create: SIGNED_IN, update: 'owner', delete: 'owner' },
  },
  {
    name: 'members',
    columns: [
      { name: 'team_id', type: 'reference', table: 'teams', required: true, on_delete: 'cascade' },
      { name: 'user_id', type: 'text', required: true },
      { name: 'role', type: 'text', required: true, enum: ['owner', 'editor', 'reader'], default: 'reader' },
    ],
    indexes: [{ columns: ['user_id', 'team_id'], unique: true }],
    rules: {
      read: when(IN_TEAM),
      create: when(`or(${OWNS_TEAM},${LEADS_TEAM})`),
      update: when(LEADS_TEAM),
      delete: when(`or(user_id:eq:$user.id,${LEADS_TEAM})`),
    },
  },
];

/** Rules of new tables that refer to tables created after them. */
export const LATER_RULES: Readonly<Record<string, Partial<Rules>>> = {
  teams: { read: when('or(owner_id:eq:$user.id,exists(members,team_id:eq:$row.id,user_id:eq:$user.id))') },
};
