import type { Answer, ProjectCall } from '../../../http/route.ts';
import { isoTime } from '../../../platform/clock.ts';
import type { AuthParts } from '../auth-parts.ts';
import { signedOutCookies } from '../cookies.ts';
import { cookiesOf, lifetimes, originOf, signedInAnswer } from './open-session.ts';
import { decideRefresh } from './refresh-policy.ts';
import { presentSession } from './sessions.ts';
import type { SessionRow } from './sessions-store.ts';

/** Those who come at once with one token need one more look each. */
const TRIES_MAX = 5;

/** A new pair of cookies for the refresh cookie. */
export async function refreshSession(parts: AuthParts, call: ProjectCall): Promise<Answer> {
  const { project } = call;
  const token = parts.sessions.tokenIn(call, 'refresh');
  for (let attempt = 0; attempt < TRIES_MAX; attempt += 1) {
    const found = await parts.sessions.findByToken(project, 'refresh', token);
    if (found === undefined || found.row.expires_at_ms <= parts.clock.now()) return expiredAnswer(call);
    const { row, counter } = found;
    const decision = decideRefresh(counter, row.counter);
    if (decision === 'end') return await endCopied(parts, call, row);
    const refreshed = await refresh(parts, call, row, decision === 'rotate' ? row.counter + 1 : row.counter);
    if (refreshed !== undefined) return refreshed;
  }
  return expiredAnswer(call);
}

/** Undefined when the session has changed since it was read: another request was faster, or it has ended. */
async function refresh(
  parts: AuthParts,
  call: ProjectCall,
  row: SessionRow,
  counter: number,
): Promise<Answer | undefined> {
  const { project } = call;
  const set = { counter, ...lifetimes(parts, project), ...originOf(call), last_seen_at: isoTime(parts.clock.now()) };
  const { results } = await parts.database.write(project.store, [parts.sessions.store.refreshStep(row, set)]);
  if (results[0]?.kind !== 'plain' || results[0].touched === 0) return undefined;
  parts.sessions.forgetUser(project.store, row.user_id);
  const user = await parts.users.find(project.store, row.user_id);
  if (user === undefined || user.disabled === 1) return expiredAnswer(call);
  const session = presentSession({ id: row.id, accessUntilMs: set.access_until_ms });
  return await signedInAnswer(parts, project, { user, session, cookies: cookiesOf(parts, call, { ...row, counter }) });
}

async function endCopied(parts: AuthParts, call: ProjectCall, row: SessionRow): Promise<Answer> {
  await parts.database.write(call.project.store, [parts.sessions.store.deleteStep(row.id, row.user_id)]);
  parts.sessions.forgetUser(call.project.store, row.user_id);
  return expiredAnswer(call);
}

/** A failure that takes the cookies back: with them every other call would be refused as well. */
function expiredAnswer({ project, isHttps, requestId }: ProjectCall): Answer {
  return {
    status: 401,
    body: { error: 'The session has ended. Sign in again.', code: 'session_expired', request_id: requestId },
    headers: { 'Set-Cookie': signedOutCookies(project.id, isHttps) },
  };
}
