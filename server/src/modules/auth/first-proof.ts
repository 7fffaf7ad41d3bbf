import type { PlainStep } from '../../database/index.ts';
import { isoTime } from '../../platform/clock.ts';
import type { AuthContext } from './auth-context.ts';
import { createFactorsStore, NO_FACTOR } from './factors/index.ts';
import { createPasskeysStore } from './passkeys/passkeys-store.ts';
import { createIdentitiesStore } from './providers/identities-store.ts';
import { NEW_USER, type UserRow } from './users-store.ts';

export const FIRST_PROOF = { ...NO_FACTOR, providers: NEW_USER.providers } as const;

/**
 * For the first time that a person proves this address. A stranger may have created the account with it, so these steps
 * remove its identities, passkeys, second factor and personal tokens, which would keep the stranger signed in. The
 * caller ends its password and sessions.
 */
export async function firstProofSteps(context: AuthContext, user: UserRow): Promise<readonly PlainStep[]> {
  return [
    createIdentitiesStore(context.database).deleteAllStep(user.id),
    createPasskeysStore(context.database).deleteAllStep(user.id),
    ...createFactorsStore(context.database).removeSteps(user.id, isoTime(context.clock.now())),
    ...((await context.endTokens?.(user)) ?? []),
  ];
}
