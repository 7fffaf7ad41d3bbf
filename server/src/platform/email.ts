import { validationFailed } from './errors.ts';

const LENGTH_MAX = 320;
/** No blanks, lists, display names, quotes or comments: one plain address. Letters and digits may be of any script. */
const ADDRESS =
  /^[\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]{1,64}@[\p{L}\p{M}\p{N}-]{1,63}(?:\.[\p{L}\p{M}\p{N}-]{1,63})*$/u;

/** The address trimmed and in lower case, or undefined when it is none. */
export function parseEmail(text: string): string | undefined {
  // Trimming would hide control characters at the ends.
  if (/\p{Cc}/u.test(text)) return undefined;
  const address = text.trim().toLowerCase();
  return address.length <= LENGTH_MAX && ADDRESS.test(address) ? address : undefined;
}

/** The same, or `validation_failed` for the field `email`. */
export function requireEmail(text: string): string {
  const address = parseEmail(text);
  if (address === undefined) throw validationFailed({ email: 'must be an e-mail address' });
  return address;
}
