/** A signed-in user of a project, as rules see them. */
export interface User {
  readonly id: string;
  readonly email: string;
  readonly role: string | null;
}

/** Who asks a project: the three kinds that rules know. */
export type Caller =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'user'; readonly user: User }
  /** A secret key, or an operator: passes every rule. `id` names the key or operator for audit and idempotency. */
  | { readonly kind: 'secret'; readonly id: string };
