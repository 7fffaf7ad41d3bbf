import { isNotApplied } from '../../../database/index.ts';
import type { Answer, ProjectCall } from '../../../http/index.ts';
import { requireRecentSignIn } from '../recent-sign-in.ts';
import { requireUser } from '../signed-in-user.ts';
import { type FactorContext, factorIsOn, sealSecret } from './factor-context.ts';
import { newTotpSecret, otpauthUrl } from './totp.ts';

/** Creates a shared secret for the signed-in user. The factor stays off until the user confirms it with a first code. */
export async function enrollTotp(
  context: FactorContext,
  call: ProjectCall<unknown, { readonly password?: string }>,
): Promise<Answer> {
  const { project } = call;
  const { user, session } = await requireUser(context, call);
  await requireRecentSignIn(context, call, { user, session, password: call.body.password });
  const secret = newTotpSecret();
  const sealed = sealSecret(context, project, user.id, secret);
  try {
    await context.database.write(project.store, [context.factors.enrollStep(user.id, sealed)]);
  } catch (error) {
    throw isNotApplied(error, 'factor') ? factorIsOn() : error;
  }
  const url = otpauthUrl(secret, { issuer: project.name, label: user.email });
  return { status: 200, body: { data: { secret, otpauth_url: url }, count: 1 } };
}
