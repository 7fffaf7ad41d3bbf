import { chmod, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

const FILE = 0o644;
const PROGRAM = 0o755;
const OWNER_MAY_RUN = 0o100;

/** Gives the files below a folder the same modes under every umask, so that equal files make equal packages. */
export async function setModes(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const { mode } = await stat(path);
    await chmod(path, (mode & OWNER_MAY_RUN) === 0 ? FILE : PROGRAM);
  }
}
