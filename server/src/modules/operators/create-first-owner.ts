import { isDatabaseFailure } from '../../database/errors.ts';
import type { Answer, Call } from '../../http/route.ts';
import { isoTime } from '../../platform/clock.ts';
import { sha256Hex } from '../../platform/crypto.ts';
import { requireDisplayName } from '../../platform/display-name.ts';
import { requireEmail } from '../../platform/email.ts';
import { ServiceError } from '../../platform/errors.ts';
import { newAccount, openSession } from './account-sign-in.ts';
import { authorOf, type OperatorParts } from './operator-parts.ts';

export interface FirstOwner {
  readonly token: string;
  readonly email: string;
  readonly password: string;
  readonly name?: string;
}

/** Makes the first account, once in the life of an installation, for whoever has the link that was printed at start. */
export async function createFirstOwner(parts: OperatorParts, call: Call<unknown, FirstOwner>): Promise<Answer> {
  parts.attempts.countTry(call.ip);
  const hash = sha256Hex(call.body.token);
  // The link is looked at first: those who come while another one sets up then see that it is over, not a wrong link.
  if (!(await parts.accountsStore.hasSetupLink(hash))) {
    throw (await parts.accountsStore.isSetupComplete()) ? setupIsOver() : wrongToken();
  }
  const email = requireEmail(call.body.email);
  const name = call.body.name === undefined ? null : requireDisplayName(call.body.name);
  const account = await newAccount(parts, { email, password: call.body.password, name });
  const signIn = openSession(parts, account, call);
  try {
    await parts.database.write('control', [
      ...parts.accountsStore.completeSetupSteps(hash, isoTime(parts.clock.now())),
      parts.accountsStore.insertAccountStep(account),
      ...parts.adoptProjects(account.id),
      ...signIn.steps,
      parts.audit.step(authorOf(account, call), { action: 'account.setup', target: account.id, details: { email } }),
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
