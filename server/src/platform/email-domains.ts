import { domainToASCII } from 'node:url';
import { validationFailed } from './errors.ts';

const DOMAIN = /^[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})+$/;

/** Domains in normalised form, without duplicates. Throws `validation_failed`. */
export function requireDomains(domains: readonly string[]): readonly string[] {
  const plain = domains.map((domain, index) => {
    const ascii = plainDomain(domain.trim());
    if (ascii !== undefined) return ascii;
    throw validationFailed({ [`auth.allowed_email_domains.${index}`]: 'must be a domain like example.com' });
  });
  return [...new Set(plain)];
}

/** Whether this address may sign up. A domain does not include its subdomains. */
export function isAllowedDomain(
  { allowed_email_domains: allowed }: { readonly allowed_email_domains: readonly string[] },
  email: string,
): boolean {
  if (allowed.length === 0) return true;
  const domain = plainDomain(email.slice(email.lastIndexOf('@') + 1));
  return domain !== undefined && allowed.includes(domain);
}

/** URL delimiters and percent signs: the conversion below would strip or decode them. */
const NOT_OF_A_NAME = /[/\\:?#@%]/;

/** The normalised domain: lower case, ASCII. Undefined for anything else. */
export function plainDomain(text: string): string | undefined {
  if (NOT_OF_A_NAME.test(text)) return undefined;
  // The conversion also folds look-alike Unicode characters into plain dots and letters.
  const ascii = domainToASCII(text);
  return ascii.length <= 253 && DOMAIN.test(ascii) ? ascii : undefined;
}
