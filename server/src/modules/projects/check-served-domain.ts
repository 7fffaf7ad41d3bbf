import type { Answer } from '../../http/index.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { ProjectsContext } from './projects-context.ts';

/** Needs no key: a request with this host name reveals the same. Only domains with a verified owner count. */
export function checkServedDomain({ appDomains }: ProjectsContext, domain: string): Answer {
  const name = domain.toLowerCase();
  if (appDomains.ownerOf(name) === undefined)
    throw new ServiceError('not_found', 'No app is served under this domain.');
  return { status: 200, body: { data: { domain: name }, count: 1 } };
}
