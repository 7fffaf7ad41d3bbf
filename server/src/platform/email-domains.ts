import { domainToASCII } from 'node:url';
import { validationFailed } from './errors.ts';

const DOMAIN = /^[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})+$/;

/** Domains in the form in which they are compared. Throws `validation_failed`. */
export function requireDomains(domains: readonly string[]): readonly string[] {
  const plain = domains.map((domain, index) => {
    const ascii = plainDomain(domain.trim());
    if (ascii !== undefined) return ascii;
    throw validationFailed({ [`auth.allowed_email_domains.${index}`]: 'must be a domain like example.com' });
  });
  return [...new Set(plain)];
}

/** Whether somebody with this address may sign up. A domain stands for itself, not for those below it. */
export function isAllowedDomain(
  { allowed_email_domains: allowed }: { readonly allowed_email_domains: readonly string[] },
  email: string,
): boolean {
  if (allowed.length === 0) return true;
  const domain = plainDomain(email.slice(email.lastIndexOf('@') + 1));
  return domain !== undefined && allowed.includes(domain);
}

/** Characters around a name in an address, and ones that hide letters: the conversion below would take the name out of it. */
const NOT_OF_A_NAME = /[/\\:?#@%]/;

/** One spelling for every way to write the same domain: lower case, ASCII. Undefined for anything else. */
export function plainDomain(text: string): string | undefined {
  if (NOT_OF_A_NAME.test(text)) return undefined;
  // A character folded by Unicode into a dot or a letter would be another domain for the eye.
  const ascii = domainToASCII(text);
  return ascii.length <= 253 && DOMAIN.test(ascii) ? ascii : undefined;
}
