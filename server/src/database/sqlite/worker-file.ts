import { builtFile } from '../../platform/built-file.ts';

export function workerFile(): URL {
  return builtFile('worker.mjs') ?? new URL('worker.ts', import.meta.url);
}
