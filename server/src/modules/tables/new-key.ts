/** Of a column or an index. Random, so that the key of one that was dropped never comes back. */
export function newKey(ids: () => string): string {
  return ids().replaceAll('-', '').slice(-12);
}
