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
import type {
  Credentials,
  MailRequest,
  NewAccount,
  Passkey,
  PasskeySignIn,
  SignInResult,
  SignUpResult,
} from '@service/client/internal-sign-in';

export const core = {
  exchange,
  changeIdentity,
  reported,
  ServiceError,
  whileAlone,
  addressOf,
  keepHint,
  sendJson,
  state,
  learnUser,
};
type SignInPart = typeof import('@service/client/internal-sign-in');

export const withSignIn = <T>(work: (part: SignInPart) => T | Promise<T>): Promise<T> =>
  reported(loadPart(import('@service/client/internal-sign-in')).then(work));

/**
 * Signs a user in. If the account has a second factor, resolves with `{mfaRequired: true, mfaToken}`: call it again
 * with `{mfaToken, code}`. Rejects with `invalid_credentials`, `email_not_verified`, `user_disabled`, `rate_limited` or
 * `cookie_blocked`.
 * @example
 * ```ts
 * import { signIn } from '@service/auth';
 * const { user } = await signIn({ email: 'ann@example.com', password: 'a calm and long password' });
 * ```
 */
export function signIn(credentials: Credentials): Promise<SignInResult> {
  return withSignIn((part) => part.signIn(core, credentials));
}

/**
 * Creates an account and signs in. If the project requires a confirmed address, resolves with `{user: undefined,
 * verificationRequired: true}` instead. Rejects with `email_exists`, `weak_password` or `signup_disabled`.
 * @example
 * ```ts
 * import { signUp } from '@service/auth';
 * const { verificationRequired } = await signUp({ email: 'ann@example.com', password: 'a calm and long password' });
 * ```
 */
export function signUp(account: NewAccount): Promise<SignUpResult> {
  return withSignIn((part) => part.signUp(core, account));
}

/**
 * Signs in with a passkey that the visitor chooses in the browser's dialog. With `autofill` it waits until they choose
 * one among the suggestions of an address field; call it when the page shows the field, and end it with `signal`.
 * Rejects with `passkey_cancelled`, `passkeys_unsupported`, `aborted`, `invalid_credentials` or `user_disabled`.
 * @example
 * ```tsx
 * import { signInWithPasskey } from '@service/auth';
 * export const PasskeyButton = () => <button onClick={() => void signInWithPasskey()}>Sign in with a passkey</button>;
 * ```
 */
export function signInWithPasskey(options?: PasskeySignIn): Promise<AuthUser> {
  return withSignIn((part) => part.signInWithPasskey(core, options));
}

/**
 * Makes a passkey for the signed-in user. Rejects with `passkey_cancelled`, `passkeys_unsupported`, `duplicate`,
 * `conflict` for the 21st, and with `reauthentication_required` ten minutes after the sign-in.
 * @example
 * ```ts
 * import { addPasskey } from '@service/auth';
 * const { id } = await addPasskey({ name: 'Laptop' });
 * ```
 */
export function addPasskey(options?: { readonly name?: string }): Promise<Passkey> {
  return withSignIn((part) => part.addPasskey(core, options));
}

/**
 * Signs out in this browser, or everywhere with `{everywhere: true}`.
 * @example
 * ```ts
 * import { signOut } from '@service/auth';
 * await signOut({ everywhere: true });
 * ```
 */
export async function signOut({ everywhere = false }: { readonly everywhere?: boolean } = {}): Promise<void> {
  await whileAlone(async () => {
    const body = JSON.stringify({ scope: everywhere ? 'global' : 'local' });
    await reported(exchange('/auth/logout', { method: 'POST', body }));
    changeIdentity(undefined);
  });
}

/**
 * Sends a mail with a link for setting a new password, if the address has an account.
 * @example
 * ```ts
 * import { requestPasswordReset } from '@service/auth';
 * await requestPasswordReset({ email: 'ann@example.com' });
 * ```
 */
export function requestPasswordReset(request: MailRequest): Promise<void> {
  return withSignIn((part) => part.requestPasswordReset(core, request));
}

/**
 * Sets a new password with the token from the mail. All sessions of the user end.
 * @example
 * ```ts
 * import { resetPassword } from '@service/auth';
 * const token = new URLSearchParams(location.search).get('token') ?? '';
 * await resetPassword({ token, password: 'another calm and long password' });
 * ```
 */
export function resetPassword(proof: { readonly token: string; readonly password: string }): Promise<void> {
  return withSignIn((part) => part.resetPassword(core, proof));
}

/**
 * Changes the password of the signed-in user. The user's other sessions end.
 * @example
 * ```ts
 * import { changePassword } from '@service/auth';
 * await changePassword({ current: 'a calm and long password', next: 'another calm and long password' });
 * ```
 */
export function changePassword(passwords: { readonly current: string; readonly next: string }): Promise<void> {
  return withSignIn((part) => part.changePassword(core, passwords));
}

/**
 * Confirms an address with the token from the mail. In a browser other than the one that signed up, the service also
 * requires the account's password: the call rejects with `password_required`, and the token stays valid.
 * @example
 * ```ts
 * import { verifyEmail } from '@service/auth';
 * await verifyEmail({ token: new URLSearchParams(location.search).get('token') ?? '' });
 * ```
 */
export function verifyEmail(proof: { readonly token: string; readonly password?: string }): Promise<void> {
  return withSignIn((part) => part.verifyEmail(core, proof));
}

/**
 * Sends the confirmation mail again. Without `email` it goes to the signed-in user.
 * @example
 * ```ts
 * import { resendVerification } from '@service/auth';
 * await resendVerification({ email: 'ann@example.com' });
 * ```
 */
export function resendVerification(request?: Partial<MailRequest>): Promise<void> {
  return withSignIn((part) => part.resendVerification(core, request));
}

/**
 * Changes the profile of the signed-in user.
 * @example
 * ```ts
 * import { updateUser } from '@service/auth';
 * const user = await updateUser({ name: 'Ann' });
 * ```
 */
export function updateUser(patch: Partial<Pick<AuthUser, 'name' | 'avatar_url' | 'metadata'>>): Promise<AuthUser> {
  return withSignIn((part) => part.updateUser(core, patch));
}

/**
 * Leaves the page to sign in with a provider such as `google` or `github`. The provider returns the visitor to
 * `redirectTo`, by default to the current page.
 * @example
 * ```ts
 * import { signInWith } from '@service/auth';
 * await signInWith('google', { redirectTo: `${location.origin}/welcome` });
 * ```
 */
export async function signInWith(
  provider: string,
  { redirectTo }: { readonly redirectTo?: string } = {},
): Promise<void> {
  await withSignIn((part) => part.leaveFor(core, provider, redirectTo));
}

/**
 * Renews the session and reloads the user, for example after a role change. Resolves with the signed-in user.
 * @example
 * ```ts
 * import { refresh } from '@service/auth';
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
 * @example
 * ```ts
 * import { promptSignIn } from '@service/auth';
 * const user = await promptSignIn();
 * if (user) location.assign('/checkout');
 * ```
 */
export const promptSignIn: () => Promise<AuthUser | undefined> = openSignInPrompt;
