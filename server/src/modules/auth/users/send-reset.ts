import type { Answer, MemberCall } from '../../../http/index.ts';
import { requireRedirect } from '../redirect-target.ts';
import { requestTokenMail } from '../token-mails.ts';
import { recordUserChange, requireManaged, type UserContext } from './managed-user.ts';

/** `count` is 0 when the user got such a mail recently or is disabled. */
export async function sendReset(
  context: UserContext,
  call: MemberCall<unknown, { readonly redirect_to?: string }>,
): Promise<Answer> {
  const { project, body } = call;
  const user = await requireManaged(context, call);
  const redirectTo = requireRedirect(context, project, body.redirect_to) ?? null;
  const steps =
    user.disabled === 1
      ? []
      : await requestTokenMail(context, project, { kind: 'reset', email: user.email, redirectTo });
  if (steps.length > 0) {
    await context.database.write(project.store, steps);
    await recordUserChange(context, call, 'user.send_reset', { target: user.id });
  }
  return { status: 202, body: { count: steps.length > 0 ? 1 : 0 } };
}
