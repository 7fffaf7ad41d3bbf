import type { Project } from '../../../callers/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import { sha256Hex } from '../../../platform/crypto.ts';
import type { SafeFetch } from '../../../platform/safe-fetch/index.ts';
import { connectGitHub } from './github.ts';
import { connectOpenId } from './openid-connect.ts';
import type { Provider } from './provider.ts';
import type { ProviderClient } from './provider-client.ts';

const KEPT_MS = 60 * 60_000;
/** Limits how often the service contacts a provider that is down. */
const FAILURE_KEPT_MS = 5000;
const CLIENTS_MAX = 500;

export interface ProviderClients {
  get(project: Project, provider: Provider): Promise<ProviderClient>;
}

interface CachedClient {
  readonly client: Promise<ProviderClient>;
  untilMs: number;
}

export function createProviderClients({ clock, safeFetch }: { clock: Clock; safeFetch: SafeFetch }): ProviderClients {
  const kept = new Map<string, CachedClient>();
  return {
    get(project, provider) {
      const key = keyOf(project, provider);
      const now = clock.now();
      const known = kept.get(key);
      if (known !== undefined && known.untilMs > now) return known.client;
      const client =
        provider.kind === 'github' ? connectGitHub(provider, safeFetch) : connectOpenId(provider, safeFetch);
      const entry: CachedClient = { client, untilMs: now + KEPT_MS };
      client.catch(() => {
        entry.untilMs = clock.now() + FAILURE_KEPT_MS;
      });
      kept.delete(key);
      kept.set(key, entry);
      const [oldest] = kept.keys();
      if (kept.size > CLIENTS_MAX && oldest !== undefined) kept.delete(oldest);
      return client;
    },
  };
}

/** The key contains the settings, so that changed settings apply to the next sign-in. */
function keyOf({ store }: Project, { id, issuer, clientId, clientSecret }: Provider): string {
  return sha256Hex(JSON.stringify([store, id, issuer.href, clientId, clientSecret]));
}
