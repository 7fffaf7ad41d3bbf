import type * as OpenId from 'openid-client';
import type { SafeFetch } from '../../../platform/safe-fetch/index.ts';
import { guardedFetch, PROVIDER_TIMEOUT_MS } from './guarded-fetch.ts';
import type { Provider, ProviderProfile } from './provider.ts';
import type { ProviderClient } from './provider-client.ts';

const SCOPE = 'read:user user:email';
const PUBLIC_GITHUB = 'https://github.com';

interface GitHubUser {
  readonly id?: unknown;
  readonly login?: unknown;
  readonly name?: unknown;
  readonly avatar_url?: unknown;
}

interface GitHubAddress {
  readonly email?: unknown;
  readonly primary?: unknown;
  readonly verified?: unknown;
}

/** GitHub supports OAuth but not OpenID Connect. Any other issuer is a GitHub Enterprise Server. */
export async function connectGitHub(provider: Provider, safeFetch: SafeFetch): Promise<ProviderClient> {
  const openid = await import('openid-client');
  const { origin, protocol } = provider.issuer;
  const api = origin === PUBLIC_GITHUB ? 'https://api.github.com' : `${origin}/api/v3`;
  const config = new openid.Configuration(
    {
      issuer: `${origin}/login/oauth`,
      authorization_endpoint: `${origin}/login/oauth/authorize`,
      token_endpoint: `${origin}/login/oauth/access_token`,
    },
    provider.clientId,
    { client_secret: provider.clientSecret },
    openid.ClientSecretPost(provider.clientSecret),
  );
  config[openid.customFetch] = guardedFetch(safeFetch);
  config.timeout = PROVIDER_TIMEOUT_MS / 1000;
  if (protocol === 'http:') openid.allowInsecureRequests(config);

  return {
    authorizationUrl: async (flow, state) =>
      openid.buildAuthorizationUrl(config, {
        redirect_uri: flow.callbackUrl,
        scope: SCOPE,
        state,
        code_challenge: await openid.calculatePKCECodeChallenge(flow.verifier),
        code_challenge_method: 'S256',
      }),
    async profile(flow, { state, search }) {
      const { access_token } = await openid.authorizationCodeGrant(config, new URL(`${flow.callbackUrl}?${search}`), {
        pkceCodeVerifier: flow.verifier,
        expectedState: state,
      });
      const read = (path: string): Promise<unknown> => readApi(openid, config, { url: `${api}${path}`, access_token });
      const [user, addresses] = await Promise.all([read('/user'), read('/user/emails')]);
      return profileOf(origin, user as GitHubUser, addresses as readonly GitHubAddress[]);
    },
  };
}

async function readApi(
  openid: typeof OpenId,
  config: OpenId.Configuration,
  { url, access_token }: { readonly url: string; readonly access_token: string },
): Promise<unknown> {
  const headers = new Headers({ accept: 'application/vnd.github+json', 'user-agent': 'service' });
  const response = await openid.fetchProtectedResource(config, access_token, new URL(url), 'GET', null, headers);
  if (response.status === 200) return await response.json();
  // An app without permission to read addresses can still identify the user.
  if (response.status === 403 || response.status === 404) return {};
  throw new Error(`The provider answered ${response.status}.`);
}

/** Identifies a user by number: a GitHub user can give up a name and another can take it. */
export function profileOf(issuer: string, user: GitHubUser, addresses: readonly GitHubAddress[]): ProviderProfile {
  if (typeof user.id !== 'number') throw new Error('The provider does not say who signed in.');
  const primary = Array.isArray(addresses) ? addresses.find((address) => address.primary === true) : undefined;
  return {
    issuer,
    subject: String(user.id),
    email: textOf(primary?.email),
    isEmailVerified: primary?.verified === true,
    name: textOf(user.name) ?? textOf(user.login),
    avatarUrl: textOf(user.avatar_url),
  };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
