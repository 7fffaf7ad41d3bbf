/** A signed-in user of a project, as rules see them. */
export interface User {
  readonly id: string;
  /** Null when there is none: a role that an operator looks through has no address. */
  readonly email: string | null;
  /** The same address once its owner has confirmed it, null before: the only one that rights may hang on. */
  readonly verifiedEmail: string | null;
  readonly role: string | null;
}

/** A caller of a project: the three kinds that rules know. */
export type Caller =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'user'; readonly user: User }
  /**
   * A secret key, or an operator: passes every rule. `id` names the key or operator for audit and idempotency.
   * `isReader`: an operator whose role there only reads; changes are refused at admission.
   */
  | { readonly kind: 'secret'; readonly id: string; readonly isReader?: true };
