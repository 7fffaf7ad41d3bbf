import { realpathSync } from 'node:fs';

/** The working folder of this process, by a path that works even when its user cannot traverse the folders from the root. */
export const OWN_FOLDER = ownFolder();

function ownFolder(): string {
  try {
    return realpathSync(process.cwd());
  } catch {
    return '/proc/self/cwd';
  }
}

// esbuild starts its own process in the folder that `process.cwd` returns.
process.cwd = () => OWN_FOLDER;
