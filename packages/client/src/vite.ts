import { join, relative } from 'node:path';
import { env as processEnv } from 'node:process';
import { syncProjectTypes, typesNotice } from './build/project-types.ts';
import { type AdapterOptions, API_PATH, configText, readSettings, type Settings } from './build/settings.ts';

export type { AdapterOptions };

/** The part of the configuration that the plugin touches, so that its types fit Vite 6 to 8. */
interface ViteConfig {
  readonly root?: string | undefined;
  readonly envDir?: string | false | undefined;
  server?: ProxyOptions | undefined;
  preview?: ProxyOptions | undefined;
}

interface ProxyOptions {
  // biome-ignore lint/suspicious/noExplicitAny: Vite's own type differs from one version to the next.
  proxy?: Record<string, any> | undefined;
}

interface ViteEnv {
  readonly command: 'build' | 'serve';
  readonly mode: string;
}

interface ViteServer {
  readonly httpServer: { once(event: 'close', listener: () => void): unknown } | null;
}

interface Logger {
  info(text: string): void;
  warn(text: string): void;
}

export interface ServicePlugin {
  readonly name: string;
  config(config: ViteConfig, env: ViteEnv): Promise<object | undefined>;
  configEnvironment(name: string, environment: { consumer?: 'client' | 'server' | undefined }): object | undefined;
  configResolved(config: { readonly root: string; readonly logger: Logger; readonly command: string }): Promise<void>;
  configureServer(server: ViteServer): void;
}

const CHECK_MS = 10_000;
const DEFINED = '__SERVICE_CONFIG__';

/**
 * Configures the packages in a Vite app: reads `SERVICE_URL`, `SERVICE_PROJECT_ID` and `SERVICE_PUBLIC_KEY` from `.env`
 * files or the environment, proxies `/api/baas` to the service in development and preview, and keeps `service-env.d.ts`
 * up to date with the project.
 * @example
 * ```ts
 * import service from '@service/client/vite';
 * import { defineConfig } from 'vite';
 * export default defineConfig({ plugins: [service()] });
 * ```
 */
export default function service(options: AdapterOptions = {}): ServicePlugin {
  let settings: Settings | undefined;
  let isUnitTest = false;
  let sync: ((mayWrite: boolean) => Promise<void>) | undefined;
  return {
    name: '@service/client',
    async config(config, { mode, command }) {
      const { root = '.', envDir } = config;
      // This is Vitest's own server; an app that a test builds or serves has another mode.
      isUnitTest = processEnv['VITEST'] !== undefined && command === 'serve' && mode === 'test';
      const { loadEnv } = await import('vite');
      const files = envDir === false ? {} : loadEnv(mode, envDir ?? root, 'SERVICE_');
      try {
        settings = readSettings(options, { ...files, ...definedOf(processEnv) });
      } catch (error) {
        // Unit tests may configure the packages themselves, with @service/client/testing.
        if (isUnitTest) return undefined;
        throw error;
      }
      const proxy = { [API_PATH]: { target: settings.url, changeOrigin: true } };
      // Vite uses the first entry that matches, so ours comes before an app's own `/api`, which would match as well.
      for (const part of [config.server, config.preview]) if (part) part.proxy = { ...proxy, ...part.proxy };
      return {
        define: { [DEFINED]: JSON.stringify(configText(settings, isUnitTest)) },
        server: { proxy },
        preview: { proxy },
        // Vite does not replace defined names in packages that it leaves to Node.
        ssr: { noExternal: [/^@service\//] },
      };
    },
    configEnvironment(name, environment) {
      const isServer = (environment.consumer ?? (name === 'client' ? 'client' : 'server')) === 'server';
      if (settings === undefined || !isServer) return undefined;
      return { define: { [DEFINED]: JSON.stringify(configText(settings, true)) } };
    },
    async configResolved({ root, logger, command }) {
      const known = settings;
      if (known === undefined || options.types === false || isUnitTest) return;
      const file = join(root, options.types ?? 'service-env.d.ts');
      sync = async (mayWrite) => {
        const state = await syncProjectTypes(file, known, mayWrite);
        const notice = typesNotice(state, relative(root, file));
        if (notice) logger[state === 'written' ? 'info' : 'warn'](notice);
      };
      await sync(command === 'serve');
    },
    configureServer({ httpServer }) {
      const check = sync;
      if (check === undefined) return;
      const timer = setInterval(() => void check(true), CHECK_MS);
      timer.unref();
      httpServer?.once('close', () => clearInterval(timer));
    },
  };
}

function definedOf(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(env).flatMap(([name, value]) => (value ? [[name, value]] : [])));
}
