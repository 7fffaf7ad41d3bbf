'use client';
import {
  type AuthUser,
  NOBODY_YET,
  type ServiceError,
  startIdentity,
  state,
  subscribeToIdentity,
} from '@service/client/internal';
import { useEffect, useSyncExternalStore } from '@service/client/react';
import * as actions from './actions.ts';

export interface Auth {
  /** The signed-in user; undefined when there is none or it is not known yet. */
  readonly user: AuthUser | undefined;
  /** True until it is known whether a user is signed in. */
  readonly loading: boolean;
  readonly signedIn: boolean;
  /** Why the user could not be determined. */
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
  readonly signInWithPasskey: typeof actions.signInWithPasskey;
  readonly addPasskey: typeof actions.addPasskey;
  readonly refresh: typeof actions.refresh;
}

export interface AuthOptions {
  /** The user as the server knows it (`getUser()`), or null for a visitor; shown until the browser has an answer. */
  readonly initialUser?: AuthUser | null | undefined;
}

const { promptSignIn: _, core: _core, withSignIn: _part, ...offered } = actions;

/**
 * The signed-in user, and every action on the session and the account. Visitors who never signed in cost no request.
 * @example
 * ```tsx
 * import { promptSignIn, useAuth } from '@service/auth';
 * export function Account() {
 *   const { user, loading, signOut } = useAuth();
 *   if (loading) return null;
 *   if (user) return <button onClick={() => void signOut()}>Sign out {user.email}</button>;
 *   return <button onClick={() => void promptSignIn()}>Sign in</button>;
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
