export type Role = 'viewer' | 'editor' | 'admin' | 'owner';

const ORDER: readonly Role[] = ['viewer', 'editor', 'admin', 'owner'];

export function mayDo(role: Role, least: Role): boolean {
  return ORDER.indexOf(role) >= ORDER.indexOf(least);
}
