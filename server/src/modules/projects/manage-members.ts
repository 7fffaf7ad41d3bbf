import type { Static } from 'typebox';
import type { MemberRole } from '../../callers/index.ts';
import type { PlainStep, StoreName } from '../../database/index.ts';
import { isNotApplied } from '../../database/index.ts';
import { type Answer, type listingQuery, type MemberCall, readListing } from '../../http/index.ts';
import { ServiceError } from '../../platform/errors.ts';
import {
  endCredentialsSteps,
  findMemberCredentials,
  NO_CREDENTIALS,
  shownCredentials,
  summaryOf,
} from './member-credentials.ts';
import { isAtLeast, requireMayManage, requireUnboundToken } from './member-policy.ts';
import { changeProject, type ProjectsContext } from './projects-context.ts';

const TRIES_MAX = 5;

export async function listMembers(
  { membersStore }: ProjectsContext,
  { project, query }: MemberCall<Static<typeof listingQuery>>,
): Promise<Answer> {
  const listing = readListing(query, {
    fields: ['created_at', 'email', 'id'],
    otherwise: { field: 'created_at', direction: 'asc' },
    tieBreaker: 'id',
  });
  const [data, count] = await Promise.all([
    membersStore.list(project.store, listing),
    membersStore.count(project.store),
  ]);
  return { status: 200, body: { data, count } };
}

export async function changeMember(
  context: ProjectsContext,
  call: MemberCall<unknown, { readonly role: MemberRole }>,
): Promise<Answer> {
  const { project, body } = call;
  requireUnboundToken(call.operator);
  const { membersStore } = context;
  const { store } = project;
  const member = await changeExisting(context, call, async ({ id, role, status }) => {
    requireMayManage(call.role, [role, body.role]);
    const steps =
      status === 'active'
        ? [
            membersStore.setRoleStep(store, id, { before: role, after: body.role }),
            ...endedInvites(membersStore, { store, id, role: body.role }),
          ]
        : [membersStore.setInviteRoleStep(store, id, body.role)];
    return { action: 'member.update', steps, details: { new_role: body.role } };
  });
  return { status: 200, body: { data: { ...member, role: body.role }, count: 1 } };
}

function endedInvites(
  membersStore: ProjectsContext['membersStore'],
  { store, id, role }: { readonly store: StoreName; readonly id: string; readonly role: MemberRole },
): readonly PlainStep[] {
  if (role === 'owner') return [];
  return [membersStore.removeInvitesMadeByStep(store, id, isAtLeast(role, 'admin') ? 'owner' : undefined)];
}

/** Also ends the keys, invitations and tokens that the member created, in the same transaction. */
export async function removeMember(context: ProjectsContext, call: MemberCall): Promise<Answer> {
  const { project } = call;
  const { membersStore } = context;
  await changeExisting(context, call, async (member) => {
    requireMayRemove(call, member);
    if (member.status === 'invited') {
      return { action: 'member.remove', steps: [membersStore.removeInviteStep(project.store, member.id)] };
    }
    const credentials = await findMemberCredentials(context, project, member.id);
    const steps = [
      membersStore.removeStep(project.store, member.id, member.role),
      ...(await endCredentialsSteps(context, project, { accountId: member.id, credentials })),
    ];
    return { action: 'member.remove', steps, details: { ended: summaryOf(credentials) } };
  });
  return { status: 200, body: { count: 1 } };
}

export async function previewRemoval(context: ProjectsContext, call: MemberCall): Promise<Answer> {
  const { project } = call;
  const member = await requireMember(context, call);
  requireMayRemove(call, member);
  const data = member.status === 'active' ? await findMemberCredentials(context, project, member.id) : NO_CREDENTIALS;
  return { status: 200, body: { data: shownCredentials(data), count: 1 } };
}

function requireMayRemove({ operator, role }: MemberCall, member: Member): void {
  const isOwn = operator.kind === 'account' && operator.accountId === member.id;
  if (!isOwn) requireMayManage(role, [member.role]);
}

interface Member {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly role: MemberRole;
  readonly status: 'active' | 'invited';
  readonly created_at: string;
}

/** Decides from the member's current state and applies the change only while that state holds; otherwise tries again. */
async function changeExisting(
  context: ProjectsContext,
  call: MemberCall<unknown, unknown>,
  decide: (member: Member) => Promise<{
    readonly action: string;
    readonly steps: readonly PlainStep[];
    readonly details?: Readonly<Record<string, unknown>>;
  }>,
): Promise<Member> {
  const { project } = call;
  for (let attempt = 0; attempt < TRIES_MAX; attempt += 1) {
    const member = await requireMember(context, call);
    const decided = await decide(member);
    const { action } = decided;
    const losesOwner = member.status === 'active' && member.role === 'owner';
    const steps = losesOwner ? [...decided.steps, context.membersStore.requireOwnerStep(project.store)] : decided.steps;
    const details = { email: member.email, role: member.role, ...decided.details };
    try {
      await changeProject(context, call, { project, action, target: member.id, details, steps });
      return member;
    } catch (error) {
      if (isNotApplied(error, 'owner')) throw new ServiceError('in_use', 'A project needs at least one owner.');
      if (!isNotApplied(error, 'member')) throw error;
    }
  }
  throw new ServiceError('overloaded', 'Too many changes of this member at once. Try again.');
}

async function requireMember(
  { membersStore }: ProjectsContext,
  { project, params }: MemberCall<unknown, unknown>,
): Promise<Member> {
  const member = await membersStore.find(project.store, params['member_id'] ?? '');
  if (member === undefined) throw new ServiceError('not_found', 'There is no such member.');
  return member;
}
