import { type MemberCall, readIfMatch, requireUnchanged } from '../../../http/index.ts';
import { ServiceError } from '../../../platform/errors.ts';
import { parseUuid } from '../../../platform/ids.ts';
import type { AuthContext } from '../auth-context.ts';
import type { PasskeysStore } from '../passkeys/index.ts';
import { type PresentedUser, presentUser } from '../present-user.ts';
import type { UserRow } from '../users-store.ts';
import type { ManagedUsersStore } from './managed-users-store.ts';

export interface ManagedUser extends PresentedUser {
  readonly disabled: boolean;
}

export interface UserContext extends AuthContext {
  readonly managed: ManagedUsersStore;
  readonly passkeys: PasskeysStore;
}

export async function requireManaged({ users }: UserContext, { params, project }: MemberCall): Promise<UserRow> {
  const id = parseUuid(params['user_id'] ?? '');
  const row = id === undefined ? undefined : await users.find(project.store, id);
  if (row === undefined) throw userNotFound();
  return row;
}

/** Like `requireManaged`, and also throws `conflict` when the user has changed since the caller read them. */
export async function requireSeenUser(context: UserContext, call: MemberCall): Promise<UserRow> {
  const row = await requireManaged(context, call);
  const seen = readIfMatch(call.headers);
  if (seen === undefined) return row;
  const [shown] = await presentManaged(context, call, [row]);
  requireUnchanged(seen, row.updated_at, () => shown);
  return row;
}

export function userNotFound(): ServiceError {
  return new ServiceError('not_found', 'There is no such user.');
}

export async function presentManaged(
  { managed }: UserContext,
  { project }: Pick<MemberCall, 'project'>,
  rows: readonly UserRow[],
): Promise<ManagedUser[]> {
  const providers = await managed.providersOf(
    project.store,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    ...presentUser(row, providers.get(row.id) ?? []),
    disabled: row.disabled === 1,
  }));
}

/** Call after the commit: the log is in another store and must never hold a change that was not made. */
export async function recordUserChange(
  { database, audit }: UserContext,
  call: MemberCall,
  action: string,
  change: { readonly target: string; readonly details?: Readonly<Record<string, unknown>> },
): Promise<void> {
  const { project } = call;
  await database.write('control', [audit.step(call, { project, action, ...change })]);
}
