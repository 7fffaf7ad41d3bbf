export interface User {
  readonly id: string;
  /** Null when there is none: a role that an operator views as has no address. */
  readonly email: string | null;
  /** The same address once its owner has confirmed it, null before. Rights may depend only on this address. */
  readonly verifiedEmail: string | null;
  readonly role: string | null;
}

export type Caller =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'user'; readonly user: User }
  /**
   * A secret key or an operator: passes every rule. `id` identifies it for audit and idempotency. `isReader`: an
   * operator whose role only allows reading, so admission refuses changes.
   */
  | { readonly kind: 'secret'; readonly id: string; readonly isReader?: true };
