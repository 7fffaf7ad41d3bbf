/** Key of a column or an index. Random, so that the key of a dropped one never comes back. */
export function newKey(ids: () => string): string {
  return ids().replaceAll('-', '').slice(-12);
}
