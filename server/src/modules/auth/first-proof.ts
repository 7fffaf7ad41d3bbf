import type { PlainStep } from '../../database/database.ts';
import { isoTime } from '../../platform/clock.ts';
import type { AuthContext } from './auth-context.ts';
import { createFactorsStore } from './factors/index.ts';
import { createIdentitiesStore } from './providers/identities-store.ts';
import type { UserRow } from './users-store.ts';

/**
 * An address is proven for the first time by somebody who shows nothing else of the account: until now nobody had shown
 * that it is theirs, and whoever set it up may be somebody else. What they could come back with ends, password and
 * sessions apart, which the caller sees to.
 */
export async function firstProofSteps(context: AuthContext, user: UserRow): Promise<readonly PlainStep[]> {
  return [
    createIdentitiesStore(context.database).deleteAllStep(user.id),
    ...createFactorsStore(context.database).removeSteps(user.id, isoTime(context.clock.now())),
    ...((await context.endTokens?.(user)) ?? []),
  ];
}
