import { createRequire } from 'node:module';
import { join } from 'node:path';
import { cwd, env } from 'node:process';
import { syncProjectTypes, typesNotice } from './build/project-types.ts';
import { type AdapterOptions, API_PATH, configText, readSettings } from './build/settings.ts';

export type { AdapterOptions };

interface Rewrite {
  readonly source: string;
  readonly destination: string;
}

type Rewrites = readonly Rewrite[] | Readonly<Record<string, readonly Rewrite[] | undefined>>;

interface NextConfig {
  readonly compiler?: object | undefined;
  readonly experimental?: object | undefined;
  readonly rewrites?: (() => Promise<unknown>) | undefined;
  readonly transpilePackages?: readonly string[] | undefined;
}

/** The largest upload including its form parts, and the longest function run including network time. */
const BODY_BYTES_MAX = 60 * 1024 * 1024;
const ANSWER_MS_MAX = 310_000;
const PACKAGES = ['@service/client', '@service/auth', '@service/data', '@service/functions'];

/**
 * Configures the packages in a Next app, with Turbopack or webpack: reads `SERVICE_URL`, `SERVICE_PROJECT_ID` and
 * `SERVICE_PUBLIC_KEY` from `.env` files or the environment, proxies `/api/baas` to the service and writes
 * `service-env.d.ts`. Pass the app's own configuration; options of the adapter go under `service`.
 * @example
 * ```ts
 * import service from '@service/client/next';
 * export default service({ reactStrictMode: true });
 * ```
 */
export default function service<C extends object>(
  options: C & { readonly service?: AdapterOptions } = {} as C,
): Omit<C, 'service'> & NextConfig {
  const { service: adapter = {}, ...config } = options as NextConfig & { readonly service?: AdapterOptions };
  const settings = readSettings(adapter, env);
  const isDevelopment = env['NODE_ENV'] === 'development';
  if (adapter.types !== false) {
    const file = adapter.types ?? 'service-env.d.ts';
    void syncProjectTypes(join(cwd(), file), settings, isDevelopment).then((state) => {
      const notice = typesNotice(state, file);
      if (notice) process.stderr.write(`${notice}\n`);
    });
  }
  // Next can define only one text for browser and server. The server reads the service's address from the environment.
  env['SERVICE_URL'] = settings.url;
  const compiler = (config.compiler ?? {}) as Readonly<Record<string, object | undefined>>;
  return {
    ...config,
    // Next replaces defined names in a package only if it compiles that package itself.
    transpilePackages: [...new Set([...(config.transpilePackages ?? []), ...PACKAGES])],
    compiler: {
      ...compiler,
      define: { ...compiler['define'], __SERVICE_CONFIG__: configText(settings) },
    },
    // Next's own limits for proxied requests are 10 MB and 30 seconds.
    experimental: { proxyTimeout: ANSWER_MS_MAX, [bodyLimitName()]: BODY_BYTES_MAX, ...config.experimental },
    rewrites: async () => {
      const own = { source: `${API_PATH}/:path*`, destination: `${settings.url}${API_PATH}/:path*` };
      const known = ((await config.rewrites?.()) ?? []) as Rewrites;
      if (isList(known)) return { beforeFiles: [own], afterFiles: known };
      return { ...known, beforeFiles: [own, ...(known['beforeFiles'] ?? [])] };
    },
  } as unknown as Omit<C, 'service'> & NextConfig;
}

function bodyLimitName(): string {
  try {
    const { version } = createRequire(join(cwd(), 'package.json'))('next/package.json') as { version: string };
    return Number.parseInt(version, 10) < 16 ? 'middlewareClientMaxBodySize' : 'proxyClientMaxBodySize';
  } catch {
    return 'proxyClientMaxBodySize';
  }
}

function isList(rewrites: Rewrites): rewrites is readonly Rewrite[] {
  return Array.isArray(rewrites);
}
