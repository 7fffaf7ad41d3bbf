'use client';
import {
  type AuthUser,
  NOBODY_YET,
  type ServiceError,
  startIdentity,
  state,
  subscribeToIdentity,
} from '@service/client/internal';
import { useEffect, useSyncExternalStore } from 'react';
import * as actions from './actions.ts';

export interface Auth {
  /** The signed-in user; undefined when none is known. */
  readonly user: AuthUser | undefined;
  /** It is not known yet. */
  readonly loading: boolean;
  readonly signedIn: boolean;
  /** Why it could not be found out. */
  readonly error: ServiceError | undefined;
  readonly signIn: typeof actions.signIn;
  readonly signUp: typeof actions.signUp;
  readonly signOut: typeof actions.signOut;
  readonly requestPasswordReset: typeof actions.requestPasswordReset;
  readonly resetPassword: typeof actions.resetPassword;
  readonly changePassword: typeof actions.changePassword;
  readonly verifyEmail: typeof actions.verifyEmail;
  readonly resendVerification: typeof actions.resendVerification;
  readonly updateUser: typeof actions.updateUser;
  readonly signInWith: typeof actions.signInWith;
  readonly refresh: typeof actions.refresh;
}

export interface AuthOptions {
  /**
   * The user as a server knows it (`getUser()` of `@service/client/server`), or null for nobody: the first HTML shows it,
   * and the browser until it has asked for itself.
   */
  readonly initialUser?: AuthUser | null | undefined;
}

const { promptSignIn: _, ...offered } = actions;

/**
 * The signed-in user, and every action on the session and the account. Visitors who never signed in cause no request.
 *
 * @example
 * ```tsx
 * import { useAuth } from '@service/auth';
 *
 * export function Account() {
 *   const { user, loading, signIn, signOut } = useAuth();
 *   if (loading) return null;
 *   if (user) return <button onClick={() => void signOut()}>Sign out {user.email}</button>;
 *   return (
 *     <form
 *       onSubmit={(event) => {
 *         event.preventDefault();
 *         const form = new FormData(event.currentTarget);
 *         signIn({ email: String(form.get('email')), password: String(form.get('password')) }).catch((error) => alert(error.message));
 *       }}
 *     >
 *       <input name="email" type="email" aria-label="Email" />
 *       <input name="password" type="password" aria-label="Password" />
 *       <button>Sign in</button>
 *     </form>
 *   );
 * }
 * ```
 */
export function useAuth({ initialUser }: AuthOptions = {}): Auth {
  const identity = useSyncExternalStore(subscribeToIdentity, readIdentity, () => NOBODY_YET);
  useEffect(startIdentity, []);
  const isInitial = initialUser !== undefined && identity.loading;
  const { user, loading, error } = isInitial
    ? { ...identity, user: initialUser ?? undefined, loading: false }
    : identity;
  return { user, loading, signedIn: user !== undefined, error, ...offered };
}

const readIdentity = () => state().identity;
