import { builtFile } from '../../platform/built-file.ts';

/** The entry of a database thread. */
export function workerFile(): URL {
  return builtFile('worker.mjs') ?? new URL('worker.ts', import.meta.url);
}
