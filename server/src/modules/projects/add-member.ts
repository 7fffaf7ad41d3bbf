import type { MemberRole } from '../../callers/index.ts';
import type { Answer, MemberCall } from '../../http/index.ts';
import { isoTime } from '../../platform/clock.ts';
import { randomToken, sha256Hex } from '../../platform/crypto.ts';
import { requireEmail } from '../../platform/email.ts';
import { ServiceError } from '../../platform/errors.ts';
import { accountOf, requireMayManage, requireUnboundToken } from './member-policy.ts';
import { changeProject, type ProjectsContext } from './projects-context.ts';

const INVITE_MS = 7 * 24 * 60 * 60 * 1000;

export interface NewMember {
  readonly email: string;
  readonly role: MemberRole;
}

/** Does not check whether the address has an account: an unproven address grants nothing. */
export async function addMember(context: ProjectsContext, call: MemberCall<unknown, NewMember>): Promise<Answer> {
  const { role } = call.body;
  const { project } = call;
  const email = requireEmail(call.body.email);
  requireMayManage(call.role, [role]);
  requireUnboundToken(call.operator);
  if (await context.membersStore.isMember(project.store, email)) {
    throw new ServiceError('duplicate', 'There is a member with this address.', {
      details: { fields: { email: 'is a member' } },
    });
  }
  const token = randomToken();
  const id = context.ids();
  const now = context.clock.now();
  const row = {
    id,
    store: project.store,
    email,
    role,
    hash: sha256Hex(token),
    created_at: isoTime(now),
    created_by: accountOf(call.operator),
  };
  await changeProject(context, call, {
    project,
    action: 'member.invite',
    target: id,
    details: { email, role },
    steps: context.membersStore.inviteSteps({ ...row, expires_at: isoTime(now + INVITE_MS) }),
  });
  const inviteUrl = `${context.addresses.publicUrl}/console/invite?token=${token}`;
  const data = { id, email, name: null, role, status: 'invited', created_at: row.created_at, invite_url: inviteUrl };
  return { status: 201, body: { data, count: 1 } };
}
