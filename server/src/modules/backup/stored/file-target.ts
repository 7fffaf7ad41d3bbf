import { access, constants, type FileHandle, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readFile } from '../../../blobs/index.ts';
import { ServiceError } from '../../../platform/errors.ts';
import { makeFolder } from '../../../platform/make-folder.ts';
import type { BackupTarget } from './backup-target.ts';

/** Folder for incomplete files. No project can have this id. */
const INCOMING = '.incoming';
const MISSING: ReadonlySet<unknown> = new Set(['ENOENT', 'ENOTDIR']);
/** Codes of the system for a folder that cannot be used, such as one on a read-only file system. */
const UNUSABLE: ReadonlySet<unknown> = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'ELOOP']);

/** One folder for each project. A file is moved there only after all its bytes are synced to disk. */
export function createFileTarget(directory: string): BackupTarget {
  const pathOf = (project: string, file: string): string => join(directory, project, file);
  const incoming = join(directory, INCOMING);
  return {
    async check() {
      await makeFolder(incoming);
      await access(incoming, constants.W_OK);
    },
    async put(project, file, bytes) {
      const part = join(incoming, file);
      const source = createSource(bytes);
      try {
        await makeFolder(incoming);
        await writeDurably(part, source.bytes);
        await makeFolder(join(directory, project));
        await rename(part, pathOf(project, file));
      } catch (error) {
        await rm(part, { force: true }).catch(() => undefined);
        throw source.hasFailed() ? error : placeError(error);
      }
      await syncFolder(join(directory, project));
      await syncFolder(directory);
    },
    read: (project, file, range) => readFile(pathOf(project, file), range),
    async list(project) {
      return (await namesIn(join(directory, project))).sort();
    },
    delete: (project, file) => rm(pathOf(project, file), { force: true }),
    async removeLeft(isLeft) {
      for (const file of await namesIn(incoming)) {
        const path = join(incoming, file);
        const found = await ifThere(stat(path));
        if (found !== undefined && (await isLeft(file, found.mtimeMs))) await rm(path, { force: true });
      }
    },
    close: async () => undefined,
  };
}

/** The bytes come from files of the project, whose faults are not those of the place. */
function createSource(bytes: AsyncIterable<Uint8Array>) {
  let hasFailed = false;
  async function* reading(): AsyncGenerator<Uint8Array> {
    try {
      yield* bytes;
    } catch (error) {
      hasFailed = true;
      throw error;
    }
  }
  return { bytes: reading(), hasFailed: () => hasFailed };
}

/** The members of a project learn what is wrong, but not the folder, which only the log names. */
function placeError(error: unknown): unknown {
  if (!(error instanceof Error && 'code' in error && UNUSABLE.has(error.code))) return error;
  const sentence = 'The folder that keeps the backups cannot be written to; the log of the server says why.';
  return new ServiceError('unavailable', sentence, { cause: error });
}

async function namesIn(directory: string): Promise<string[]> {
  return (await ifThere(readdir(directory))) ?? [];
}

async function writeDurably(path: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const piece of bytes) await writeWhole(file, piece);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function writeWhole(file: FileHandle, piece: Uint8Array): Promise<void> {
  for (let at = 0; at < piece.byteLength; ) at += (await file.write(piece, at)).bytesWritten;
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
    if (error instanceof Error && 'code' in error && MISSING.has(error.code)) return undefined;
    throw error;
  });
}
