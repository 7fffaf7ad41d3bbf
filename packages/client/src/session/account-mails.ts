import type { state } from '../core/shared-state.ts';
import type { AuthUser } from '../core/wire.ts';
import type { learnUser } from './identity.ts';
import type { SignInCore } from './sign-in.ts';

export interface MailCore extends SignInCore {
  readonly state: typeof state;
  readonly learnUser: typeof learnUser;
}

export interface MailRequest {
  readonly email: string;
  /** The page to open after the mail's page is done; must be on one of the project's allowed origins. */
  readonly redirectTo?: string;
}

export async function requestPasswordReset(core: MailCore, { email, redirectTo }: MailRequest): Promise<void> {
  await post(core, '/auth/forgot-password', { email, redirect_to: redirectTo });
}

export async function resetPassword(
  core: MailCore,
  proof: { readonly token: string; readonly password: string },
): Promise<void> {
  await post(core, '/auth/reset-password', proof);
  if (core.state().identity.user) core.changeIdentity(undefined);
}

export async function verifyEmail(
  core: MailCore,
  proof: { readonly token: string; readonly password?: string },
): Promise<void> {
  const { data } = await post<{ data: { user: AuthUser } }>(core, '/auth/verify-email', proof);
  if (core.state().identity.user?.id === data.user.id) core.learnUser(data.user);
}

export async function resendVerification(
  core: MailCore,
  { email, redirectTo }: Partial<MailRequest> = {},
): Promise<void> {
  const address = email ?? core.state().identity.user?.email;
  await post(core, '/auth/resend-verification', { email: address, redirect_to: redirectTo });
}

function post<T>(core: MailCore, path: string, body: object): Promise<T> {
  return core.exchange<T>(path, { method: 'POST', body: JSON.stringify(body) });
}
