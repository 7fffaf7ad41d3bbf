import type * as OpenId from 'openid-client';
import type { SafeFetch } from '../../../platform/safe-fetch/index.ts';
import type { Flow } from './flow.ts';
import { guardedFetch, PROVIDER_TIMEOUT_MS } from './guarded-fetch.ts';
import type { Provider, ProviderProfile } from './provider.ts';
import type { ProviderClient } from './provider-client.ts';

const SCOPE = 'openid email profile';

export async function connectOpenId(provider: Provider, safeFetch: SafeFetch): Promise<ProviderClient> {
  // Loaded on first use, because few processes ever sign a user in with a provider.
  const openid = await import('openid-client');
  const isPlain = provider.issuer.protocol === 'http:';
  const execute = [openid.enableNonRepudiationChecks, ...(isPlain ? [openid.allowInsecureRequests] : [])];
  const discover = (authentication: OpenId.ClientAuth): Promise<OpenId.Configuration> =>
    openid.discovery(provider.issuer, provider.clientId, { client_secret: provider.clientSecret }, authentication, {
      [openid.customFetch]: guardedFetch(safeFetch),
      timeout: PROVIDER_TIMEOUT_MS / 1000,
      execute,
    });
  const discoverForPost = () => discover(openid.ClientSecretPost(provider.clientSecret));
  let config = await discover(openid.ClientSecretBasic(provider.clientSecret));
  requireWebAddress(config.serverMetadata().authorization_endpoint, isPlain);
  let isBasic = supportsBasic(config);
  if (!isBasic) config = await discoverForPost();

  return {
    authorizationUrl: async (flow, state) =>
      openid.buildAuthorizationUrl(config, {
        redirect_uri: flow.callbackUrl,
        scope: SCOPE,
        state,
        nonce: flow.nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(flow.verifier),
        code_challenge_method: 'S256',
      }),
    async profile(flow, from) {
      try {
        return await signedInAt(openid, config, { flow, ...from });
      } catch (error) {
        // The document does not say how the client is registered. An `invalid_client` refusal does not spend the code.
        if (!isBasic || !isInvalidClient(openid, error)) throw error;
        const forPost = await discoverForPost();
        const profile = await signedInAt(openid, forPost, { flow, ...from });
        config = forPost;
        isBasic = false;
        return profile;
      }
    },
  };
}

interface Return {
  readonly flow: Flow;
  readonly state: string;
  readonly search: string;
}

async function signedInAt(
  openid: typeof OpenId,
  config: OpenId.Configuration,
  { flow, state, search }: Return,
): Promise<ProviderProfile> {
  // Checks issuer, audience, times, nonce and the signature of the ID token, and the issuer of the answer (RFC 9207).
  const tokens = await openid.authorizationCodeGrant(config, new URL(`${flow.callbackUrl}?${search}`), {
    pkceCodeVerifier: flow.verifier,
    expectedState: state,
    expectedNonce: flow.nonce,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (claims === undefined) throw new Error('The provider gave no ID token.');
  const told = await readClaims(openid, config, { claims, accessToken: tokens.access_token });
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: textOf(told['email']),
    // Some providers send a string.
    isEmailVerified: told['email_verified'] === true || told['email_verified'] === 'true',
    name: textOf(told['name']),
    avatarUrl: textOf(told['picture']),
  };
}

type Claims = Readonly<Record<string, unknown>>;

async function readClaims(
  openid: typeof OpenId,
  config: OpenId.Configuration,
  { claims, accessToken }: { readonly claims: Claims & { readonly sub: string }; readonly accessToken: string },
): Promise<Claims> {
  const isWhole = claims['email'] !== undefined && claims['email_verified'] !== undefined;
  if (isWhole || config.serverMetadata().userinfo_endpoint === undefined) return claims;
  const info: Claims = await openid.fetchUserInfo(config, accessToken, claims.sub);
  // Takes both from the same source: the verification of one address must not count for another.
  return info['email'] === undefined ? claims : { name: claims['name'], picture: claims['picture'], ...info };
}

/** `client_secret_basic` is the standard's default when the document does not list the methods. */
function supportsBasic(config: OpenId.Configuration): boolean {
  const methods = config.serverMetadata().token_endpoint_auth_methods_supported;
  return methods === undefined || methods.includes('client_secret_basic');
}

function isInvalidClient(openid: typeof OpenId, error: unknown): boolean {
  if (error instanceof openid.ResponseBodyError) return error.error === 'invalid_client';
  return error instanceof openid.WWWAuthenticateChallengeError;
}

/** The browser is redirected there, so the target must be a web page. */
function requireWebAddress(address: string | undefined, isPlain: boolean): void {
  const url = URL.parse(address ?? '');
  if (url?.protocol === 'https:' || (isPlain && url?.protocol === 'http:')) return;
  throw new Error('The provider does not name its sign-in address.');
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
