import { isInstanceOperator, type MemberRole, type Operator, type Project } from '../../../callers/index.ts';
import type { StoreName } from '../../../database/index.ts';
import type { MaybePromise } from '../../../platform/when-ready.ts';
import type { AuditAuthor } from '../../audit/index.ts';
import { findOwner } from '../find-owner.ts';
import { isAtLeast } from '../member-policy.ts';
import type { ProjectsContext } from '../projects-context.ts';

export type RoleOf = (operator: Operator, project: Project) => MaybePromise<MemberRole | undefined>;

export async function mayReadSecrets(
  context: ProjectsContext,
  roleOf: RoleOf,
  { operator, store }: { readonly operator: AuditAuthor['operator']; readonly store: StoreName },
): Promise<boolean> {
  if (operator.kind === 'service') return false;
  if (isInstanceOperator(operator)) return true;
  const { projectsStore } = context;
  const current = await projectsStore.currentStore(store);
  const project = await findOwner(context, current);
  if (project !== undefined) {
    const role = await roleOf(operator, project);
    return role !== undefined && isAtLeast(role, 'admin');
  }
  if (operator.kind === 'admin' || operator.scope !== undefined) return false;
  return (await projectsStore.formerOwners(current)).includes(operator.accountId);
}
