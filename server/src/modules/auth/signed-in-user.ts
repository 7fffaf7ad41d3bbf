import type { ProjectCall } from '../../http/index.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { AuthContext } from './auth-context.ts';
import type { ActiveSession } from './sessions/sessions.ts';
import type { UserRow } from './users-store.ts';

/** The user of the request's session, read from the database. Throws `not_authenticated`. */
export async function requireUser(
  context: AuthContext,
  { project, caller }: Pick<ProjectCall, 'project' | 'caller'>,
): Promise<{ readonly user: UserRow; readonly session: ActiveSession }> {
  const session = caller.kind === 'user' ? context.sessions.sessionOf(caller.user) : undefined;
  const user = session === undefined ? undefined : await context.users.find(project.store, session.userId);
  if (session === undefined || user === undefined) {
    throw new ServiceError('not_authenticated', 'Sign in first.');
  }
  return { user, session };
}
