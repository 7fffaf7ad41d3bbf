import { join } from 'node:path';
import { env } from 'node:process';
import { syncProjectTypes, typesNotice } from './project-types.ts';
import { type AdapterOptions, API_PATH, configText, readSettings } from './settings.ts';

type DefinePlugin = new (definitions: Record<string, string>) => { apply(compiler: Compiler): void };

interface DevServer {
  proxy?: readonly unknown[] | undefined;
}

export interface Compiler {
  readonly webpack: { readonly DefinePlugin: DefinePlugin };
  readonly context: string;
  readonly options: {
    readonly mode?: string | undefined;
    readonly target?: unknown;
    devServer?: DevServer | false | undefined;
  };
  readonly hooks: {
    readonly beforeCompile: { tapPromise(name: string, work: () => Promise<void>): void };
  };
  getInfrastructureLogger(name: string): { info(text: string): void; warn(text: string): void };
}

const NAME = '@service/client';

export function applyToCompiler(compiler: Compiler, options: AdapterOptions): void {
  const settings = readSettings(options, env);
  const isServer = String(compiler.options.target ?? 'web').includes('node');
  const text = JSON.stringify(configText(settings, isServer));
  new compiler.webpack.DefinePlugin({ __SERVICE_CONFIG__: text }).apply(compiler);
  const { devServer } = compiler.options;
  if (devServer !== false) {
    const proxy = { context: [API_PATH], target: settings.url, changeOrigin: true };
    compiler.options.devServer = { ...devServer, proxy: [proxy, ...(devServer?.proxy ?? [])] };
  }
  if (options.types === false) return;
  const file = options.types ?? 'service-env.d.ts';
  let isChecked = false;
  compiler.hooks.beforeCompile.tapPromise(NAME, async () => {
    if (isChecked) return;
    isChecked = true;
    const state = await syncProjectTypes(
      join(compiler.context, file),
      settings,
      compiler.options.mode === 'development',
    );
    const notice = typesNotice(state, file);
    if (notice) compiler.getInfrastructureLogger(NAME)[state === 'written' ? 'info' : 'warn'](notice);
  });
}
