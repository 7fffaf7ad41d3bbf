import {
  CONSOLE,
  MEMBER_ROLES,
  type MemberRole,
  OPERATOR_ROLE,
  type Operator,
  type TokenScope,
} from '../../callers/index.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { Invite } from './members-store.ts';

/** Admins manage everyone except owners. `roles`: the current role, the new one, or both. Throws `forbidden`. */
export function requireMayManage(own: MemberRole, roles: readonly MemberRole[]): void {
  if (!isAtLeast(own, 'admin')) throw new ServiceError('forbidden', "This requires the role 'admin' in the project.");
  if (roles.includes('owner') && own !== 'owner') {
    throw new ServiceError('forbidden', 'Only owners may manage owners.');
  }
}

export function boundedBy(scope: TokenScope | undefined, own: MemberRole): MemberRole {
  const most = scope?.role ?? null;
  return most !== null && isAtLeast(own, most) ? most : own;
}

export function isAtLeast(role: MemberRole, least: MemberRole): boolean {
  return MEMBER_ROLES.indexOf(role) >= MEMBER_ROLES.indexOf(least);
}

/** From `admin` up: all rights of a secret key. Below: read access to everything that a secret key reads. */
export function secretRights(role: MemberRole | null | undefined): 'all' | 'read' | 'none' {
  if (role == null) return 'none';
  return isAtLeast(role, 'admin') ? 'all' : 'read';
}

/**
 * Refuses tokens that are limited to a role or to projects: a membership made with one would outlive it and exceed its
 * rights. Throws `forbidden`.
 */
export function requireUnboundToken(operator: Operator): void {
  if (operator.kind === 'admin' || operator.scope === undefined) return;
  throw new ServiceError('forbidden', 'A limited token cannot invite anybody or change roles.');
}

/** Whether an invitation is still valid: its inviter must currently have the right to grant the role. */
export function mayStillInvite(invite: Pick<Invite, 'store' | 'role' | 'created_by' | 'inviter_role'>): boolean {
  const { store, role, created_by: inviter, inviter_role: own } = invite;
  if (inviter === null) return true;
  if (store === CONSOLE.store) return own === OPERATOR_ROLE;
  const ownRole = MEMBER_ROLES.find((known) => known === own);
  return ownRole !== undefined && isAtLeast(ownRole, role === 'owner' ? 'owner' : 'admin');
}

export function accountOf(operator: Operator): string | null {
  return operator.kind === 'account' ? operator.accountId : null;
}
