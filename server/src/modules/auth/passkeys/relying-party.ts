import type { Project } from '../../../callers/index.ts';
import type { AuthContext } from '../auth-context.ts';

export interface RelyingParty {
  readonly id: string;
  readonly name: string;
  /** Whether pages of this origin may use the passkeys: allowed origins on the host or its sub-domains. */
  accepts(origin: string): boolean;
}

export function relyingPartyOf(context: Pick<AuthContext, 'settings' | 'origins'>, project: Project): RelyingParty {
  const id = context.settings(project).passkeys.rp_id ?? context.origins.appHost(project);
  return {
    id,
    name: project.name,
    accepts(origin) {
      const host = URL.parse(origin)?.hostname;
      const isBelow = host !== undefined && (host === id || host.endsWith(`.${id}`));
      return isBelow && context.origins.isAllowed(project, origin);
    },
  };
}
