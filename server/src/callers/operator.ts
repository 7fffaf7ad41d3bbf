export const MEMBER_ROLES = ['viewer', 'editor', 'admin', 'owner'] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

/** Who asks the control plane. */
export type Operator =
  /** The token from `SERVICE_ADMIN_TOKEN`: may do everything. */
  | { readonly kind: 'admin' }
  | {
      readonly kind: 'account';
      readonly accountId: string;
      readonly email: string;
      readonly tokenId?: string;
      readonly sessionId?: string;
    };
