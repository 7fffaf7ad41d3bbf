import { domainToASCII } from 'node:url';
import { validationFailed } from './errors.ts';

const LENGTH_MAX = 320;
/** One plain address: no spaces, lists, display names, quotes or comments. Letters and digits of any script are allowed. */
const ADDRESS =
  /^([\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]{1,64})@([\p{L}\p{M}\p{N}-]{1,63}(?:\.[\p{L}\p{M}\p{N}-]{1,63})*)$/u;
const ASCII_DOMAIN = /^(?!-)[a-z0-9-]{1,63}(?<!-)(\.(?!-)[a-z0-9-]{1,63}(?<!-))*$/;
/** Invisible characters such as variation selectors: with them two different addresses could look the same. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;

/**
 * The normalised address (trimmed, lower case, NFC, ASCII domain) or undefined. Characters that only look like plain
 * ones are refused, so that two accounts cannot appear to have the same address.
 */
export function parseEmail(text: string): string | undefined {
  // Trimming would remove control characters at the ends, so this check comes first.
  if (text.length > 2 * LENGTH_MAX || /\p{Cc}/u.test(text) || !text.isWellFormed()) return undefined;
  const typed = text.trim().normalize('NFC');
  if (typed !== typed.normalize('NFKC') || INVISIBLE.test(typed)) return undefined;
  const [, name, domain] = ADDRESS.exec(typed.toLowerCase().normalize('NFC')) ?? [];
  if (name === undefined || domain === undefined) return undefined;
  const ascii = ASCII_DOMAIN.test(domain) ? domain : domainToASCII(domain);
  const address = `${name}@${ascii}`;
  return ASCII_DOMAIN.test(ascii) && address.length <= LENGTH_MAX ? address : undefined;
}

/** `parseEmail`, but throws `validation_failed` for the field `email` when the address is invalid. */
export function requireEmail(text: string): string {
  const address = parseEmail(text);
  if (address === undefined) throw validationFailed({ email: 'must be an e-mail address' });
  return address;
}
