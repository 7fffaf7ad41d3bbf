import type { StoreName } from '../../../../database/index.ts';
import type { Confinement } from '../../../../platform/confinement/index.ts';
import type { Bundle } from './bundle-order.ts';
import { BundlerPool } from './bundler-pool.ts';
import type { SourceFiles } from './resolve-import.ts';
import { invalidSource, problemAt } from './source-error.ts';

export interface Bundler {
  /** Throws `invalid_source` with every problem and its place. The default entry is `index.ts` or `index.js`. */
  bundle(projectStore: StoreName, files: SourceFiles, entry?: string): Promise<Bundle>;
  close(): Promise<void>;
}

export function createBundler(confinement: Confinement): Bundler {
  const pool = new BundlerPool(confinement);
  return {
    async bundle(projectStore, files, entry = entryOf(files)) {
      const reply = await pool.bundle(projectStore, files, entry);
      if ('bundle' in reply) return reply.bundle;
      throw invalidSource(reply.problems);
    },
    close: () => pool.close(),
  };
}

function entryOf(files: SourceFiles): string {
  const entry = ['index.ts', 'index.js'].find((path) => files.has(path));
  if (entry !== undefined) return entry;
  throw invalidSource([problemAt('index.ts', 'The files have no entry point: index.ts or index.js is required.')]);
}
