import { isDatabaseFailure } from '../../database/errors.ts';
import type { Answer, Call } from '../../http/route.ts';
import { isoTime } from '../../platform/clock.ts';
import { sha256Hex } from '../../platform/crypto.ts';
import { requireDisplayName } from '../../platform/display-name.ts';
import { requireEmail } from '../../platform/email.ts';
import { ServiceError } from '../../platform/errors.ts';
import { newAccount, openSession } from './account-sign-in.ts';
import { authorOf, type OperatorContext } from './operator-context.ts';

export interface FirstOwner {
  readonly token: string;
  readonly email: string;
  readonly password: string;
  readonly name?: string;
}

/** Makes the first account, once in the life of an installation, for whoever has the link that was printed at start. */
export async function createFirstOwner(context: OperatorContext, call: Call<unknown, FirstOwner>): Promise<Answer> {
  context.attempts.countTry(call.ip);
  const hash = sha256Hex(call.body.token);
  // The link is looked at first: those who come while another one sets up then see that it is over, not a wrong link.
  if (!(await context.accountsStore.hasSetupLink(hash))) {
    throw (await context.accountsStore.isSetupComplete()) ? setupIsOver() : wrongToken();
  }
  const email = requireEmail(call.body.email);
  const name = call.body.name === undefined ? null : requireDisplayName(call.body.name);
  const account = await newAccount(context, { email, password: call.body.password, name });
  const signIn = openSession(context, account, call);
  try {
    await context.database.write('control', [
      ...context.accountsStore.completeSetupSteps(hash, isoTime(context.clock.now())),
      context.accountsStore.insertAccountStep(account),
      ...context.adoptProjects(account.id),
      ...signIn.steps,
      context.audit.step(authorOf(account, call), { action: 'account.setup', target: account.id, details: { email } }),
    ]);
  } catch (error) {
    if (!isDatabaseFailure(error, 'not_applied')) throw error;
    throw error.error.name === 'token' ? wrongToken() : setupIsOver();
  }
  return signIn.answer(201);
}

function setupIsOver(): ServiceError {
  return new ServiceError('not_found', 'This installation has an owner. Sign in instead.');
}

function wrongToken(): ServiceError {
  return new ServiceError(
    'invalid_token',
    'This set-up link is not valid. The newest one was printed at the last start.',
  );
}
