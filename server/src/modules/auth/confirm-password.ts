import type { ProjectCall } from '../../http/index.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { AuthContext } from './auth-context.ts';
import { knownDevice } from './device-cookie.ts';
import type { UserRow } from './users-store.ts';

/** Before what a stolen session must not be able to do: the password once more. Throws `invalid_credentials`. */
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

/** `userId`: whose account it is, for the audit; the answer is the same for nobody's. */
export function wrongCredentials(userId?: string): ServiceError {
  const subject = userId === undefined ? {} : { subject: userId };
  return new ServiceError('invalid_credentials', 'The address or the password is wrong.', subject);
}
