import type { Answer, ProjectCall } from '../../http/index.ts';
import { ServiceError } from '../../platform/errors.ts';
import { parseUuid } from '../../platform/ids.ts';
import type { AuthContext } from './auth-context.ts';
import { signedOutCookies } from './cookies.ts';
import { noteOperatorChange } from './note-change.ts';
import { requireUser } from './signed-in-user.ts';

export async function listOwnSessions(context: AuthContext, call: ProjectCall): Promise<Answer> {
  const { project } = call;
  const { user, session } = await requireUser(context, call);
  const rows = await context.sessions.store.list(project.store, user.id, context.clock.now());
  const data = rows.map((row) => ({
    ...row,
    last_seen_at: context.sessions.lastSeen.unsaved(project, row.id) ?? row.last_seen_at,
    current: row.id === session.id,
  }));
  return { status: 200, body: { data, count: data.length } };
}

/** Answers 404 for another user's session, as for one that never existed. */
export async function endOwnSession(context: AuthContext, call: ProjectCall): Promise<Answer> {
  const { project } = call;
  const { user, session } = await requireUser(context, call);
  const id = parseUuid(call.params['session_id'] ?? '');
  const touched = id === undefined ? 0 : await endSession(context, call, { id, userId: user.id });
  if (touched === 0) throw new ServiceError('not_found', 'There is no such session.');
  noteOperatorChange(context, call, user, 'session_ended');
  const cookies = id === session.id ? { 'Set-Cookie': signedOutCookies(project.id, call.isHttps) } : undefined;
  return { status: 200, body: { count: 1 }, ...(cookies && { headers: cookies }) };
}

async function endSession(
  { database, sessions }: AuthContext,
  { project }: ProjectCall,
  { id, userId }: { id: string; userId: string },
): Promise<number> {
  const { results } = await database.write(project.store, [sessions.store.deleteStep(id, userId)]);
  sessions.forgetUser(project.store, userId);
  return results[0]?.kind === 'plain' ? results[0].touched : 0;
}
