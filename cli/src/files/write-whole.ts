import { randomBytes } from 'node:crypto';
import { lstat, open, readlink, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { failed, fileFailure, systemCode } from '../outcome/failure.ts';

export interface WholeFile {
  write(bytes: Uint8Array | string): Promise<void>;
  finish(): Promise<string>;
  /** Removes the unfinished file; does nothing after `finish`. */
  discard(): Promise<void>;
}

interface WholeOptions {
  readonly mode?: number | undefined;
  /** Replaces no file: when the name is taken, appends `-2`, `-3` and so on. */
  readonly isNew?: boolean | undefined;
}

/** A file that appears only when complete: written next to its place under a temporary name and moved at the end. */
export async function openWhole(path: string, { mode = 0o644, isNew = false }: WholeOptions = {}): Promise<WholeFile> {
  const place = await followLink(path);
  const temporary = `${place}.${randomBytes(4).toString('hex')}.part`;
  try {
    const file = await open(temporary, 'wx', mode);
    let isFinished = false;
    return {
      async write(bytes) {
        await file.writeFile(bytes).catch((error: unknown) => {
          throw fileFailure(path, error);
        });
      },
      async finish() {
        await file.sync();
        await file.close();
        const free = isNew ? await reserve(place, mode) : place;
        await rename(temporary, free);
        isFinished = true;
        return free;
      },
      async discard() {
        if (isFinished) return;
        await file.close();
        await rm(temporary, { force: true });
      },
    };
  } catch (error) {
    throw fileFailure(path, error);
  }
}

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
    // A device or pipe cannot be replaced by a file.
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

/** Keeps a symbolic link of the user and replaces its target. */
async function followLink(path: string): Promise<string> {
  try {
    return resolve(dirname(path), await readlink(path));
  } catch (error) {
    if (['EINVAL', 'ENOENT', 'UNKNOWN'].includes(systemCode(error) ?? '')) return path;
    throw fileFailure(path, error);
  }
}

/** Throws unless `path` is below `folder` without any link in between, so that names from others cannot lead elsewhere. */
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

export async function readIfThere(path: string, read: (path: string) => Promise<string>): Promise<string | undefined> {
  try {
    return await read(path);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw fileFailure(path, error);
  }
}
