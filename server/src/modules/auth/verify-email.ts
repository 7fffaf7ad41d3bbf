import type { Project } from '../../callers/index.ts';
import type { Answer, ProjectCall } from '../../http/route.ts';
import type { AuthParts } from './auth-parts.ts';
import { loadUser } from './present-user.ts';
import { requireToken, spendToken } from './spend-token.ts';
import type { UserRow } from './users-store.ts';

export async function verifyEmail(
  parts: AuthParts,
  { project, body }: ProjectCall<unknown, { readonly token: string }>,
): Promise<Answer> {
  const user = await confirmEmail(parts, project, body.token);
  return { status: 200, body: { data: { user: await loadUser(parts, project, user) }, count: 1 } };
}

/** Throws `invalid_token`. */
export async function confirmEmail(parts: AuthParts, project: Project, token: string): Promise<UserRow> {
  return await spendToken(parts, project, await requireToken(parts, project, 'verification', token));
}
