import type { Static } from 'typebox';
import type { MemberRole } from '../../callers/index.ts';
import type { PlainStep } from '../../database/database.ts';
import { isNotApplied } from '../../database/errors.ts';
import { type Answer, type listingQuery, type MemberCall, readListing } from '../../http/index.ts';
import { ServiceError } from '../../platform/errors.ts';
import { requireMayManage } from './member-policy.ts';
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
  const member = await changeExisting(context, call, ({ id, role, status }) => {
    requireMayManage(call.role, [role, body.role]);
    const step =
      status === 'active'
        ? context.membersStore.setRoleStep(project.store, id, { before: role, after: body.role })
        : context.membersStore.setInviteRoleStep(project.store, id, body.role);
    return { action: 'member.update', step };
  });
  return { status: 200, body: { data: { ...member, role: body.role }, count: 1 } };
}

/** Everybody may leave by themselves; removing others is for those who manage them. */
export async function removeMember(context: ProjectsContext, call: MemberCall): Promise<Answer> {
  const { project, operator } = call;
  await changeExisting(context, call, ({ id, role, status }) => {
    const isOwn = operator.kind === 'account' && operator.accountId === id;
    if (!isOwn) requireMayManage(call.role, [role]);
    const step =
      status === 'active'
        ? context.membersStore.removeStep(project.store, id, role)
        : context.membersStore.removeInviteStep(project.store, id);
    return { action: 'member.remove', step };
  });
  return { status: 200, body: { count: 1 } };
}

interface Member {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly role: MemberRole;
  readonly status: 'active' | 'invited';
  readonly created_at: string;
}

/** Decides from what the member is and changes it only while that still holds; else looks again. */
async function changeExisting(
  context: ProjectsContext,
  call: MemberCall<unknown, unknown>,
  decide: (member: Member) => { action: string; step: PlainStep },
): Promise<Member> {
  const { project } = call;
  const id = call.params['member_id'] ?? '';
  for (let attempt = 0; attempt < TRIES_MAX; attempt += 1) {
    const member = await context.membersStore.find(project.store, id);
    if (member === undefined) throw new ServiceError('not_found', 'There is no such member.');
    const { action, step } = decide(member);
    const losesOwner = member.status === 'active' && member.role === 'owner';
    const steps = losesOwner ? [step, context.membersStore.requireOwnerStep(project.store)] : [step];
    const details = { email: member.email, role: member.role };
    try {
      await changeProject(context, call, { project, action, target: id, details, steps });
      return member;
    } catch (error) {
      if (isNotApplied(error, 'owner')) throw new ServiceError('in_use', 'A project needs at least one owner.');
      if (!isNotApplied(error, 'member')) throw error;
    }
  }
  throw new ServiceError('overloaded', 'Too many changes of this member at once. Try again.');
}
