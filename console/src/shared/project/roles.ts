export type Role = 'viewer' | 'editor' | 'admin' | 'owner';

const ORDER: readonly Role[] = ['viewer', 'editor', 'admin', 'owner'];

/** Whether a member with `role` may do what at least `least` may. */
export function mayDo(role: Role, least: Role): boolean {
  return ORDER.indexOf(role) >= ORDER.indexOf(least);
}
