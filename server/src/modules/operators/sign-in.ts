import type { Answer, Call } from '../../http/route.ts';
import { parseEmail } from '../../platform/email.ts';
import { type Credentials, openSession, requireAccount } from './account-sign-in.ts';
import { authorOf, type OperatorParts } from './operator-parts.ts';

export async function signIn(parts: OperatorParts, call: Call<unknown, Credentials>): Promise<Answer> {
  parts.attempts.countTry(call.ip);
  // What is no address belongs to nobody, which is answered like an unknown one. Cut, as it is kept to count failures.
  const email = parseEmail(call.body.email) ?? call.body.email.slice(0, 320);
  const account = await requireAccount(parts, { email, password: call.body.password });
  const opened = openSession(parts, account, call);
  const entry = parts.audit.step(authorOf(account, call), { action: 'session.create', target: opened.sessionId });
  await parts.database.write('control', [...opened.steps, entry]);
  return opened.answer(200);
}
