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
 * Signs in. With a second factor it resolves `{mfaRequired: true, mfaToken}`: sign in again with `{mfaToken, code}`.
 * Rejects with `invalid_credentials`, `email_not_verified`, `user_disabled`, `rate_limited`, `cookie_blocked`.
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
 * Makes an account and signs in; where the address must be confirmed first it resolves
 * `{user: undefined, verificationRequired: true}`. Rejects with `email_exists`, `weak_password`, `signup_disabled`.
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
 * Signs out here, or everywhere.
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
 * Sends a mail with a link on which a new password is set, if the address has an account.
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
  /** Where the page of the mail leads afterwards; on one of the project's allowed origins. */
  readonly redirectTo?: string;
}

/**
 * Sets a new password with the token of a mail. All sessions end.
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
 * Changes the password of who is signed in. The other sessions end.
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
 * Confirms an address with the token of a mail. In another browser than that of the sign-up the service asks for the
 * account's password as well: it rejects with `password_required`, and the token stays good.
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
 * Sends the mail that confirms an address once more; to who is signed in when no address is given.
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
 * Changes the profile of who is signed in.
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
 * Leaves the page for a provider such as `google` or `github`, which leads back to `redirectTo`; to this page when not
 * said.
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
  // The page that is led back to must ask who is signed in, also where it cannot read the service's own hint.
  if (addressOf('').startsWith('http')) keepHint(true);
  location.assign(addressOf(`/auth/oauth/${encodeURIComponent(provider)}?${search}`));
}

/**
 * Renews the session and what is known of the user, for example after the role was changed. Resolves with who is signed
 * in.
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
 * Opens the sign-in prompt: a dialog to sign in or sign up. Resolves with who signed in, or with undefined when the
 * visitor thought better of it. Its looks are a matter of CSS variables, see the README.
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

/** An old session is in nobody's way here. */
function post<T>(path: string, body: object): Promise<T> {
  return reported(exchange<T>(path, { method: 'POST', body: JSON.stringify(body) }));
}
