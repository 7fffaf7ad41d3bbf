/** Returns why a text cannot be the address of a database; undefined when it can. */
export function problemOfUrl(text: string): string | undefined {
  // The parser drops line ends and tabs.
  if (/\p{Cc}/u.test(text)) return 'must not contain control characters';
  if (!URL.canParse(text)) return 'must be an address like postgres://user:password@host:5432/name';
  const { protocol, hostname, pathname } = new URL(text);
  if (protocol !== 'postgres:' && protocol !== 'postgresql:') return 'must begin with postgres://';
  if (hostname === '') return 'must name a host';
  return pathname.length > 1 ? undefined : 'must name a database after the host';
}
