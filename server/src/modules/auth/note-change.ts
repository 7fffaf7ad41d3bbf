import { CONSOLE } from '../../callers/index.ts';
import type { ProjectCall } from '../../http/index.ts';
import type { AuthContext } from './auth-context.ts';
import type { UserRow } from './users-store.ts';

type OwnChange = 'password_changed' | 'password_reset' | 'second_factor_on' | 'second_factor_off';

/** Tells the audit what somebody did with their own account: of a project's user in its audit, of an operator in theirs. */
export function noteChange(
  { audit }: Pick<AuthContext, 'audit'>,
  { project, ip, requestId }: Pick<ProjectCall, 'project' | 'ip'> & { readonly requestId?: string },
  { id, email }: Pick<UserRow, 'id' | 'email'>,
  change: OwnChange,
): void {
  const isOperator = project.store === CONSOLE.store;
  const kind = isOperator ? 'account' : 'user';
  audit.note({
    ...(!isOperator && { project }),
    actor: { kind, id, email },
    action: `${kind}.${change}`,
    target: id,
    ip,
    ...(requestId !== undefined && { requestId }),
  });
}
