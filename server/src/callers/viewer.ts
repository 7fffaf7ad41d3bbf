import type { Caller } from './caller.ts';

/** No user has this id, so rules that ask for an owner find nobody. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

/** Somebody with a role and nothing else: owns nothing, has no address. */
export function callerWithRole(role: string): Caller {
  return { kind: 'user', user: { id: NOBODY, email: null, verifiedEmail: null, role } };
}
