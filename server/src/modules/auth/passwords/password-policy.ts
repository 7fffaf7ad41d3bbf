import { ServiceError } from '../../../platform/errors.ts';
import { requireFitPassword } from '../../../platform/passwords/index.ts';
import { isCommonPassword } from './common-passwords.ts';

/** Throws `weak_password` for a password that a new account, or an old one that chooses anew, may not have. */
export async function requireGoodPassword(
  { password_min_length: bytesMin }: { readonly password_min_length: number },
  password: string,
  { email, field = 'password' }: { readonly email: string; readonly field?: string },
): Promise<void> {
  requireFitPassword(password, field);
  if (Buffer.byteLength(password) < bytesMin) throw weak(field, `must have at least ${bytesMin} bytes`);
  const [localPart = ''] = email.split('@');
  if ([email, localPart].includes(password.trim().toLowerCase())) throw weak(field, 'must not be the e-mail address');
  if (await isCommonPassword(password)) throw weak(field, 'is one of the most common passwords');
}

function weak(field: string, problem: string): ServiceError {
  return new ServiceError('weak_password', `The password ${problem}.`, { details: { fields: { [field]: problem } } });
}
