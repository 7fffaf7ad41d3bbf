import type { Answer, Call } from '../../http/index.ts';
import { parseEmail } from '../../platform/email.ts';
import { type LogInBody, logIn } from '../auth/index.ts';
import { consoleCall, countTry } from './console-call.ts';
import type { OperatorsContext } from './operators-context.ts';

/** Belongs to nobody: `.invalid` is kept free for that. */
const NOBODY = 'nobody@service.invalid';

/** A text that is no address belongs to nobody, which is answered like an unknown one. */
export async function signIn(context: OperatorsContext, call: Call<unknown, LogInBody>): Promise<Answer> {
  await countTry(context, call);
  const asked = consoleCall(call);
  const email = parseEmail(call.body.email) ?? NOBODY;
  return await logIn(context.accounts, { ...asked, body: { email, password: call.body.password } });
}
