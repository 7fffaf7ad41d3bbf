import { MEMBER_ROLES, type MemberRole } from '../../callers/index.ts';
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

export function isAtLeast(role: MemberRole, least: MemberRole): boolean {
  return MEMBER_ROLES.indexOf(role) >= MEMBER_ROLES.indexOf(least);
}
