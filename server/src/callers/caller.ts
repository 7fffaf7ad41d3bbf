/** A signed-in user of a project, as rules see them. */
export interface User {
  readonly id: string;
  /** Null when there is none: a role that an operator looks through has no address. */
  readonly email: string | null;
  readonly role: string | null;
}

/** Who asks a project: the three kinds that rules know. */
export type Caller =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'user'; readonly user: User }
  /** A secret key, or an operator: passes every rule. `id` names the key or operator for audit and idempotency. */
  | { readonly kind: 'secret'; readonly id: string };
