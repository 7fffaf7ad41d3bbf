import { Type } from 'typebox';
import type { Answer, MemberCall } from '../../../http/index.ts';
import { ServiceError } from '../../../platform/errors.ts';
import { parseUuid } from '../../../platform/ids.ts';
import { recordUserChange, requireManaged, type UserContext } from './managed-user.ts';

const textOrNull = Type.Union([Type.String(), Type.Null()]);

export const userSessions = Type.Object({
  data: Type.Array(
    Type.Object({
      id: Type.String(),
      created_at: Type.String({ format: 'date-time' }),
      last_seen_at: Type.String({ format: 'date-time' }),
      ip: textOrNull,
      user_agent: textOrNull,
      current: Type.Boolean({ description: 'Always false: users do not sign in to the console.' }),
    }),
  ),
  count: Type.Integer(),
});

export async function listUserSessions(context: UserContext, call: MemberCall): Promise<Answer> {
  const { project } = call;
  const user = await requireManaged(context, call);
  const { store, lastSeen } = context.sessions;
  const rows = await store.list(project.store, user.id, context.clock.now());
  const data = rows.map((row) => ({
    ...row,
    last_seen_at: lastSeen.unsaved(project, row.id) ?? row.last_seen_at,
    current: false,
  }));
  return { status: 200, body: { data, count: data.length } };
}

export async function endUserSession(context: UserContext, call: MemberCall): Promise<Answer> {
  const { project, params } = call;
  const user = await requireManaged(context, call);
  const id = parseUuid(params['session_id'] ?? '');
  if (id === undefined) throw sessionNotFound();
  const { results } = await context.database.write(project.store, [context.sessions.store.deleteStep(id, user.id)]);
  context.sessions.forgetUser(project.store, user.id);
  if (results[0]?.kind !== 'plain' || results[0].touched === 0) throw sessionNotFound();
  await recordUserChange(context, call, 'user.end_session', { target: user.id, details: { session_id: id } });
  return { status: 200, body: { count: 1 } };
}

function sessionNotFound(): ServiceError {
  return new ServiceError('not_found', 'There is no such session.');
}
