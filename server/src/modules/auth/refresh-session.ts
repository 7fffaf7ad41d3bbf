import type { Answer, ProjectCall } from '../../http/index.ts';
import { isoTime } from '../../platform/clock.ts';
import type { AuthContext } from './auth-context.ts';
import { signedOutCookies } from './cookies.ts';
import { cookiesOf, lifetimes, originOf, signedInAnswer } from './open-session.ts';
import { decideRefresh, previousUntilMs } from './refresh-policy.ts';
import { presentSession } from './sessions/sessions.ts';
import type { SessionRow } from './sessions/sessions-store.ts';

/** Each concurrent refresh with the same token costs the others one more try. */
const TRIES_MAX = 5;

export async function refreshSession(context: AuthContext, call: ProjectCall): Promise<Answer> {
  const { project } = call;
  const token = context.sessions.tokenIn(call, 'refresh');
  for (let attempt = 0; attempt < TRIES_MAX; attempt += 1) {
    const found = await context.sessions.findByToken(project, 'refresh', token);
    if (found === undefined || found.row.expires_at_ms <= context.clock.now()) return expiredAnswer(call);
    const { row, counter } = found;
    const decision = decideRefresh(counter, row.counter);
    if (decision === 'end') return await endCopied(context, call, row);
    const now = context.clock.now();
    const rotated = { counter: row.counter + 1, previous_until_ms: previousUntilMs(row.access_until_ms, now) };
    const refreshed = await refresh(context, call, row, decision === 'rotate' ? rotated : row);
    if (refreshed !== undefined) return refreshed;
  }
  return expiredAnswer(call);
}

/** Undefined when the session has changed since it was read: another request was faster, or the session has ended. */
async function refresh(
  context: AuthContext,
  call: ProjectCall,
  row: SessionRow,
  { counter, previous_until_ms }: Pick<SessionRow, 'counter' | 'previous_until_ms'>,
): Promise<Answer | undefined> {
  const { project } = call;
  const set = {
    counter,
    previous_until_ms,
    ...lifetimes(context, project),
    ...originOf(call),
    last_seen_at: isoTime(context.clock.now()),
  };
  const { results } = await context.database.write(project.store, [context.sessions.store.refreshStep(row, set)]);
  if (results[0]?.kind !== 'plain' || results[0].touched === 0) return undefined;
  context.sessions.forgetUser(project.store, row.user_id);
  const user = await context.users.find(project.store, row.user_id);
  if (user === undefined || user.disabled === 1) return expiredAnswer(call);
  const session = presentSession({ id: row.id, accessUntilMs: set.access_until_ms });
  return await signedInAnswer(context, project, {
    user,
    session,
    cookies: cookiesOf(context, call, { ...row, counter }),
  });
}

async function endCopied(context: AuthContext, call: ProjectCall, row: SessionRow): Promise<Answer> {
  await context.database.write(call.project.store, [context.sessions.store.deleteStep(row.id, row.user_id)]);
  context.sessions.forgetUser(call.project.store, row.user_id);
  const message = 'A refresh token was used again after it was replaced, so it has been copied. The session was ended.';
  return { ...expiredAnswer(call), failure: { code: 'refresh_reused', message, subject: row.user_id } };
}

/** A failure that deletes the cookies: otherwise every other call with them would fail too. */
function expiredAnswer({ project, isHttps, requestId }: ProjectCall): Answer {
  return {
    status: 401,
    body: { error: 'The session has ended. Sign in again.', code: 'session_expired', request_id: requestId },
    headers: { 'Set-Cookie': signedOutCookies(project.id, isHttps) },
  };
}
