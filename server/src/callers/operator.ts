export const MEMBER_ROLES = ['viewer', 'editor', 'admin', 'owner'] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

export interface TokenScope {
  /** Null: all projects of the account. */
  readonly projects: readonly string[] | null;
  /** The highest role in each of them. Null: the account's own role. */
  readonly role: MemberRole | null;
}

export type Operator =
  /** The token from `SERVICE_ADMIN_TOKEN`: may do everything. */
  | { readonly kind: 'admin' }
  | {
      readonly kind: 'account';
      readonly accountId: string;
      readonly email: string;
      /** May manage the installation itself. */
      readonly isOperator: boolean;
      readonly token?: { readonly id: string; readonly expiresAt: string | null; readonly lineage: string };
      readonly scope?: TokenScope;
      readonly sessionId?: string;
    };

export function isInstanceOperator(operator: Operator): boolean {
  return operator.kind === 'admin' || operator.isOperator;
}
