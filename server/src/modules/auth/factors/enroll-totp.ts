import { isNotApplied } from '../../../database/errors.ts';
import type { Answer, ProjectCall } from '../../../http/route.ts';
import { requireUser } from '../signed-in-user.ts';
import { type FactorParts, factorIsOn, sealSecret } from './factor-parts.ts';
import { newTotpSecret, otpauthUrl } from './totp.ts';

/** A new shared secret for the signed-in user. Nothing asks for its codes until one of them was shown. */
export async function enrollTotp(parts: FactorParts, call: ProjectCall): Promise<Answer> {
  const { project } = call;
  const { user } = await requireUser(parts, call);
  const secret = newTotpSecret();
  const sealed = sealSecret(parts, project, user.id, secret);
  try {
    await parts.database.write(project.store, [parts.factors.enrollStep(user.id, sealed)]);
  } catch (error) {
    throw isNotApplied(error, 'factor') ? factorIsOn() : error;
  }
  const url = otpauthUrl(secret, { issuer: project.name, label: user.email });
  return { status: 200, body: { data: { secret, otpauth_url: url }, count: 1 } };
}
