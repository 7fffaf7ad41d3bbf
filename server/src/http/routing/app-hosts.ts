import { hostNameOf } from './request-host.ts';

export interface AppHostSettings {
  readonly appsDomain: string;
  publicUrl(): string;
  domainOwner(name: string): string | undefined;
}

export interface AppHost {
  readonly projectId: string | undefined;
}

const NOBODY: AppHost = { projectId: undefined };

export function createAppHosts(settings: AppHostSettings): (authority: string) => AppHost | undefined {
  const below = `.${settings.appsDomain}`;
  /** Caches the last host, because nearly all requests use the same one. */
  let last = { authority: '', name: '' };
  let own: { readonly url: string; readonly authority: string; readonly name: string } | undefined;

  return (authority) => {
    const url = settings.publicUrl();
    if (own?.url !== url) own = { url, authority: new URL(url).host, name: new URL(url).hostname };
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
