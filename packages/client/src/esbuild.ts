import { join } from 'node:path';
import { cwd, env } from 'node:process';
import { syncProjectTypes, typesNotice } from './build/project-types.ts';
import { type AdapterOptions, configText, readSettings } from './build/settings.ts';

export type { AdapterOptions };

interface Build {
  readonly initialOptions: {
    define?: Record<string, string>;
    platform?: string;
    absWorkingDir?: string;
    minify?: boolean;
  };
  onStart(work: () => Promise<{ warnings?: { text: string }[] }>): void;
}

/**
 * Configures the packages in an esbuild app: reads `SERVICE_URL`, `SERVICE_PROJECT_ID` and `SERVICE_PUBLIC_KEY` from
 * the environment, and writes `service-env.d.ts` in builds that are not minified. esbuild has no proxy, so pass
 * `sameOrigin: false` during development.
 * @example
 * ```ts
 * import service from '@service/client/esbuild';
 * import { build } from 'esbuild';
 * await build({ entryPoints: ['src/main.tsx'], bundle: true, outdir: 'dist', plugins: [service()] });
 * ```
 */
export default function service(options: AdapterOptions = {}): { name: string; setup(build: Build): void } {
  return {
    name: '@service/client',
    setup(build) {
      const { initialOptions } = build;
      const settings = readSettings(options, env);
      const text = configText(settings, initialOptions.platform === 'node');
      initialOptions.define = { ...initialOptions.define, __SERVICE_CONFIG__: JSON.stringify(text) };
      if (options.types === false) return;
      const file = options.types ?? 'service-env.d.ts';
      let isChecked = false;
      build.onStart(async () => {
        if (isChecked) return {};
        isChecked = true;
        const path = join(initialOptions.absWorkingDir ?? cwd(), file);
        const state = await syncProjectTypes(path, settings, initialOptions.minify !== true);
        const notice = state === 'stale' || state === 'missing' ? typesNotice(state, file) : undefined;
        return notice ? { warnings: [{ text: notice }] } : {};
      });
    },
  };
}
