import { isIP } from 'node:net';
import type { ChangeFeed } from '../../database/change-feed.ts';
import { plainDomain } from '../../platform/email-domains.ts';
import { validationFailed } from '../../platform/errors.ts';
import type { DomainsStore } from './domains-store.ts';

/** Change feed subject of the names of all projects. */
export const DOMAINS_SUBJECT = 'app-domains';

/** Which project's app a host name of its own shows. All names are in memory: every request asks. */
export interface AppDomains {
  ownerOf(domain: string): string | undefined;
  /** Reads the names; from then on changes are heard of. */
  start(): Promise<void>;
  /** Reads them anew, before a change of this process is answered. */
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
  let newest = 0;

  const reload = async (): Promise<void> => {
    newest += 1;
    const own = newest;
    const read = await domainsStore.all();
    // A later reading began later and knows more.
    if (own === newest) owners = read;
  };

  feed.subscribe((subject) => {
    if (subject === DOMAINS_SUBJECT) reload().catch(onError);
  });
  return { ownerOf: (domain) => owners.get(domain), start: reload, reload };
}

export interface OwnHosts {
  readonly publicUrl: string;
  readonly appsDomain: string;
}

/** Host names in one spelling. Throws `validation_failed` for what is no public name or belongs to the service itself. */
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

/** A name, and no address in digits. */
function hostName(text: string): string | undefined {
  if (isIP(text) !== 0) return undefined;
  const name = plainDomain(text);
  // A last part of digits would be an address, whoever owns it.
  return name === undefined || /(?:^|\.)-|-(?:\.|$)|\.\d+$/.test(name) ? undefined : name;
}
