import type { Project } from '../../../callers/index.ts';
import type { PlainStep } from '../../../database/index.ts';
import { randomToken, sha256Hex } from '../../../platform/crypto.ts';
import type { AuthContext } from '../auth-context.ts';
import type { UserRow } from '../users-store.ts';
import { createFactorsStore } from './factors-store.ts';

const CHALLENGE_MS = 5 * 60_000;

/**
 * Commits `steps` and returns the token for the second step. Call this only after the first factor is proven. The token
 * is worthless without a code, and a new epoch of the user voids it.
 */
export async function startChallenge(
  context: AuthContext,
  project: Project,
  user: Pick<UserRow, 'id' | 'epoch'>,
  steps: readonly PlainStep[],
): Promise<string> {
  const token = randomToken();
  const now = context.clock.now();
  const row = { hash: sha256Hex(token), user_id: user.id, epoch: user.epoch, expires_at_ms: now + CHALLENGE_MS };
  const challenge = createFactorsStore(context.database).insertChallengeSteps(row, now);
  await context.database.write(project.store, [...steps, ...challenge]);
  return token;
}
