import { isDatabaseFailure } from '../../database/errors.ts';
import type { Answer, Call } from '../../http/route.ts';
import { authorOf, type OperatorContext } from './operator-context.ts';

/** Ends the session of the cookie, if there is one, and takes the cookie back. */
export async function signOut(
  context: OperatorContext,
  refuseForeignPage: (request: Call['raw']) => void,
  call: Call,
): Promise<Answer> {
  const hash = context.sessions.hashOf(call.raw);
  if (hash !== undefined) refuseForeignPage(call.raw);
  const session = hash === undefined ? undefined : await context.sessionsStore.find(hash);
  const count = session === undefined ? 0 : await endSession(context, session, call);
  return { status: 200, body: { count }, headers: { 'Set-Cookie': context.sessions.endedCookie(call.isHttps) } };
}

async function endSession(
  context: OperatorContext,
  session: { readonly id: string; readonly account_id: string; readonly email: string },
  call: Call,
): Promise<number> {
  const author = authorOf({ id: session.account_id, email: session.email }, call);
  try {
    await context.database.write('control', [
      context.sessionsStore.deleteStep(session.id),
      context.audit.step(author, { action: 'session.delete', target: session.id }),
    ]);
    return 1;
  } catch (error) {
    // Another request ended it meanwhile, which is what was asked for.
    if (isDatabaseFailure(error, 'not_applied')) return 0;
    throw error;
  }
}
