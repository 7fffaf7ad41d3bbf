import type { PlainStep } from '../../../database/index.ts';
import { isNotApplied } from '../../../database/index.ts';
import type { Answer, MemberCall } from '../../../http/index.ts';
import { isoTime } from '../../../platform/clock.ts';
import type { FactorsStore } from '../factors/factors-store.ts';
import { userMail } from '../user-mails.ts';
import type { UserRow } from '../users-store.ts';
import { recordUserChange, requireManaged, requireSeenUser, type UserContext, userNotFound } from './managed-user.ts';

export async function deleteUser(context: UserContext, call: MemberCall): Promise<Answer> {
  const user = await requireSeenUser(context, call);
  await apply(context, call, user, [context.users.deleteStep(user.id)]);
  await recordUserChange(context, call, 'user.delete', { target: user.id, details: { email: user.email } });
  return { status: 200, body: { count: 1 } };
}

export async function signOutUser(context: UserContext, call: MemberCall): Promise<Answer> {
  const user = await requireManaged(context, call);
  await apply(context, call, user, [context.users.nextEpochStep(user.id), ...context.sessions.endAllSteps(user.id)]);
  await recordUserChange(context, call, 'user.sign_out', { target: user.id });
  return { status: 200, body: { count: 1 } };
}

/** For a user who has lost the second factor: they can then sign in with the password alone, and get a mail about it. */
export async function removeFactor(context: UserContext, call: MemberCall, factors: FactorsStore): Promise<Answer> {
  const user = await requireManaged(context, call);
  if (user.totp_enabled === 0) return { status: 200, body: { count: 0 } };
  await apply(context, call, user, [
    ...factors.removeSteps(user.id, isoTime(context.clock.now())),
    await userMail(context, call.project, { to: user.email, kind: 'mfa_disabled' }),
  ]);
  await recordUserChange(context, call, 'user.remove_mfa', { target: user.id });
  return { status: 200, body: { count: 1 } };
}

async function apply(
  context: UserContext,
  { project }: MemberCall,
  user: UserRow,
  steps: readonly PlainStep[],
): Promise<void> {
  try {
    await context.database.write(project.store, steps);
  } catch (error) {
    if (isNotApplied(error, 'user')) throw userNotFound();
    throw error;
  } finally {
    // Needed even if it is unknown whether the write was committed; another lookup does no harm.
    context.sessions.forgetUser(project.store, user.id);
  }
}
