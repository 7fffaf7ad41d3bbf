import type { MemberRole } from '../../callers/index.ts';
import { isDatabaseFailure } from '../../database/errors.ts';
import type { Answer, MemberCall } from '../../http/route.ts';
import { isoTime } from '../../platform/clock.ts';
import { randomToken, sha256Hex } from '../../platform/crypto.ts';
import { requireEmail } from '../../platform/email.ts';
import { ServiceError } from '../../platform/errors.ts';
import { requireMayManage } from './member-policy.ts';
import { changeProject, type ProjectContext } from './project-context.ts';

const INVITE_MS = 7 * 24 * 60 * 60 * 1000;

export interface NewMember {
  readonly email: string;
  readonly role: MemberRole;
}

/** Adds an account at once; an address without one is invited by a link that is shown in this answer only. */
export async function addMember(context: ProjectContext, call: MemberCall<unknown, NewMember>): Promise<Answer> {
  const { role } = call.body;
  const email = requireEmail(call.body.email);
  requireMayManage(call.role, [role]);
  const account = await context.operators.context.accountsStore.findByEmail(email);
  if (account === undefined) return await inviteMember(context, call, { email, role });
  const now = isoTime(context.clock.now());
  const row = { store: call.project.store, account_id: account.id, role, created_at: now };
  try {
    await changeProject(context, call, {
      project: call.project,
      action: 'member.add',
      target: account.id,
      details: { email, role },
      steps: [context.membersStore.insertStep(row)],
    });
  } catch (error) {
    if (!isDatabaseFailure(error, 'unique_violation')) throw error;
    throw new ServiceError('duplicate', 'This account is a member.', { details: { fields: { email: 'is a member' } } });
  }
  const data = { id: account.id, email, name: account.name, role, status: 'active', created_at: now };
  return { status: 201, body: { data, count: 1 } };
}

/**
 * The invitation holds for this project alone. A new account gets nothing else from it, so that who may invite to one
 * project cannot get into another one that has invited the same address.
 */
async function inviteMember(context: ProjectContext, call: MemberCall, { email, role }: NewMember): Promise<Answer> {
  const token = randomToken();
  const id = context.ids();
  const now = context.clock.now();
  const row = { id, store: call.project.store, email, role, hash: sha256Hex(token), created_at: isoTime(now) };
  await changeProject(context, call, {
    project: call.project,
    action: 'member.invite',
    target: id,
    details: { email, role },
    steps: context.membersStore.inviteSteps({ ...row, expires_at: isoTime(now + INVITE_MS) }),
  });
  const inviteUrl = `${context.addresses.publicUrl}/console/invite?token=${token}`;
  const data = { id, email, name: null, role, status: 'invited', created_at: row.created_at, invite_url: inviteUrl };
  return { status: 201, body: { data, count: 1 } };
}
