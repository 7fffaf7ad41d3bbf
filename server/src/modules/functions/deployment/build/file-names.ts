import { closeSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { posix } from 'node:path';
import { OWN_FOLDER } from './own-folder.ts';

/** Nothing is there. */
export const NO_FOLDER = posix.join(OWN_FOLDER, 'none');

/** Empty files of the given names in a folder of this process: names are all that a pattern is matched with. */
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
    // A disk has no file within a file, and none with so long a name: no pattern finds it.
  }
}
