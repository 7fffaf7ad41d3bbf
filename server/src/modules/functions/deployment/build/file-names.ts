import { closeSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { posix } from 'node:path';
import { OWN_FOLDER } from './own-folder.ts';

export const NO_FOLDER = posix.join(OWN_FOLDER, 'none');

/** Creates empty files with the given names in a folder of this process: esbuild matches patterns against names only. */
export function openFileNames(names: Iterable<string>): { readonly path: string; close(): void } {
  const path = posix.join(OWN_FOLDER, 'names');
  const close = (): void => rmSync(path, { recursive: true, force: true });
  close();
  for (const name of names) {
    makeFile(posix.join(path, name));
  }
  return { path, close };
}

function makeFile(path: string): void {
  try {
    mkdirSync(posix.dirname(path), { recursive: true });
    closeSync(openSync(path, 'w'));
  } catch {
    // A disk cannot have a file inside a file or a name this long, so no pattern matches this path.
  }
}
