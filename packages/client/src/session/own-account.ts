import type { AuthUser } from '../core/wire.ts';
import type { learnUser } from './identity.ts';
import type { sendJson } from './send.ts';

/** Functions that callers pass to this module, for the reason that `SignInCore` gives. */
interface AccountCore {
  readonly sendJson: typeof sendJson;
  readonly learnUser: typeof learnUser;
}

export async function changePassword(
  core: AccountCore,
  { current, next }: { readonly current: string; readonly next: string },
): Promise<void> {
  await core.sendJson('POST', '/auth/change-password', { current_password: current, new_password: next });
}

export async function updateUser(
  core: AccountCore,
  patch: Partial<Pick<AuthUser, 'name' | 'avatar_url' | 'metadata'>>,
): Promise<AuthUser> {
  const { data } = await core.sendJson<{ data: { user: AuthUser } }>('PATCH', '/auth/me', patch);
  core.learnUser(data.user);
  return data.user;
}
