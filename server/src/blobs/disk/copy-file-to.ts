import { constants, copyFile, stat } from 'node:fs/promises';
import { ifThere } from './disk-failure.ts';

/** The operating system copies on another thread; where the file system supports it, both files share their blocks. */
const NEW_AND_SHARED = constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE;

export async function copyFileTo(from: string, to: string, bytesMax: number): Promise<number | undefined> {
  const found = await ifThere(stat(from));
  if (found === undefined || found.size > bytesMax) return found?.size;
  const copied = copyFile(from, to, NEW_AND_SHARED).then(() => found.size);
  return ifThere(copied);
}
