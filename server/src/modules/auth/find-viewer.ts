import { type Caller, callerWithRole, type Project } from '../../callers/index.ts';
import { validationFailed } from '../../platform/errors.ts';
import { parseUuid } from '../../platform/ids.ts';
import { callerOf, type UsersStore } from './users-store.ts';

const ROLE = 'role:';
const USER = 'user:';

/** Resolves `anonymous`, `user:<id>` or `role:<name>` to a caller. Throws `validation_failed`. */
export async function findViewer(users: UsersStore, { store }: Project, text: string): Promise<Caller> {
  if (text === 'anonymous') return { kind: 'anonymous' };
  if (text.startsWith(ROLE) && text !== ROLE) return callerWithRole(text.slice(ROLE.length));
  const id = text.startsWith(USER) ? parseUuid(text.slice(USER.length)) : undefined;
  const user = id === undefined ? undefined : await users.find(store, id);
  if (user !== undefined) return { kind: 'user', user: callerOf(user) };
  throw validationFailed({ as: 'must be anonymous, user:<id of a user> or role:<name>' });
}
