import { isNotApplied } from '../../database/index.ts';
import type { Answer, ProjectCall } from '../../http/index.ts';
import { isoTime } from '../../platform/clock.ts';
import { ServiceError, validationFailed } from '../../platform/errors.ts';
import type { AuthContext } from './auth-context.ts';
import { confirmPassword } from './confirm-password.ts';
import { signedOutCookies } from './cookies.ts';
import { noteOperatorChange } from './note-change.ts';
import { loadUser } from './present-user.ts';
import { type ProfilePatch, readProfile } from './profile.ts';
import { presentSession } from './sessions/sessions.ts';
import { requireUser } from './signed-in-user.ts';

export async function showOwnAccount(context: AuthContext, call: ProjectCall): Promise<Answer> {
  const { user, session } = await requireUser(context, call);
  const data = context.showSignedIn(await loadUser(context, call.project, user), presentSession(session));
  return { status: 200, body: { data, count: 1 } };
}

export async function updateOwnAccount(
  context: AuthContext,
  call: ProjectCall<unknown, ProfilePatch>,
): Promise<Answer> {
  const { user, session } = await requireUser(context, call);
  const changes = readProfile(call.body);
  if (Object.keys(changes).length === 0) throw validationFailed({ body: 'must change something' });
  const set = { ...changes, updated_at: isoTime(context.clock.now()) };
  try {
    await context.database.write(call.project.store, [context.users.updateStep(user.id, set)]);
  } catch (error) {
    throw isNotApplied(error, 'user') ? gone() : error;
  }
  noteOperatorChange(context, call, user, 'profile_changed');
  const shown = await loadUser(context, call.project, { ...user, ...set });
  const data = context.showSignedIn(shown, presentSession(session));
  return { status: 200, body: { data, count: 1 } };
}

/** Rows the user owns stay, under an id that is never reused, so owner rules match no one. */
export async function deleteOwnAccount(
  context: AuthContext,
  call: ProjectCall<unknown, { readonly password?: string }>,
): Promise<Answer> {
  const { project } = call;
  const { user } = await requireUser(context, call);
  const { password } = call.body;
  // A user who has signed in only with a provider has no password.
  if (password === undefined && user.password_hash !== null) throw validationFailed({ password: 'is required' });
  if (password !== undefined) await confirmPassword(context, call, user, password);
  try {
    await context.database.write(project.store, [context.users.deleteStep(user.id)]);
  } catch (error) {
    throw isNotApplied(error, 'user') ? gone() : error;
  } finally {
    context.sessions.forgetUser(project.store, user.id);
  }
  return {
    status: 200,
    body: { count: 1 },
    headers: { 'Set-Cookie': signedOutCookies(project.id, call.isHttps) },
  };
}

function gone(): ServiceError {
  return new ServiceError('not_authenticated', 'This account no longer exists.');
}
