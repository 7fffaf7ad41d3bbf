import { randomBytes } from 'node:crypto';
import { lstat, open, readlink, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { failed, fileFailure, systemCode } from '../outcome/failure.ts';

export interface WholeFile {
  write(bytes: Uint8Array | string): Promise<void>;
  /** From here on the file is there. Gives its path. */
  finish(): Promise<string>;
  /** Leaves nothing; does nothing once it is finished. */
  discard(): Promise<void>;
}

interface WholeOptions {
  readonly mode?: number | undefined;
  /** Nothing is replaced: where the name is taken, `-2`, `-3` and so on is added to it. */
  readonly isNew?: boolean | undefined;
}

/** A file that appears whole: it grows beside its place, under a name of its own, and moves there at the end. */
export async function openWhole(path: string, { mode = 0o644, isNew = false }: WholeOptions = {}): Promise<WholeFile> {
  const place = await followLink(path);
  const temporary = `${place}.${randomBytes(4).toString('hex')}.part`;
  try {
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
        const free = isNew ? await reserve(place, mode) : place;
        await rename(temporary, free);
        return free;
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

/** Makes an empty file under the first name that is free. */
async function reserve(place: string, mode: number): Promise<string> {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? place : join(dirname(place), basename(place).replace(/(?=\.)|$/, `-${number}`));
    try {
      await (await open(name, 'wx', mode)).close();
      return name;
    } catch (error) {
      if (systemCode(error) !== 'EEXIST') throw error;
    }
  }
}

export async function writeWhole(path: string, bytes: Uint8Array | string, mode?: number): Promise<void> {
  if (await isSpecial(path)) {
    // A device or a pipe cannot be replaced.
    await writeFile(path, bytes);
    return;
  }
  const file = await openWhole(path, { mode });
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
