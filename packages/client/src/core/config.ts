import { ServiceError } from './service-error.ts';
import { type Config, isBrowser, state } from './shared-state.ts';

/** Put in by the build adapter: a JSON string with the keys of `Config`. */
declare const __SERVICE_CONFIG__: string | undefined;

/**
 * The project that this app belongs to, as the build put it in; in plain Node from `SERVICE_URL`, `SERVICE_PROJECT_ID`
 * and `SERVICE_PUBLIC_KEY`. Throws `config_missing` when neither is there.
 *
 * @example
 * ```ts
 * import { getConfig } from '@service/client';
 *
 * const { projectId } = getConfig();
 * ```
 */
export function getConfig(): Readonly<Config> {
  const shared = state();
  shared.config ??= Object.freeze(readConfig());
  return shared.config;
}

/** The address of a path of the project. */
export function addressOf(path: string): string {
  const { url, projectId } = getConfig();
  return `${url}/api/baas/${projectId}${path}`;
}

function readConfig(): Config {
  const env: Record<string, string | undefined> = globalThis.process?.env ?? {};
  if (typeof __SERVICE_CONFIG__ === 'string') {
    const config: Config = JSON.parse(__SERVICE_CONFIG__);
    // A server has no origin of its own, and some bundlers can only put in one text for both sides.
    return config.url || isBrowser() ? config : { ...config, url: withoutSlash(env['SERVICE_URL'] ?? '') };
  }
  const url = env['SERVICE_URL'];
  const projectId = env['SERVICE_PROJECT_ID'];
  const publicKey = env['SERVICE_PUBLIC_KEY'];
  if (url && projectId && publicKey) return { url: withoutSlash(url), projectId, publicKey };
  throw new ServiceError(
    'Not configured: add the build adapter, such as @service/client/vite, and set SERVICE_URL, SERVICE_PROJECT_ID and SERVICE_PUBLIC_KEY.',
    { code: 'config_missing' },
  );
}

const withoutSlash = (url: string): string => url.replace(/\/+$/, '');
