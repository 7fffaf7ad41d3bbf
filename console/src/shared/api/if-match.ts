/** The header that makes a write conditional on the version that the user has seen; empty without a version. */
export function ifMatch(version: string | undefined): Readonly<Record<string, string>> {
  return version === undefined ? {} : { 'If-Match': `"${version}"` };
}
