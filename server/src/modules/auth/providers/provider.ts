import type { Project } from '../../../callers/index.ts';
import type { AuthContext } from '../auth-context.ts';

/** A way to sign in that the project's owner has set up. */
export interface Provider {
  /** The name in the settings and in addresses. */
  readonly id: string;
  readonly kind: 'openid' | 'github';
  /** Authority for the identities: the same subject of another issuer is somebody else. */
  readonly issuer: URL;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** A person's identity as a provider tells it. */
export interface ProviderProfile {
  readonly issuer: string;
  readonly subject: string;
  /** As the provider wrote it; not checked. */
  readonly email: string | undefined;
  /** The provider vouches for the address. */
  readonly isEmailVerified: boolean;
  readonly name: string | undefined;
  readonly avatarUrl: string | undefined;
}

/** Maps, because the names come from addresses and are looked up as they are. */
const KNOWN_ISSUERS = new Map([
  ['google', 'https://accounts.google.com'],
  ['github', 'https://github.com'],
]);
const TITLES = new Map([
  ['google', 'Google'],
  ['github', 'GitHub'],
]);
/** Owners copy the address of the document as often as that of the issuer. */
const DISCOVERY_PATH = /\/\.well-known\/openid-configuration$/;

/** The provider of this name; undefined when the project has none, or its secret does not open. */
export function findProvider(context: AuthContext, project: Project, id: string): Provider | undefined {
  const { providers } = context.settings(project);
  const stored = Object.hasOwn(providers, id) ? providers[id] : undefined;
  const issuer = URL.parse((stored?.issuer ?? KNOWN_ISSUERS.get(id) ?? '').replace(DISCOVERY_PATH, ''));
  const clientSecret = stored === undefined ? undefined : context.providerSecret(project, id);
  if (stored === undefined || issuer === null || clientSecret === undefined) return undefined;
  return { id, kind: id === 'github' ? 'github' : 'openid', issuer, clientId: stored.client_id, clientSecret };
}

/** Display name. */
export function titleOf(id: string): string {
  return TITLES.get(id) ?? `${id.charAt(0).toUpperCase()}${id.slice(1)}`;
}
