import type { AuthUser } from '../core/auth-user.ts';
import type { exchange } from '../core/exchange.ts';
import type { ServiceError } from '../core/service-error.ts';
import type { changeIdentity } from './identity.ts';
import type { whileAlone } from './session-lock.ts';

/**
 * Functions handed over by the callers of this module. If it imported them, bundlers would have to cut the packages into
 * chunks, because the prompt that is loaded on demand needs it too: half a kilobyte for each package in every app.
 */
export interface SignInCore {
  readonly exchange: typeof exchange;
  readonly changeIdentity: typeof changeIdentity;
  readonly ServiceError: typeof ServiceError;
  readonly whileAlone: typeof whileAlone;
}

export type Credentials =
  | { readonly email: string; readonly password: string }
  /** The second step of a user with a second factor: `mfaToken` is from the first. */
  | { readonly mfaToken: string; readonly code: string };

export interface NewAccount {
  readonly email: string;
  readonly password: string;
  readonly name?: string | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

export interface SignInResult {
  /** Undefined while a second factor is asked for. */
  readonly user: AuthUser | undefined;
  /** Sign in again with `{mfaToken, code}`. */
  readonly mfaRequired?: true;
  readonly mfaToken?: string;
}

export interface SignUpResult {
  /** Undefined where the address must be confirmed first. */
  readonly user: AuthUser | undefined;
  /** A mail with a link is on its way. */
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
  return { user: await enter(core, data.user) };
}

export async function signUp(core: SignInCore, account: NewAccount): Promise<SignUpResult> {
  const { data } = await post(core, '/auth/signup', account);
  if (data.verification_required) return { user: undefined, verificationRequired: true };
  return { user: await enter(core, data.user), verificationRequired: false };
}

/** An old session is in nobody's way here, so nothing has to be refreshed. */
function post(core: SignInCore, path: string, body: object): Promise<SignedIn> {
  return core.whileAlone(() => core.exchange(path, { method: 'POST', body: JSON.stringify(body) }));
}

/** Whether the browser kept the cookies shows only when they come back. */
async function enter(core: SignInCore, user: AuthUser | null | undefined): Promise<AuthUser | undefined> {
  try {
    await core.exchange('/auth/me');
  } catch (error) {
    if ((error as ServiceError).status === 401) throw cookieBlocked(core, error);
    // Anything else says nothing about cookies.
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
