import { isIP } from 'node:net';
import type { ChangeFeed } from '../../database/index.ts';
import { plainDomain } from '../../platform/email-domains.ts';
import { validationFailed } from '../../platform/errors.ts';
import { createNewestLoad } from '../../platform/newest-load.ts';
import type { DomainsStore } from './domains-store.ts';

export const DOMAINS_SUBJECT = 'app-domains';

/** Keeps all custom domains in memory, because every request looks its host up. */
export interface AppDomains {
  ownerOf(domain: string): string | undefined;
  start(): Promise<void>;
  /** Loads the domains again, so that a change by this process applies before its answer. */
  reload(): Promise<void>;
}

export function createAppDomains({
  domainsStore,
  feed,
  onError,
}: {
  domainsStore: DomainsStore;
  feed: ChangeFeed;
  onError: (error: unknown) => void;
}): AppDomains {
  let owners: ReadonlyMap<string, string> = new Map();
  const reload = createNewestLoad(domainsStore.all, (read) => {
    owners = read;
  });

  feed.subscribe((subject) => {
    if (subject === DOMAINS_SUBJECT) reload().catch(onError);
  });
  return { ownerOf: (domain) => owners.get(domain), start: reload, reload };
}

export interface OwnHosts {
  readonly publicUrl: string;
  readonly appsDomain: string;
}

/** Normalises host names. Throws `validation_failed` for a name that is not public or belongs to the service itself. */
export function requireAppDomains(domains: readonly string[], own: OwnHosts): readonly string[] {
  const { hostname } = new URL(own.publicUrl);
  const plain = domains.map((domain, index) => {
    const field = `app.domains.${index}`;
    const name = hostName(domain.trim());
    if (name === undefined) throw validationFailed({ [field]: 'must be a host name like app.example.com' });
    if (name === hostname || name === own.appsDomain || name.endsWith(`.${own.appsDomain}`)) {
      throw validationFailed({ [field]: 'is a name of the service itself' });
    }
    return name;
  });
  return [...new Set(plain)];
}

function hostName(text: string): string | undefined {
  if (isIP(text) !== 0) return undefined;
  const name = plainDomain(text);
  // Resolvers may read a name whose last label is digits as an IP address.
  return name === undefined || /(?:^|\.)-|-(?:\.|$)|\.\d+$/.test(name) ? undefined : name;
}
