import {
  type AuthUser,
  addressOf,
  changeIdentity,
  exchange,
  keepHint,
  learnUser,
  loadPart,
  openSignInPrompt,
  refreshSession,
  reported,
  ServiceError,
  sendJson,
  state,
  whileAlone,
} from '@service/client/internal';
import type { Credentials, NewAccount, SignInResult, SignUpResult } from '@service/client/internal-sign-in';

const loadSignIn = () => loadPart(import('@service/client/internal-sign-in'));
const core = { exchange, changeIdentity, ServiceError, whileAlone };

/**
 * Signs a user in. If the account has a second factor, resolves with `{mfaRequired: true, mfaToken}`: call it again
 * with `{mfaToken, code}`. Rejects with `invalid_credentials`, `email_not_verified`, `user_disabled`, `rate_limited` or
 * `cookie_blocked`.
 *
 * @example
 * ```ts
 * import { signIn } from '@service/auth';
 *
 * const { user } = await signIn({ email: 'ann@example.com', password: 'a calm and long password' });
 * ```
 */
export function signIn(credentials: Credentials): Promise<SignInResult> {
  return reported(loadSignIn().then((part) => part.signIn(core, credentials)));
}

/**
 * Creates an account and signs in. If the project requires a confirmed address, resolves with `{user: undefined,
 * verificationRequired: true}` instead. Rejects with `email_exists`, `weak_password` or `signup_disabled`.
 *
 * @example
 * ```ts
 * import { signUp } from '@service/auth';
 *
 * const { verificationRequired } = await signUp({ email: 'ann@example.com', password: 'a calm and long password' });
 * ```
 */
export function signUp(account: NewAccount): Promise<SignUpResult> {
  return reported(loadSignIn().then((part) => part.signUp(core, account)));
}

/**
 * Signs out in this browser, or everywhere with `{everywhere: true}`.
 *
 * @example
 * ```ts
 * import { signOut } from '@service/auth';
 *
 * await signOut({ everywhere: true });
 * ```
 */
export async function signOut({ everywhere = false }: { readonly everywhere?: boolean } = {}): Promise<void> {
  await whileAlone(async () => {
    await post('/auth/logout', { scope: everywhere ? 'global' : 'local' });
    changeIdentity(undefined);
  });
}

/**
 * Sends a mail with a link for setting a new password, if the address has an account.
 *
 * @example
 * ```ts
 * import { requestPasswordReset } from '@service/auth';
 *
 * await requestPasswordReset({ email: 'ann@example.com' });
 * ```
 */
export async function requestPasswordReset({ email, redirectTo }: MailRequest): Promise<void> {
  await post('/auth/forgot-password', { email, redirect_to: redirectTo });
}

export interface MailRequest {
  readonly email: string;
  /** The page to open after the mail's page is done; must be on one of the project's allowed origins. */
  readonly redirectTo?: string;
}

/**
 * Sets a new password with the token from the mail. All sessions of the user end.
 *
 * @example
 * ```ts
 * import { resetPassword } from '@service/auth';
 *
 * const token = new URLSearchParams(location.search).get('token') ?? '';
 * await resetPassword({ token, password: 'another calm and long password' });
 * ```
 */
export async function resetPassword({
  token,
  password,
}: {
  readonly token: string;
  readonly password: string;
}): Promise<void> {
  await post('/auth/reset-password', { token, password });
  if (state().identity.user) changeIdentity(undefined);
}

/**
 * Changes the password of the signed-in user. The user's other sessions end.
 *
 * @example
 * ```ts
 * import { changePassword } from '@service/auth';
 *
 * await changePassword({ current: 'a calm and long password', next: 'another calm and long password' });
 * ```
 */
export async function changePassword({
  current,
  next,
}: {
  readonly current: string;
  readonly next: string;
}): Promise<void> {
  await reported(sendJson('POST', '/auth/change-password', { current_password: current, new_password: next }));
}

/**
 * Confirms an address with the token from the mail. In a browser other than the one that signed up, the service also
 * requires the account's password: the call rejects with `password_required`, and the token stays valid.
 *
 * @example
 * ```ts
 * import { verifyEmail } from '@service/auth';
 *
 * await verifyEmail({ token: new URLSearchParams(location.search).get('token') ?? '' });
 * ```
 */
export async function verifyEmail(proof: { readonly token: string; readonly password?: string }): Promise<void> {
  const { data } = await post<{ data: { user: AuthUser } }>('/auth/verify-email', proof);
  if (state().identity.user?.id === data.user.id) learnUser(data.user);
}

/**
 * Sends the confirmation mail again. Without `email` it goes to the signed-in user.
 *
 * @example
 * ```ts
 * import { resendVerification } from '@service/auth';
 *
 * await resendVerification({ email: 'ann@example.com' });
 * ```
 */
export async function resendVerification({ email, redirectTo }: Partial<MailRequest> = {}): Promise<void> {
  const address = email ?? state().identity.user?.email;
  await post('/auth/resend-verification', { email: address, redirect_to: redirectTo });
}

/**
 * Changes the profile of the signed-in user.
 *
 * @example
 * ```ts
 * import { updateUser } from '@service/auth';
 *
 * const user = await updateUser({ name: 'Ann' });
 * ```
 */
export async function updateUser(
  patch: Partial<Pick<AuthUser, 'name' | 'avatar_url' | 'metadata'>>,
): Promise<AuthUser> {
  const { data } = await reported(sendJson<{ data: { user: AuthUser } }>('PATCH', '/auth/me', patch));
  learnUser(data.user);
  return data.user;
}

/**
 * Leaves the page to sign in with a provider such as `google` or `github`. The provider returns the visitor to
 * `redirectTo`, by default to the current page.
 *
 * @example
 * ```ts
 * import { signInWith } from '@service/auth';
 *
 * await signInWith('google', { redirectTo: `${location.origin}/welcome` });
 * ```
 */
export async function signInWith(
  provider: string,
  { redirectTo }: { readonly redirectTo?: string } = {},
): Promise<void> {
  const search = new URLSearchParams({ redirect_to: redirectTo ?? location.href });
  // After the redirect the page must ask who is signed in, even where it cannot read the service's own hint cookie.
  if (addressOf('').startsWith('http')) keepHint(true);
  location.assign(addressOf(`/auth/oauth/${encodeURIComponent(provider)}?${search}`));
}

/**
 * Renews the session and reloads the user, for example after a role change. Resolves with the signed-in user.
 *
 * @example
 * ```ts
 * import { refresh } from '@service/auth';
 *
 * const user = await refresh();
 * ```
 */
export async function refresh(): Promise<AuthUser | undefined> {
  await reported(refreshSession());
  return state().identity.user;
}

/**
 * Opens the sign-in prompt, a dialog for signing in or up. Resolves with the user who signed in, or with undefined when
 * the visitor closed it. CSS variables control its appearance; see the README.
 *
 * @example
 * ```ts
 * import { promptSignIn } from '@service/auth';
 *
 * const user = await promptSignIn();
 * if (user) location.assign('/checkout');
 * ```
 */
export const promptSignIn: () => Promise<AuthUser | undefined> = openSignInPrompt;

/** Skips session renewal: an old session does not affect these calls. */
function post<T>(path: string, body: object): Promise<T> {
  return reported(exchange<T>(path, { method: 'POST', body: JSON.stringify(body) }));
}
