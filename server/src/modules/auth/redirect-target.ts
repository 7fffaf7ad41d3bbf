import type { Project } from '../../callers/index.ts';
import { validationFailed } from '../../platform/errors.ts';
import type { AuthContext } from './auth-context.ts';

const LENGTH_MAX = 2048;
/** Characters that browsers and the URL standard drop or convert before they parse an address. */
const TREACHEROUS = /[\s\\\p{Cc}]/u;

/** The normalised redirect target. Throws `validation_failed` unless it is on one of the project's origins. */
export function requireRedirect(
  context: Pick<AuthContext, 'origins'>,
  project: Project,
  redirectTo: string | undefined,
): string | undefined {
  if (redirectTo === undefined) return undefined;
  const target = findRedirect(context, project, redirectTo);
  if (target === undefined) {
    throw validationFailed({ redirect_to: 'must be an address on one of the allowed origins of the project' });
  }
  return target;
}

/** Checks an address that was accepted earlier: the owner may have removed its origin meanwhile. */
export function findRedirect(
  { origins }: Pick<AuthContext, 'origins'>,
  project: Project,
  redirectTo: string,
): string | undefined {
  if (redirectTo.length > LENGTH_MAX || TREACHEROUS.test(redirectTo)) return undefined;
  if (!/^https?:\/\/[^/]/i.test(redirectTo)) return undefined;
  const url = URL.parse(redirectTo);
  if (url === null || url.username !== '' || url.password !== '') return undefined;
  return origins.isAllowed(project, url.origin) ? url.href : undefined;
}
