/** The header under which a write counts only for the version that the person has seen; none where there is no version. */
export function ifMatch(version: string | undefined): Readonly<Record<string, string>> {
  return version === undefined ? {} : { 'If-Match': `"${version}"` };
}
