import type { ProjectCall } from '../../http/route.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { AuthParts } from './auth-parts.ts';
import type { UserRow } from './users-store.ts';

/** Before what a stolen session must not be able to do: the password once more. Throws `invalid_credentials`. */
export async function confirmPassword(
  parts: AuthParts,
  call: ProjectCall,
  user: UserRow,
  password: string,
): Promise<void> {
  const takeBack = await parts.limits.countFailure(call, user.email);
  if (!(await parts.passwords.verify(user.password_hash ?? undefined, password))) throw wrongCredentials();
  await takeBack();
}

export function wrongCredentials(): ServiceError {
  return new ServiceError('invalid_credentials', 'The address or the password is wrong.');
}
