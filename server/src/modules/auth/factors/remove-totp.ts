import type { Answer, ProjectCall } from '../../../http/route.ts';
import { isoTime } from '../../../platform/clock.ts';
import { confirmPassword } from '../confirm-password.ts';
import { requireUser } from '../signed-in-user.ts';
import { userMail } from '../user-mails.ts';
import type { FactorParts } from './factor-parts.ts';

/** Turns the second factor off. A stolen session alone cannot: the password is asked for, and the user is told. */
export async function removeTotp(
  parts: FactorParts,
  call: ProjectCall<unknown, { password: string }>,
): Promise<Answer> {
  const { project } = call;
  const { user } = await requireUser(parts, call);
  await confirmPassword(parts, call, user, call.body.password);
  const wasOn = user.totp_enabled === 1;
  const steps = [...parts.factors.removeSteps(user.id, isoTime(parts.clock.now()))];
  if (wasOn) steps.push(await userMail(parts, project, { to: user.email, kind: 'mfa_disabled' }));
  await parts.database.write(project.store, steps);
  parts.sessions.forgetUser(project.store, user.id);
  if (wasOn) parts.jobs.hint(project.store);
  return { status: 200, body: { count: wasOn ? 1 : 0 } };
}
