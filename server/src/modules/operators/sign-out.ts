import { isDatabaseFailure } from '../../database/errors.ts';
import type { Answer, Call } from '../../http/route.ts';
import { authorOf, type OperatorParts } from './operator-parts.ts';

/** Ends the session of the cookie, if there is one, and takes the cookie back. */
export async function signOut(
  parts: OperatorParts,
  refuseForeignPage: (request: Call['raw']) => void,
  call: Call,
): Promise<Answer> {
  const hash = parts.sessions.hashOf(call.raw);
  if (hash !== undefined) refuseForeignPage(call.raw);
  const session = hash === undefined ? undefined : await parts.sessionsStore.find(hash);
  const count = session === undefined ? 0 : await endSession(parts, session, call);
  return { status: 200, body: { count }, headers: { 'Set-Cookie': parts.sessions.endedCookie(call.isHttps) } };
}

async function endSession(
  parts: OperatorParts,
  session: { readonly id: string; readonly account_id: string; readonly email: string },
  call: Call,
): Promise<number> {
  const author = authorOf({ id: session.account_id, email: session.email }, call);
  try {
    await parts.database.write('control', [
      parts.sessionsStore.deleteStep(session.id),
      parts.audit.step(author, { action: 'session.delete', target: session.id }),
    ]);
    return 1;
  } catch (error) {
    // Another request ended it meanwhile, which is what was asked for.
    if (isDatabaseFailure(error, 'not_applied')) return 0;
    throw error;
  }
}
