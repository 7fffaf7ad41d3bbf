import type { Project } from '../../callers/index.ts';
import type { PlainStep } from '../../database/index.ts';
import { isDatabaseFailure } from '../../database/index.ts';
import type { Answer } from '../../http/index.ts';
import { isoTime } from '../../platform/clock.ts';
import { randomToken } from '../../platform/crypto.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { AuthContext } from './auth-context.ts';
import { signedInCookies } from './cookies.ts';
import { deviceCookies } from './device-cookie.ts';
import { loadUser } from './present-user.ts';
import { presentSession } from './sessions/sessions.ts';
import type { SessionRow } from './sessions/sessions-store.ts';
import type { SignInCall } from './sessions/sign-in-call.ts';
import type { UserRow } from './users-store.ts';

export interface OpenedSession {
  readonly user: UserRow;
  readonly session: { readonly id: string; readonly expires_at: string };
  readonly cookies: readonly string[];
}

const SEED_BYTES = 16;
const USER_AGENT_MAX = 300;

/**
 * Runs `steps` in the same transaction. It fails when the user has left the epoch of `user` or is disabled, so that a
 * sign-in that began before the password was changed opens no session.
 */
export async function openSession(
  context: AuthContext,
  call: SignInCall,
  user: UserRow,
  steps: readonly PlainStep[] = [],
): Promise<OpenedSession> {
  const nowMs = context.clock.now();
  const now = isoTime(nowMs);
  const row: SessionRow = {
    id: context.ids(),
    user_id: user.id,
    seed: randomToken(SEED_BYTES),
    counter: 0,
    previous_until_ms: 0,
    ...lifetimes(context, call.project),
    ...originOf(call),
    created_at: now,
    last_seen_at: now,
  };
  try {
    await context.database.write(call.project.store, [
      ...steps,
      context.users.updateInEpochStep(user, { last_sign_in_at: now }),
      ...context.sessions.store.insertSteps(row, nowMs),
      ...context.signInSteps(user, row.id, call),
    ]);
  } catch (error) {
    if (isDatabaseFailure(error, 'not_applied') && error.error.name === 'user') throw changedMeanwhile();
    throw error;
  }
  return {
    user: { ...user, last_sign_in_at: now },
    session: presentSession({ id: row.id, accessUntilMs: row.access_until_ms }),
    cookies: [...cookiesOf(context, call, row), ...deviceCookies(context, call, user.id)],
  };
}

export async function signedInAnswer(
  context: AuthContext,
  project: Project,
  { user, session, cookies }: OpenedSession,
  status = 200,
): Promise<Answer> {
  const data = context.showSignedIn(await loadUser(context, project, user), session);
  return { status, body: { data, count: 1 }, headers: { 'Set-Cookie': cookies } };
}

export function lifetimes(
  context: AuthContext,
  project: Project,
): Pick<SessionRow, 'access_until_ms' | 'expires_at_ms'> {
  const { sessionMs, refreshMs } = durations(context, project);
  const now = context.clock.now();
  return { access_until_ms: now + sessionMs, expires_at_ms: now + refreshMs };
}

export function originOf({ ip, headers }: Pick<SignInCall, 'ip' | 'headers'>): Pick<SessionRow, 'ip' | 'user_agent'> {
  const agent = headers['user-agent']?.replace(/\p{Cc}/gu, ' ').slice(0, USER_AGENT_MAX);
  return { ip, user_agent: agent?.isWellFormed() === true ? agent : null };
}

export function cookiesOf(
  context: AuthContext,
  { project, isHttps }: Pick<SignInCall, 'project' | 'isHttps'>,
  row: Pick<SessionRow, 'id' | 'counter' | 'seed'>,
): readonly string[] {
  const { sessionMs, refreshMs } = durations(context, project);
  const source = { store: project.store, id: row.id, counter: row.counter, seed: row.seed };
  return signedInCookies(project.id, isHttps, {
    session: context.sessions.tokens.make('session', source),
    refresh: context.sessions.tokens.make('refresh', source),
    sessionSeconds: sessionMs / 1000,
    refreshSeconds: refreshMs / 1000,
  });
}

function durations(context: AuthContext, project: Project): { sessionMs: number; refreshMs: number } {
  const { session_minutes: minutes, refresh_days: days } = context.settings(project);
  return { sessionMs: minutes * 60_000, refreshMs: days * 24 * 3_600_000 };
}

function changedMeanwhile(): ServiceError {
  return new ServiceError('invalid_credentials', 'The account was changed in the meantime. Sign in again.');
}
