import { existsSync } from 'node:fs';

const BUNDLED = 'worker.mjs';

/**
 * The entry of a database thread: next to this file in the source, next to the bundle (`dist/worker.mjs`) when built.
 */
export function workerFile(): URL {
  const bundled = new URL(BUNDLED, import.meta.url);
  return existsSync(bundled) ? bundled : new URL('worker.ts', import.meta.url);
}
