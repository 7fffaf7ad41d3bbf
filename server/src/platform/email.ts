import { domainToASCII } from 'node:url';
import { validationFailed } from './errors.ts';

const LENGTH_MAX = 320;
/** No blanks, lists, display names, quotes or comments: one plain address. Letters and digits may be of any script. */
const ADDRESS =
  /^([\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]{1,64})@([\p{L}\p{M}\p{N}-]{1,63}(?:\.[\p{L}\p{M}\p{N}-]{1,63})*)$/u;
const ASCII_DOMAIN = /^(?!-)[a-z0-9-]{1,63}(?<!-)(\.(?!-)[a-z0-9-]{1,63}(?<!-))*$/;
/** Letters and marks that are drawn as nothing, such as variation selectors: two addresses would look the same. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;

/**
 * The one spelling of an address, or undefined when it is none: trimmed, in lower case, letters composed (NFC), an
 * international domain in its ASCII form (`xn--…`). Characters that only look like plain ones (NFKC folds them: full-width
 * letters, dots and at signs, ligatures, superscripts) are refused, so that no two people seem to have one address.
 */
export function parseEmail(text: string): string | undefined {
  // Trimming would hide control characters at the ends.
  if (text.length > 2 * LENGTH_MAX || /\p{Cc}/u.test(text) || !text.isWellFormed()) return undefined;
  const typed = text.trim().normalize('NFC');
  if (typed !== typed.normalize('NFKC') || INVISIBLE.test(typed)) return undefined;
  const [, name, domain] = ADDRESS.exec(typed.toLowerCase().normalize('NFC')) ?? [];
  if (name === undefined || domain === undefined) return undefined;
  const ascii = ASCII_DOMAIN.test(domain) ? domain : domainToASCII(domain);
  const address = `${name}@${ascii}`;
  return ASCII_DOMAIN.test(ascii) && address.length <= LENGTH_MAX ? address : undefined;
}

/** The same, or `validation_failed` for the field `email`. */
export function requireEmail(text: string): string {
  const address = parseEmail(text);
  if (address === undefined) throw validationFailed({ email: 'must be an e-mail address' });
  return address;
}
