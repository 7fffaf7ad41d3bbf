import type { PlainStep } from '../../../database/index.ts';
import { isNotApplied } from '../../../database/index.ts';
import type { Answer, ProjectCall } from '../../../http/index.ts';
import { sha256Hex } from '../../../platform/crypto.ts';
import { ServiceError } from '../../../platform/errors.ts';
import { knownDevice } from '../device-cookie.ts';
import { openSession, signedInAnswer } from '../open-session.ts';
import type { UserRow } from '../users-store.ts';
import { type FactorContext, openSecret, wrongCode } from './factor-context.ts';
import { recoveryCodeHash } from './recovery-codes.ts';
import { matchTotpStep, oldestKeptStep, plainCode } from './totp.ts';

export async function answerChallenge(
  context: FactorContext,
  call: ProjectCall<unknown, { mfa_token: string; code: string }>,
): Promise<Answer> {
  const { project, body } = call;
  const hash = sha256Hex(body.mfa_token);
  const user = await challengedUser(context, call, hash);
  // Failures are counted per user, because anyone with the password can start any number of challenges.
  const takeBack = await context.limits.countCode(call, user.id, knownDevice(context, call, user.id));
  const spendCode = spendCodeSteps(context, call, user);
  if (spendCode === undefined) throw wrongCode(user.id);
  try {
    const steps = [context.factors.spendChallengeStep(hash), ...spendCode];
    const opened = await openSession(context, call, user, steps);
    await takeBack();
    return await signedInAnswer(context, project, opened);
  } catch (error) {
    if (isNotApplied(error, 'challenge')) throw endedChallenge();
    throw isNotApplied(error, 'code') ? wrongCode(user.id) : error;
  }
}

async function challengedUser(context: FactorContext, { project }: ProjectCall, hash: string): Promise<UserRow> {
  const challenge = await context.factors.takeTry(project.store, hash, context.clock.now());
  if (challenge === undefined) throw endedChallenge();
  const user = await context.users.find(project.store, challenge.user_id);
  // The user's epoch may have changed since the password check, which voids every sign-in that started earlier.
  if (user === undefined || user.epoch !== challenge.epoch || user.totp_enabled !== 1) throw endedChallenge();
  return user;
}

function spendCodeSteps(
  context: FactorContext,
  { project, body }: ProjectCall<unknown, { code: string }>,
  user: UserRow,
): readonly PlainStep[] | undefined {
  const now = context.clock.now();
  const secret = openSecret(context, project, user);
  const step = secret === undefined ? undefined : matchTotpStep(secret, plainCode(body.code), now);
  if (step !== undefined) return context.factors.spendTotpSteps(user.id, step, oldestKeptStep(now));
  const recovery = recoveryCodeHash(user.id, body.code);
  return recovery === undefined ? undefined : [context.factors.spendRecoveryCodeStep(user.id, recovery)];
}

function endedChallenge(): ServiceError {
  return new ServiceError('invalid_token', 'This sign-in has expired. Start again with the password.');
}
