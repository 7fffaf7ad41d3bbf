import type { Bundle } from './bundle-order.ts';
import { BundlerPool } from './bundler-pool.ts';
import type { SourceFiles } from './resolve-import.ts';
import { invalidSource, problemAt } from './source-error.ts';

export interface Bundler {
  /** Throws `invalid_source` with every problem and its place. The entry is `index.ts` or `index.js` when it is not said. */
  bundle(files: SourceFiles, entry?: string): Promise<Bundle>;
  close(): Promise<void>;
}

export function createBundler(): Bundler {
  const pool = new BundlerPool();
  return {
    async bundle(files, entry = entryOf(files)) {
      const reply = await pool.bundle(files, entry);
      if ('bundle' in reply) return reply.bundle;
      throw invalidSource(reply.problems);
    },
    close: () => pool.close(),
  };
}

function entryOf(files: SourceFiles): string {
  const entry = ['index.ts', 'index.js'].find((path) => files.has(path));
  if (entry !== undefined) return entry;
  throw invalidSource([problemAt('index.ts', 'The files have no entry: index.ts or index.js is needed.')]);
}
