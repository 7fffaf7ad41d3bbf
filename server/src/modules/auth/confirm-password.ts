import type { ProjectCall } from '../../http/index.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { AuthContext } from './auth-context.ts';
import { knownDevice } from './device-cookie.ts';
import type { UserRow } from './users-store.ts';

/** Asks for the password again before an action that a stolen session must not allow. Throws `invalid_credentials`. */
export async function confirmPassword(
  context: AuthContext,
  call: ProjectCall,
  user: UserRow,
  password: string,
): Promise<void> {
  const takeBack = await context.limits.countFailure(call, user.email, knownDevice(context, call, user.id));
  const hash = user.password_hash ?? undefined;
  if (!(await context.passwords.verify(hash, password, call.project.store))) throw wrongCredentials(user.id);
  await takeBack();
}

/** `userId` names the account in the audit log. The public answer is the same when no account has the address. */
export function wrongCredentials(userId?: string): ServiceError {
  const subject = userId === undefined ? {} : { subject: userId };
  return new ServiceError('invalid_credentials', 'The address or the password is wrong.', subject);
}
