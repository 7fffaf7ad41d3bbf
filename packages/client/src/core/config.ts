import { ServiceError } from './service-error.ts';
import { type Config, state } from './shared-state.ts';

/** Defined by the build adapter: a JSON string with the keys of `Config`. */
declare const __SERVICE_CONFIG__: string | undefined;

/**
 * The configuration of the app's project: from the build, or in plain Node from `SERVICE_URL`, `SERVICE_PROJECT_ID` and
 * `SERVICE_PUBLIC_KEY`. Throws `config_missing` when neither is available.
 * @example
 * ```ts
 * import { getConfig } from '@service/client';
 * const { projectId } = getConfig();
 * ```
 */
export function getConfig(): Readonly<Config> {
  const shared = state();
  // A single expression, so that bundlers can drop the unused branch.
  shared.config ??=
    typeof __SERVICE_CONFIG__ === 'string' ? builtIn(JSON.parse(__SERVICE_CONFIG__)) : readEnvironment();
  return shared.config;
}

export function addressOf(path: string): string {
  const { url, projectId } = getConfig();
  return `${url}/api/baas/${projectId}${path}`;
}

/** A server has no origin of its own, and Next can define only one text for browser and server. */
function builtIn(config: Config): Config {
  return config.url ? config : { ...config, url: globalThis.process?.env['SERVICE_URL'] ?? '' };
}

function readEnvironment(): Config {
  const env: Record<string, string | undefined> = globalThis.process?.env ?? {};
  const url = env['SERVICE_URL'];
  const projectId = env['SERVICE_PROJECT_ID'];
  const publicKey = env['SERVICE_PUBLIC_KEY'];
  if (url && projectId && publicKey) return { url: url.replace(/\/+$/, ''), projectId, publicKey };
  throw new ServiceError(
    'Not configured: add the build adapter, such as @service/client/vite, and set SERVICE_URL, SERVICE_PROJECT_ID and SERVICE_PUBLIC_KEY.',
    { code: 'config_missing' },
  );
}
