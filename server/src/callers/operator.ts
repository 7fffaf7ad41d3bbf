export const MEMBER_ROLES = ['viewer', 'editor', 'admin', 'owner'] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

/** The bounds of a personal token. */
export interface TokenScope {
  /** Null: all projects of the account. */
  readonly projects: readonly string[] | null;
  /** At most this role in each of them. Null: the account's own. */
  readonly role: MemberRole | null;
}

/** An account of the console, or the admin token. */
export type Operator =
  /** The token from `SERVICE_ADMIN_TOKEN`: may do everything. */
  | { readonly kind: 'admin' }
  | {
      readonly kind: 'account';
      readonly accountId: string;
      readonly email: string;
      /** May do what concerns the installation itself. */
      readonly isOperator: boolean;
      /** The personal token that the request was sent with. */
      readonly token?: { readonly id: string; readonly expiresAt: string | null; readonly lineage: string };
      /** The rights of a personal token; absent: everything its account may. */
      readonly scope?: TokenScope;
      readonly sessionId?: string;
    };

/** Whether somebody runs the installation itself, not only projects in it. */
export function isInstanceOperator(operator: Operator): boolean {
  return operator.kind === 'admin' || operator.isOperator;
}
