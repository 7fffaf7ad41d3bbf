import { isIP } from 'node:net';
import type { Project } from '../../callers/index.ts';
import { validationFailed } from '../../platform/errors.ts';
import type { AppDomains, OwnHosts } from './app-domains.ts';

const FIELD = 'auth.passkeys.rp_id';

interface Hosts {
  readonly addresses: OwnHosts;
  readonly appDomains: Pick<AppDomains, 'ownerOf'>;
}

/** Never a host that other projects share, whose pages could ask for the passkeys. Throws `validation_failed`. */
export function requirePasskeyHost(
  { addresses, appDomains }: Hosts,
  { id, allowedOrigins, domains = [] }: Pick<Project, 'id' | 'allowedOrigins' | 'domains'>,
  text: string,
): string {
  const { publicUrl, appsDomain } = addresses;
  const host = URL.parse(`https://${text}`)?.host;
  if (host === undefined || host !== text.toLowerCase() || isIP(host.replace(/^\[|\]$/g, '')) !== 0) {
    throw validationFailed({ [FIELD]: 'must be a host name like app.example.com' });
  }
  if (host === new URL(publicUrl).hostname) throw validationFailed({ [FIELD]: 'is the host of the service itself' });
  if (isSameOrBelow(appsDomain, host)) throw validationFailed({ [FIELD]: 'is shared with the apps of other projects' });
  const origins = allowedOrigins.map((origin) => new URL(origin).hostname);
  const proven = domains.filter((domain) => appDomains.ownerOf(domain) === id);
  const isAllowed = [...origins, `${id}.${appsDomain}`].includes(host);
  if (isAllowed || proven.some((domain) => isSameOrBelow(domain, host))) return host;
  throw validationFailed({
    [FIELD]: 'must be the host of an allowed origin, or a parent of a domain that the project has proven',
  });
}

function isSameOrBelow(host: string, parent: string): boolean {
  return host === parent || host.endsWith(`.${parent}`);
}
