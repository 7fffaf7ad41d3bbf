import type { Answer, ProjectCall } from '../../../http/index.ts';
import { isoTime } from '../../../platform/clock.ts';
import { confirmPassword } from '../confirm-password.ts';
import { noteChange } from '../note-change.ts';
import { requireUser } from '../signed-in-user.ts';
import { userMail } from '../user-mails.ts';
import type { FactorContext } from './factor-context.ts';

/** Turns the second factor off. Requires the password, so that a stolen session is not enough, and notifies the user by mail. */
export async function removeTotp(
  context: FactorContext,
  call: ProjectCall<unknown, { password: string }>,
): Promise<Answer> {
  const { project } = call;
  const { user } = await requireUser(context, call);
  await confirmPassword(context, call, user, call.body.password);
  const wasOn = user.totp_enabled === 1;
  const steps = [...context.factors.removeSteps(user.id, isoTime(context.clock.now()))];
  if (wasOn) steps.push(await userMail(context, project, { to: user.email, kind: 'mfa_disabled' }));
  await context.database.write(project.store, steps);
  context.sessions.forgetUser(project.store, user.id);
  if (wasOn) noteChange(context, call, user, 'second_factor_off');
  return { status: 200, body: { count: wasOn ? 1 : 0 } };
}
