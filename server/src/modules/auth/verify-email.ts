import type { Project } from '../../callers/index.ts';
import type { Answer, ProjectCall } from '../../http/route.ts';
import type { AuthContext } from './auth-context.ts';
import { loadUser } from './present-user.ts';
import { requireToken, spendToken } from './spend-token.ts';
import type { UserRow } from './users-store.ts';

export async function verifyEmail(
  context: AuthContext,
  { project, body }: ProjectCall<unknown, { readonly token: string }>,
): Promise<Answer> {
  const user = await confirmEmail(context, project, body.token);
  return { status: 200, body: { data: { user: await loadUser(context, project, user) }, count: 1 } };
}

/** Throws `invalid_token`. */
export async function confirmEmail(context: AuthContext, project: Project, token: string): Promise<UserRow> {
  return await spendToken(context, project, await requireToken(context, project, 'verification', token));
}
