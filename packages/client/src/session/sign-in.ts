import type { exchange } from '../core/exchange.ts';
import type { ServiceError } from '../core/service-error.ts';
import type { AuthUser } from '../core/wire.ts';
import type { changeIdentity } from './identity.ts';
import type { whileAlone } from './session-lock.ts';

/** Passed in by callers: imports would split the packages into chunks, half a kilobyte per package in every app. */
export interface SignInCore {
  readonly exchange: typeof exchange;
  readonly changeIdentity: typeof changeIdentity;
  readonly ServiceError: typeof ServiceError;
  readonly whileAlone: typeof whileAlone;
}

export type Credentials =
  | { readonly email: string; readonly password: string }
  /** The second step of signing in with a second factor: `mfaToken` comes from the first. */
  | { readonly mfaToken: string; readonly code: string };

export interface NewAccount {
  readonly email: string;
  readonly password: string;
  readonly name?: string | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

export interface SignInResult {
  /** Undefined until the second factor is confirmed. */
  readonly user: AuthUser | undefined;
  /** If true, sign in again with `{mfaToken, code}`. */
  readonly mfaRequired?: true;
  readonly mfaToken?: string;
}

export interface SignUpResult {
  /** Undefined if the address must be confirmed first. */
  readonly user: AuthUser | undefined;
  /** The service has sent a mail with a confirmation link. */
  readonly verificationRequired: boolean;
}

interface SignedIn {
  readonly data: {
    readonly user?: AuthUser | null;
    readonly mfa_required?: true;
    readonly mfa_token?: string;
    readonly verification_required?: boolean;
  };
}

export async function signIn(core: SignInCore, credentials: Credentials): Promise<SignInResult> {
  const isSecondStep = 'mfaToken' in credentials;
  const body = isSecondStep ? { mfa_token: credentials.mfaToken, code: credentials.code } : credentials;
  const { data } = await post(core, isSecondStep ? '/auth/mfa/challenge' : '/auth/login', body);
  if (data.mfa_token !== undefined) return { user: undefined, mfaRequired: true, mfaToken: data.mfa_token };
  return { user: await confirmSession(core, data.user) };
}

export async function signUp(core: SignInCore, account: NewAccount): Promise<SignUpResult> {
  const { data } = await post(core, '/auth/signup', account);
  if (data.verification_required) return { user: undefined, verificationRequired: true };
  return { user: await confirmSession(core, data.user), verificationRequired: false };
}

/** Skips session renewal: an old session does not affect these calls. */
export function post(core: SignInCore, path: string, body: object): Promise<SignedIn> {
  return core.whileAlone(() => core.exchange(path, { method: 'POST', body: JSON.stringify(body) }));
}

/** Calls the service once more: only that shows whether the browser kept the cookies. */
export async function confirmSession(
  core: SignInCore,
  user: AuthUser | null | undefined,
): Promise<AuthUser | undefined> {
  try {
    await core.exchange('/auth/me');
  } catch (error) {
    if ((error as ServiceError).status === 401) throw cookieBlocked(core, error);
    // Any other error says nothing about cookies.
  }
  core.changeIdentity(user ?? undefined);
  return user ?? undefined;
}

function cookieBlocked(core: SignInCore, cause: unknown): ServiceError {
  return new core.ServiceError(
    'The browser refused the session cookie. Serve the app and /api/baas from one origin: use the build adapter’s proxy in development and publish the app on the service, or route /api/baas to it; and allow cookies for this site.',
    { code: 'cookie_blocked', cause },
  );
}
