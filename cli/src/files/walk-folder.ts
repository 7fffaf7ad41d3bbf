import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCode } from '../outcome/failure.ts';

export interface FoundFile {
  /** Relative to the folder, with slashes. */
  readonly path: string;
  readonly size: number;
}

export interface FolderContents {
  readonly files: readonly FoundFile[];
  /** Paths that were skipped: links, `node_modules`, and names that start with a dot. */
  readonly skipped: readonly string[];
}

export async function walkFolder(folder: string): Promise<FolderContents> {
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
