import { randomBytes } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { constants, copyFile, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder, makeFolderSync } from '../../platform/make-folder.ts';
import type { Place, PlacedObject } from './place.ts';

const INCOMING = '.incoming';
/** A full disk may have room again. */
const FULL = ['ENOSPC', 'EDQUOT'];

export function createFolderPlace(root: string): Place {
  const incoming = join(root, INCOMING);
  const place = async (name: string, write: (part: string) => Promise<void>): Promise<void> => {
    const path = join(root, name);
    const part = join(incoming, randomBytes(8).toString('hex'));
    await makeFolder(incoming);
    try {
      await write(part);
      await replace(part, path);
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
    await syncFolder(dirname(path));
  };
  return {
    put: (name, bytes) => place(name, (part) => writeDurably(part, bytes)),
    putFile: (name, path) => place(name, (part) => copyDurably(path, part)),
    get: async (name) => await ifThere(readFile(join(root, name))),
    async *list(prefix) {
      yield* objectsBelow(root, prefix);
    },
    async delete(names) {
      for (const name of names) await rm(join(root, name), { force: true });
    },
    close: async () => undefined,
  };
}

/** Throws if the folder can never be written to, which permissions alone do not tell. */
export function tryFolderPlace(root: string): void {
  const incoming = join(root, INCOMING);
  const part = join(incoming, randomBytes(8).toString('hex'));
  try {
    makeFolderSync(incoming);
    writeFileSync(part, '', { flag: 'wx' });
    rmSync(part);
  } catch (error) {
    if (!FULL.includes(String(Object(error).code))) throw error;
  }
}

async function replace(part: string, path: string): Promise<void> {
  try {
    await rename(part, path);
  } catch (error) {
    if (Object(error).code !== 'ENOENT') throw error;
    const folder = dirname(path);
    const made = await mkdir(folder, { recursive: true, mode: 0o700 });
    await rename(part, path);
    for (let at = folder; made !== undefined && at.length >= dirname(made).length; at = dirname(at))
      await syncFolder(at);
  }
}

async function* objectsBelow(root: string, prefix: string): AsyncGenerator<PlacedObject> {
  const entries = (await ifThere(readdir(join(root, prefix), { withFileTypes: true }))) ?? [];
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const name = `${prefix}${entry.name}`;
    if (entry.isDirectory()) yield* objectsBelow(root, `${name}/`);
    const found = entry.isFile() ? await ifThere(stat(join(root, name))) : undefined;
    if (found !== undefined) yield { name, bytes: found.size };
  }
}

async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** The system copies the bytes, so they never pass through this process. */
async function copyDurably(from: string, path: string): Promise<void> {
  await copyFile(from, path, constants.COPYFILE_EXCL);
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function ifThere<Value>(value: Promise<Value>): Promise<Value | undefined> {
  return await value.catch((error: unknown) => {
    if (Object(error).code === 'ENOENT') return undefined;
    throw error;
  });
}
