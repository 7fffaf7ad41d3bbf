import { CONSOLE } from '../../callers/index.ts';
import type { ProjectCall } from '../../http/index.ts';
import type { AuthContext } from './auth-context.ts';
import type { UserRow } from './users-store.ts';

type RightsChange =
  | 'password_changed'
  | 'password_reset'
  | 'second_factor_on'
  | 'second_factor_off'
  | 'passkey_added'
  | 'passkey_removed'
  | 'passkey_refused';
type OwnChange = RightsChange | 'profile_changed' | 'session_ended' | 'signed_out' | 'passkey_renamed';

interface From extends Pick<ProjectCall, 'project' | 'ip'> {
  readonly requestId?: string;
}

/** Records a change to how a person signs in: for a user in the project's audit log, for an operator in their own. */
export function noteChange(
  { audit }: Pick<AuthContext, 'audit'>,
  { project, ip, requestId }: From,
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

/** For changes that are routine for users of projects: records them only for operators. */
export function noteOperatorChange(
  context: Pick<AuthContext, 'audit'>,
  call: From,
  user: Pick<UserRow, 'id' | 'email'>,
  change: OwnChange,
): void {
  if (call.project.store === CONSOLE.store) noteChange(context, call, user, change);
}
