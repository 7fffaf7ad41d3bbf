import { isInstanceOperator, type Operator } from '../../callers/index.ts';
import type { StoreName } from '../../database/index.ts';
import { boundedBy, isAtLeast } from './member-policy.ts';
import type { MembersStore } from './members-store.ts';

export async function administeredStores(
  membersStore: MembersStore,
  operator: Operator,
): Promise<readonly StoreName[] | 'all'> {
  if (operator.kind === 'admin' || isInstanceOperator(operator)) return 'all';
  const { accountId, scope } = operator;
  const memberships = await membersStore.membershipsOf(accountId);
  return memberships
    .filter(({ id }) => scope?.projects?.includes(id) ?? true)
    .filter(({ role }) => isAtLeast(boundedBy(scope, role), 'admin'))
    .map(({ store }) => store as StoreName);
}
