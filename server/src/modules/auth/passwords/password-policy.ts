import { characterCount, requireFitPassword, tooShort, weakPassword } from '../../../platform/passwords/index.ts';
import { isCommonPassword } from './common-passwords.ts';

export async function requireGoodPassword(
  { password_min_length: charactersMin }: { readonly password_min_length: number },
  password: string,
  { email, field = 'password' }: { readonly email: string; readonly field?: string },
): Promise<void> {
  requireFitPassword(password, field);
  if (characterCount(password) < charactersMin) throw weakPassword(tooShort(charactersMin), field);
  const [localPart = ''] = email.split('@');
  if ([email, localPart].includes(password.trim().toLowerCase()))
    throw weakPassword('must not be the e-mail address', field);
  if (await isCommonPassword(password))
    throw weakPassword('is one of the most common passwords, which are guessed first: choose another', field);
}
