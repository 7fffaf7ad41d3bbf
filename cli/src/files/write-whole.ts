import { lstat, open, readlink, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { failed, fileFailure, systemCode } from '../outcome/failure.ts';

export interface WholeFile {
  write(bytes: Uint8Array | string): Promise<void>;
  /** From here on the file is there. */
  finish(): Promise<void>;
  /** Leaves nothing; does nothing once it is finished. */
  discard(): Promise<void>;
}

/** A file that appears whole: it grows beside its place and moves there at the end. */
export async function openWhole(path: string, mode = 0o644): Promise<WholeFile> {
  const place = await followLink(path);
  const temporary = `${place}.part`;
  try {
    // An entry in that place may be a link that somebody else has laid.
    await rm(temporary, { force: true });
    const file = await open(temporary, 'wx', mode);
    let isOpen = true;
    const close = async (): Promise<void> => {
      if (isOpen) await file.close();
      isOpen = false;
    };
    return {
      async write(bytes) {
        await file.writeFile(bytes).catch((error: unknown) => {
          throw fileFailure(path, error);
        });
      },
      async finish() {
        await file.sync();
        await close();
        await rename(temporary, place);
      },
      async discard() {
        if (!isOpen) return;
        await close();
        await rm(temporary, { force: true });
      },
    };
  } catch (error) {
    throw fileFailure(path, error);
  }
}

export async function writeWhole(path: string, bytes: Uint8Array | string, mode?: number): Promise<void> {
  if (await isSpecial(path)) {
    // A device or a pipe cannot be replaced.
    await writeFile(path, bytes);
    return;
  }
  const file = await openWhole(path, mode);
  try {
    await file.write(bytes);
    await file.finish();
  } finally {
    await file.discard();
  }
}

export async function isSpecial(path: string): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined);
  return found !== undefined && !found.isFile() && !found.isSymbolicLink() && !found.isDirectory();
}

/** The person's own link is kept: what it names is replaced. */
async function followLink(path: string): Promise<string> {
  try {
    return resolve(dirname(path), await readlink(path));
  } catch (error) {
    if (['EINVAL', 'ENOENT', 'UNKNOWN'].includes(systemCode(error) ?? '')) return path;
    throw fileFailure(path, error);
  }
}

/** Throws unless `path` stands below `folder` without a link on the way: names of others lead nowhere else. */
export async function requirePlainPath(folder: string, path: string): Promise<void> {
  const away = relative(folder, path);
  if (away === '' || away === '..' || away.startsWith(`..${sep}`))
    throw failed(`${path} is not below ${folder}.`, 'path_refused');
  let current = folder;
  for (const part of away.split(sep)) {
    current = join(current, part);
    const found = await lstat(current).catch(() => undefined);
    if (found === undefined) return;
    if (found.isSymbolicLink()) throw failed(`${current} is a link, which is not followed.`, 'path_refused');
  }
}

/** Undefined when it is not there. */
export async function readIfThere(path: string, read: (path: string) => Promise<string>): Promise<string | undefined> {
  try {
    return await read(path);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw fileFailure(path, error);
  }
}
