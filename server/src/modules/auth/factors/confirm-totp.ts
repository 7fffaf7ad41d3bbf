import { isNotApplied } from '../../../database/errors.ts';
import type { Answer, ProjectCall } from '../../../http/route.ts';
import { isoTime } from '../../../platform/clock.ts';
import { ServiceError } from '../../../platform/errors.ts';
import { requireUser } from '../signed-in-user.ts';
import { type FactorParts, factorIsOn, openSecret, wrongCode } from './factor-parts.ts';
import { newRecoveryCodes, recoveryCodeHash } from './recovery-codes.ts';
import { matchTotpStep, oldestKeptStep, plainCode } from './totp.ts';

/** The first code of the app turns the factor on. The recovery codes are shown in this answer only. */
export async function confirmTotp(parts: FactorParts, call: ProjectCall<unknown, { code: string }>): Promise<Answer> {
  const { project } = call;
  const { user } = await requireUser(parts, call);
  if (user.totp_enabled === 1) throw factorIsOn();
  const secret = openSecret(parts, project, user);
  if (secret === undefined) throw new ServiceError('not_found', 'There is nothing to confirm: enroll first.');
  const now = parts.clock.now();
  const step = matchTotpStep(secret, plainCode(call.body.code), now);
  if (step === undefined) throw wrongCode();
  const codes = newRecoveryCodes();
  const hashes = codes.flatMap((code) => recoveryCodeHash(user.id, code) ?? []);
  try {
    await parts.database.write(project.store, [
      parts.factors.enableStep(user, isoTime(now)),
      ...parts.factors.spendTotpSteps(user.id, step, oldestKeptStep(now)),
      ...parts.factors.replaceCodesSteps(user.id, hashes),
    ]);
  } catch (error) {
    if (isNotApplied(error, 'factor')) throw factorIsOn();
    throw isNotApplied(error, 'code') ? wrongCode() : error;
  }
  parts.sessions.forgetUser(project.store, user.id);
  return { status: 200, body: { data: { recovery_codes: codes }, count: 1 } };
}
