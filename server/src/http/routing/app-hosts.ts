import { hostNameOf } from './request-host.ts';

export interface AppHostSettings {
  readonly appsDomain: string;
  /** Where the service itself is reached. */
  publicUrl(): string;
  /** The project that a host name of its own belongs to. */
  domainOwner(name: string): string | undefined;
}

/** A host that is not the service's own. */
export interface AppHost {
  /** Undefined: it is below the apps domain and nobody's. */
  readonly projectId: string | undefined;
}

const NOBODY: AppHost = { projectId: undefined };

/** Tells the hosts of published apps from the service's own, which is every other name and address it is reached by. */
export function createAppHosts(settings: AppHostSettings): (authority: string) => AppHost | undefined {
  const below = `.${settings.appsDomain}`;
  /** Nearly all requests come to the same one. */
  let last = { authority: '', name: '' };
  let own: { readonly url: string; readonly authority: string; readonly name: string } | undefined;

  return (authority) => {
    const url = settings.publicUrl();
    if (own?.url !== url) own = { url, authority: new URL(url).host, name: new URL(url).hostname };
    // The usual case of the API, before anything is taken apart.
    if (authority === own.authority) return undefined;
    if (authority !== last.authority) last = { authority, name: hostNameOf(authority) };
    const { name } = last;
    if (name === own.name) return undefined;
    const projectId = settings.domainOwner(name);
    if (projectId !== undefined) return { projectId };
    if (!name.endsWith(below)) return undefined;
    const label = name.slice(0, -below.length);
    return label.includes('.') ? NOBODY : { projectId: label };
  };
}
