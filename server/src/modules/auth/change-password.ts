import { isNotApplied } from '../../database/errors.ts';
import type { Answer, ProjectCall } from '../../http/route.ts';
import { isoTime } from '../../platform/clock.ts';
import type { AuthParts } from './auth-parts.ts';
import { confirmPassword, wrongCredentials } from './confirm-password.ts';
import { requireGoodPassword } from './passwords/password-policy.ts';
import { requireUser } from './signed-in-user.ts';
import { userMail } from './user-mails.ts';

export interface ChangePasswordBody {
  readonly current_password: string;
  readonly new_password: string;
}

/** Ends every session but the one that asks, and every sign-in and token that was begun before. */
export async function changePassword(
  parts: AuthParts,
  call: ProjectCall<unknown, ChangePasswordBody>,
): Promise<Answer> {
  const { project, body } = call;
  const { user, session } = await requireUser(parts, call);
  await confirmPassword(parts, call, user, body.current_password);
  await requireGoodPassword(parts.settings(project), body.new_password, { email: user.email, field: 'new_password' });
  const set = { password_hash: await parts.passwords.hash(body.new_password), updated_at: isoTime(parts.clock.now()) };
  try {
    await parts.database.write(project.store, [
      parts.users.updateInEpochStep(user, set),
      parts.users.nextEpochStep(user.id),
      ...parts.sessions.endAllSteps(user.id, session.id),
      await userMail(parts, project, { kind: 'password_changed', to: user.email }),
    ]);
  } catch (error) {
    // The password was changed elsewhere meanwhile: the one that was shown is no longer right.
    throw isNotApplied(error, 'user') ? wrongCredentials() : error;
  } finally {
    parts.sessions.forgetUser(project.store, user.id);
  }
  parts.jobs.hint(project.store);
  return { status: 200, body: { count: 1 } };
}
