import type { PlainStep } from '../../../database/database.ts';
import type { Project } from '../../../http/callers.ts';
import type { Route } from '../../../http/route.ts';
import type { AuthParts } from '../auth-parts.ts';
import type { UserRow } from '../users-store.ts';

export function factorRoutes(_parts: AuthParts): readonly Route[] {
  return [];
}

export function startChallenge(
  _parts: AuthParts,
  _project: Project,
  _user: UserRow,
  _steps: readonly PlainStep[],
): Promise<string> {
  throw new Error('There is no second factor.');
}
