import { isNotApplied } from '../../database/index.ts';
import type { Answer, ProjectCall } from '../../http/index.ts';
import { isoTime } from '../../platform/clock.ts';
import type { AuthContext } from './auth-context.ts';
import { confirmPassword, wrongCredentials } from './confirm-password.ts';
import { noteChange } from './note-change.ts';
import { requireGoodPassword } from './passwords/password-policy.ts';
import { requireUser } from './signed-in-user.ts';
import { userMail } from './user-mails.ts';

export interface ChangePasswordBody {
  readonly current_password: string;
  readonly new_password: string;
  /** Whether to end the account's personal tokens too, where accounts have them. Defaults to false. */
  readonly end_tokens?: boolean;
}

/** Ends every other session of the user and voids every sign-in and token that started earlier. */
export async function changePassword(
  context: AuthContext,
  call: ProjectCall<unknown, ChangePasswordBody>,
): Promise<Answer> {
  const { project, body } = call;
  const { user, session } = await requireUser(context, call);
  await confirmPassword(context, call, user, body.current_password);
  await requireGoodPassword(context.settings(project), body.new_password, { email: user.email, field: 'new_password' });
  const set = {
    password_hash: await context.passwords.hash(body.new_password, project.store),
    updated_at: isoTime(context.clock.now()),
  };
  try {
    await context.database.write(project.store, [
      context.users.updateInEpochStep(user, set),
      context.users.nextEpochStep(user.id),
      ...context.sessions.endAllSteps(user.id, session.id),
      ...(body.end_tokens === true ? ((await context.endTokens?.(user)) ?? []) : []),
      await userMail(context, project, { kind: 'password_changed', to: user.email }),
    ]);
  } catch (error) {
    // Another request changed the password meanwhile, so the password that this caller sent is outdated.
    throw isNotApplied(error, 'user') ? wrongCredentials(user.id) : error;
  } finally {
    context.sessions.forgetUser(project.store, user.id);
  }
  noteChange(context, call, user, 'password_changed');
  return { status: 200, body: { count: 1 } };
}
