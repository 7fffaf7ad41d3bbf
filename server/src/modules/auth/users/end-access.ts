import type { PlainStep } from '../../../database/database.ts';
import { isNotApplied } from '../../../database/errors.ts';
import type { Answer, MemberCall } from '../../../http/route.ts';
import { isoTime } from '../../../platform/clock.ts';
import type { FactorsStore } from '../factors/factors-store.ts';
import { userMail } from '../user-mails.ts';
import type { UserRow } from '../users-store.ts';
import { recordUserChange, requireManaged, type UserParts, userNotFound } from './managed-user.ts';

/** Deletes a user for good, with sessions and ways to sign in. Their rows stay, owned by an id nobody has again. */
export async function deleteUser(parts: UserParts, call: MemberCall): Promise<Answer> {
  const user = await requireManaged(parts, call);
  await apply(parts, call, user, [parts.users.deleteStep(user.id)]);
  await recordUserChange(parts, call, 'user.delete', { target: user.id, details: { email: user.email } });
  return { status: 200, body: { count: 1 } };
}

/** Ends every session of a user, and what was begun before. */
export async function signOutUser(parts: UserParts, call: MemberCall): Promise<Answer> {
  const user = await requireManaged(parts, call);
  await apply(parts, call, user, [parts.users.nextEpochStep(user.id), ...parts.sessions.endAllSteps(user.id)]);
  await recordUserChange(parts, call, 'user.sign_out', { target: user.id });
  return { status: 200, body: { count: 1 } };
}

/** For a user who has lost the second factor: the password alone signs in again, and the user is told. */
export async function removeFactor(parts: UserParts, call: MemberCall, factors: FactorsStore): Promise<Answer> {
  const user = await requireManaged(parts, call);
  if (user.totp_enabled === 0) return { status: 200, body: { count: 0 } };
  await apply(parts, call, user, [
    ...factors.removeSteps(user.id, isoTime(parts.clock.now())),
    await userMail(parts, call.project, { to: user.email, kind: 'mfa_disabled' }),
  ]);
  parts.jobs.hint(call.project.store);
  await recordUserChange(parts, call, 'user.remove_mfa', { target: user.id });
  return { status: 200, body: { count: 1 } };
}

async function apply(
  parts: UserParts,
  { project }: MemberCall,
  user: UserRow,
  steps: readonly PlainStep[],
): Promise<void> {
  try {
    await parts.database.write(project.store, steps);
  } catch (error) {
    if (isNotApplied(error, 'user')) throw userNotFound();
    throw error;
  } finally {
    // Also when the outcome is unknown: looking again is harmless.
    parts.sessions.forgetUser(project.store, user.id);
  }
}
