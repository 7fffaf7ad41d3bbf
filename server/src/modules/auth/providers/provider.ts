import type { Project } from '../../../callers/index.ts';
import type { AuthContext } from '../auth-context.ts';

export interface Provider {
  readonly id: string;
  readonly kind: 'openid' | 'github';
  /** The authority for identities: the same subject of another issuer is another person. */
  readonly issuer: URL;
  readonly clientId: string;
  readonly clientSecret: string;
}

export interface ProviderProfile {
  readonly issuer: string;
  readonly subject: string;
  /** As the provider sent it; not validated. */
  readonly email: string | undefined;
  readonly isEmailVerified: boolean;
  readonly name: string | undefined;
  readonly avatarUrl: string | undefined;
}

/** Maps rather than objects, because the names come from URLs and must not match inherited properties. */
const KNOWN_ISSUERS = new Map([
  ['google', 'https://accounts.google.com'],
  ['github', 'https://github.com'],
]);
const TITLES = new Map([
  ['google', 'Google'],
  ['github', 'GitHub'],
]);
/** Owners often copy the address of the discovery document instead of the issuer's. */
const DISCOVERY_PATH = /\/\.well-known\/openid-configuration$/;

/** The provider with this name; undefined when the project has none or its secret cannot be decrypted. */
export function findProvider(context: AuthContext, project: Project, id: string): Provider | undefined {
  const { providers } = context.settings(project);
  const stored = Object.hasOwn(providers, id) ? providers[id] : undefined;
  const issuer = URL.parse((stored?.issuer ?? KNOWN_ISSUERS.get(id) ?? '').replace(DISCOVERY_PATH, ''));
  const clientSecret = stored === undefined ? undefined : context.providerSecret(project, id);
  if (stored === undefined || issuer === null || clientSecret === undefined) return undefined;
  return { id, kind: id === 'github' ? 'github' : 'openid', issuer, clientId: stored.client_id, clientSecret };
}

export function titleOf(id: string): string {
  return TITLES.get(id) ?? `${id.charAt(0).toUpperCase()}${id.slice(1)}`;
}
