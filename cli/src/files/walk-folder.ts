import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCode } from '../outcome/failure.ts';

export interface FoundFile {
  /** Below the folder, with slashes. */
  readonly path: string;
  readonly size: number;
}

export interface Walk {
  readonly files: readonly FoundFile[];
  /** Paths left out: links, `node_modules`, and names with a dot in front. */
  readonly skipped: readonly string[];
}

/** Every plain file below a folder, in the order of names. None when it is not there. */
export async function walkFolder(folder: string): Promise<Walk> {
  const files: FoundFile[] = [];
  const skipped: string[] = [];
  const walk = async (below: string): Promise<void> => {
    for (const name of (await namesIn(join(folder, below))).sort()) {
      const path = below === '' ? name : `${below}/${name}`;
      const found = await lstat(join(folder, path));
      const isHidden = name.startsWith('.') && name !== '.well-known';
      if (isHidden || name === 'node_modules' || !(found.isFile() || found.isDirectory())) skipped.push(path);
      else if (found.isDirectory()) await walk(path);
      else files.push({ path, size: found.size });
    }
  };
  await walk('');
  return { files, skipped };
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return [];
    throw error;
  }
}
