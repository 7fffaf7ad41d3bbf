import type { Answer, Call } from '../../http/index.ts';
import { parseEmail } from '../../platform/email.ts';
import { type LogInBody, logIn } from '../auth/index.ts';
import { consoleCall, countTry } from './console-call.ts';
import type { OperatorsContext } from './operators-context.ts';

/** No account can have this address: `.invalid` is a reserved domain. */
const NOBODY = 'nobody@service.invalid';

/** Answers text that is not an address in the same way as an unknown address. */
export async function signIn(context: OperatorsContext, call: Call<unknown, LogInBody>): Promise<Answer> {
  await countTry(context, call);
  const asked = consoleCall(call);
  const email = parseEmail(call.body.email) ?? NOBODY;
  return await logIn(context.accounts, { ...asked, body: { email, password: call.body.password } });
}
