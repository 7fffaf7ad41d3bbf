import { CONSOLE } from '../../callers/index.ts';
import type { Answer, ProjectCall } from '../../http/index.ts';
import type { AuthContext } from './auth-context.ts';
import { signedOutCookies } from './cookies.ts';
import { noteOperatorChange } from './note-change.ts';
import type { SessionRow } from './sessions/sessions-store.ts';

export interface LogOutBody {
  readonly scope?: 'local' | 'global';
}

export async function logOut(context: AuthContext, call: ProjectCall<unknown, LogOutBody>): Promise<Answer> {
  const { project, isHttps } = call;
  const row = await findSession(context, call);
  const count = row === undefined ? 0 : await end(context, call, row);
  if (row !== undefined) await noteSignOut(context, call, row.user_id);
  return { status: 200, body: { count }, headers: { 'Set-Cookie': signedOutCookies(project.id, isHttps) } };
}

async function noteSignOut(context: AuthContext, call: ProjectCall, userId: string): Promise<void> {
  if (call.project.store !== CONSOLE.store) return;
  const user = await context.users.find(call.project.store, userId);
  if (user !== undefined) noteOperatorChange(context, call, user, 'signed_out');
}

/** Accepts either cookie: an expired one still identifies the session to end. */
async function findSession(context: AuthContext, call: ProjectCall): Promise<SessionRow | undefined> {
  for (const kind of ['refresh', 'session'] as const) {
    const found = await context.sessions.findByToken(call.project, kind, context.sessions.tokenIn(call, kind));
    if (found !== undefined) return found.row;
  }
  return undefined;
}

async function end(
  { database, sessions }: AuthContext,
  { project, body }: ProjectCall<unknown, LogOutBody>,
  row: SessionRow,
): Promise<number> {
  const step =
    body.scope === 'global'
      ? sessions.store.deleteAllStep(row.user_id)
      : sessions.store.deleteStep(row.id, row.user_id);
  const { results } = await database.write(project.store, [step]);
  sessions.forgetUser(project.store, row.user_id);
  return results[0]?.kind === 'plain' ? results[0].touched : 0;
}
