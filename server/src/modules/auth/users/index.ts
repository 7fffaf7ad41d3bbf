import type { Route } from '../../../http/route.ts';
import type { AuthParts } from '../auth-parts.ts';

export function userRoutes(_parts: AuthParts): readonly Route[] {
  return [];
}
