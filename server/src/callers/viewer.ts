import type { Caller } from './caller.ts';

/** No user has this id, so rules about owners never match. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

export function callerWithRole(role: string): Caller {
  return { kind: 'user', user: { id: NOBODY, email: null, verifiedEmail: null, role } };
}
