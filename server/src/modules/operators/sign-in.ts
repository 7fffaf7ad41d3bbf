import type { Answer, Call } from '../../http/route.ts';
import { parseEmail } from '../../platform/email.ts';
import { type Credentials, openSession, requireAccount } from './account-sign-in.ts';
import { authorOf, type OperatorContext } from './operator-context.ts';

export async function signIn(context: OperatorContext, call: Call<unknown, Credentials>): Promise<Answer> {
  context.attempts.countTry(call.ip);
  // What is no address belongs to nobody, which is answered like an unknown one. Cut, as it is kept to count failures.
  const email = parseEmail(call.body.email) ?? call.body.email.slice(0, 320);
  const account = await requireAccount(context, { email, password: call.body.password });
  const opened = openSession(context, account, call);
  const entry = context.audit.step(authorOf(account, call), { action: 'session.create', target: opened.sessionId });
  await context.database.write('control', [...opened.steps, entry]);
  return opened.answer(200);
}
