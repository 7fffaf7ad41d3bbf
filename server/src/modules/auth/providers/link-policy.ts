import type { UserRow } from '../users-store.ts';

export interface LinkFacts {
  readonly owner: UserRow | undefined;
  readonly holder: UserRow | undefined;
  /** Undefined when the provider sent no usable address. */
  readonly email: string | undefined;
  readonly isEmailVerified: boolean;
  readonly isVerificationRequired: boolean;
  readonly maySignUp: boolean;
}

export type LinkRefusal = 'email_missing' | 'email_not_verified' | 'signup_disabled' | 'user_disabled';

export type LinkDecision =
  | { readonly kind: 'known'; readonly user: UserRow; readonly confirmsEmail: boolean }
  | { readonly kind: 'link'; readonly user: UserRow }
  | { readonly kind: 'take_over'; readonly user: UserRow }
  | { readonly kind: 'create'; readonly email: string }
  | { readonly kind: 'refused'; readonly error: LinkRefusal };

/**
 * An address opens an account only when the provider vouches for it: otherwise anyone could claim the address of
 * another person at a provider. If the local address was never confirmed, a stranger may have created the account, so
 * it loses all of its credentials.
 */
export function decideLink(facts: LinkFacts): LinkDecision {
  const { owner, holder, email, isEmailVerified } = facts;
  if (owner !== undefined) {
    if (owner.disabled === 1) return refused('user_disabled');
    const confirmsEmail = owner.email_verified === 0 && isEmailVerified && owner.email === email;
    return { kind: 'known', user: owner, confirmsEmail };
  }
  if (email === undefined) return refused('email_missing');
  if (!isEmailVerified && (holder !== undefined || facts.isVerificationRequired)) return refused('email_not_verified');
  if (holder === undefined) return facts.maySignUp ? { kind: 'create', email } : refused('signup_disabled');
  if (holder.disabled === 1) return refused('user_disabled');
  return { kind: holder.email_verified === 1 ? 'link' : 'take_over', user: holder };
}

function refused(error: LinkRefusal): LinkDecision {
  return { kind: 'refused', error };
}
