import { MEMBER_ROLES, type MemberRole, type TokenScope } from '../../callers/index.ts';
import { ServiceError } from '../../platform/errors.ts';

/**
 * Admins manage everybody but owners; only owners make, change or remove owners. Throws `forbidden`.
 * `roles`: the role the member has, the one they are to get, or both.
 */
export function requireMayManage(own: MemberRole, roles: readonly MemberRole[]): void {
  if (!isAtLeast(own, 'admin')) throw new ServiceError('forbidden', "This needs the role 'admin' in the project.");
  if (roles.includes('owner') && own !== 'owner') {
    throw new ServiceError('forbidden', 'Only owners manage owners.');
  }
}

/** The role that is left of an account's own within the bounds of a token. */
export function boundedBy(scope: TokenScope | undefined, own: MemberRole): MemberRole {
  const most = scope?.role ?? null;
  return most !== null && isAtLeast(own, most) ? most : own;
}

export function isAtLeast(role: MemberRole, least: MemberRole): boolean {
  return MEMBER_ROLES.indexOf(role) >= MEMBER_ROLES.indexOf(least);
}
