import { applyToCompiler, type Compiler } from './build/apply-to-compiler.ts';
import type { AdapterOptions } from './build/settings.ts';

export type { AdapterOptions };

/**
 * Configures the packages in a webpack app: reads `SERVICE_URL`, `SERVICE_PROJECT_ID` and `SERVICE_PUBLIC_KEY` from the
 * environment, proxies `/api/baas` of the development server to the service and writes `service-env.d.ts`.
 * @example
 * ```ts
 * import service from '@service/client/webpack';
 * export default { entry: './src/main.tsx', plugins: [service()] };
 * ```
 */
export default function service(options: AdapterOptions = {}): { apply(compiler: unknown): void } {
  // The compiler's own types come from a bundler that this package does not install.
  return { apply: (compiler) => applyToCompiler(compiler as Compiler, options) };
}
