'use client';
import { promptSignIn, useAuth } from '@service/auth';

/** The first HTML knows already who is signed in. */
export function Account({ initialUser }) {
  const { user, signOut } = useAuth({ initialUser });
  if (user) {
    return (
      <button type="button" onClick={() => signOut()}>
        Sign out {user.email}
      </button>
    );
  }
  return (
    <button type="button" onClick={() => promptSignIn()}>
      Sign in
    </button>
  );
}
