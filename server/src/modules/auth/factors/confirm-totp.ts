import { isNotApplied } from '../../../database/index.ts';
import type { Answer, ProjectCall } from '../../../http/index.ts';
import { isoTime } from '../../../platform/clock.ts';
import { ServiceError } from '../../../platform/errors.ts';
import { noteChange } from '../note-change.ts';
import { requireUser } from '../signed-in-user.ts';
import { type FactorContext, factorIsOn, openSecret, wrongCode } from './factor-context.ts';
import { newRecoveryCodes, recoveryCodeHash } from './recovery-codes.ts';
import { matchTotpStep, oldestKeptStep, plainCode } from './totp.ts';

export async function confirmTotp(
  context: FactorContext,
  call: ProjectCall<unknown, { code: string }>,
): Promise<Answer> {
  const { project } = call;
  const { user } = await requireUser(context, call);
  if (user.totp_enabled === 1) throw factorIsOn();
  const secret = openSecret(context, project, user);
  if (secret === undefined) throw new ServiceError('not_found', 'There is nothing to confirm. Enroll first.');
  const now = context.clock.now();
  const step = matchTotpStep(secret, plainCode(call.body.code), now);
  if (step === undefined) throw wrongCode(user.id);
  const codes = newRecoveryCodes();
  const hashes = codes.flatMap((code) => recoveryCodeHash(user.id, code) ?? []);
  try {
    await context.database.write(project.store, [
      context.factors.enableStep(user, isoTime(now)),
      ...context.factors.spendTotpSteps(user.id, step, oldestKeptStep(now)),
      ...context.factors.replaceCodesSteps(user.id, hashes),
    ]);
  } catch (error) {
    if (isNotApplied(error, 'factor')) throw factorIsOn();
    throw isNotApplied(error, 'code') ? wrongCode(user.id) : error;
  }
  context.sessions.forgetUser(project.store, user.id);
  noteChange(context, call, user, 'second_factor_on');
  return { status: 200, body: { data: { recovery_codes: codes }, count: 1 } };
}
