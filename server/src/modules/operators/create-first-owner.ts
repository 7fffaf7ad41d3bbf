import { isDatabaseFailure } from '../../database/index.ts';
import type { Answer, Call } from '../../http/index.ts';
import { isoTime } from '../../platform/clock.ts';
import { sha256Hex } from '../../platform/crypto.ts';
import { requireDisplayName } from '../../platform/display-name.ts';
import { requireEmail } from '../../platform/email.ts';
import { ServiceError } from '../../platform/errors.ts';
import { openSession, signedInAnswer } from '../auth/index.ts';
import { operatorOf, withoutSignInEntry } from './console-accounts.ts';
import { consoleCall, countTry } from './console-call.ts';
import { newAccount } from './create-account.ts';
import type { OperatorsContext } from './operators-context.ts';

export interface FirstOwner {
  readonly token: string;
  readonly email: string;
  readonly password: string;
  readonly name?: string;
}

/** Creates the first account, once per installation, for the person who has the link that the service printed at start. */
export async function createFirstOwner(context: OperatorsContext, call: Call<unknown, FirstOwner>): Promise<Answer> {
  await countTry(context, call);
  const { accounts, accountsStore } = context;
  const hash = sha256Hex(call.body.token);
  // Comes first, so that a late concurrent request learns that the set-up is over, not that its link is wrong.
  if (!(await accountsStore.hasSetupLink(hash))) {
    throw (await accountsStore.isSetupComplete()) ? setupIsOver() : wrongToken();
  }
  const email = requireEmail(call.body.email);
  const name = call.body.name === undefined ? null : requireDisplayName(call.body.name);
  const account = await newAccount(context, { email, password: call.body.password, name, isOperator: true });
  const asked = consoleCall(call);
  const author = { operator: operatorOf(account), ip: call.ip, requestId: call.requestId };
  try {
    const opened = await openSession(withoutSignInEntry(accounts), asked, account, [
      ...accountsStore.completeSetupSteps(hash, isoTime(context.clock.now())),
      accounts.users.insertStep(account),
      ...context.adoptProjects(account.id),
      context.audit.step(author, { action: 'account.setup', target: account.id, details: { email } }),
    ]);
    return await signedInAnswer(accounts, asked.project, opened, 201);
  } catch (error) {
    if (!isDatabaseFailure(error, 'not_applied')) throw error;
    throw error.error.name === 'token' ? wrongToken() : setupIsOver();
  }
}

function setupIsOver(): ServiceError {
  return new ServiceError('not_found', 'This installation already has an owner. Sign in instead.');
}

function wrongToken(): ServiceError {
  return new ServiceError(
    'invalid_token',
    'This set-up link is not valid. The newest one was printed at the last start.',
  );
}
