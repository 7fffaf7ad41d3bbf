import { type FileHandle, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BlobReading, ByteRange } from '../../../blobs/index.ts';
import type { BackupTarget } from './backup-target.ts';

const PIECE_BYTES = 256 * 1024;
/** Behind the name of a file that is being written. */
const PART = '.part';

/** A folder for each project. A file gets its name when all its bytes are on the disk for good. */
export function createFileTarget(directory: string): BackupTarget {
  const pathOf = (project: string, file: string): string => join(directory, project, file);
  return {
    async put(project, file, bytes) {
      const path = pathOf(project, file);
      await mkdir(join(directory, project), { recursive: true, mode: 0o700 });
      try {
        await writeDurably(path + PART, bytes);
        await rename(path + PART, path);
        await syncFolder(join(directory, project));
      } catch (error) {
        await rm(path + PART, { force: true });
        throw error;
      }
    },
    read: (project, file, range) => readFile(pathOf(project, file), range),
    async list(project) {
      const names = await readdir(join(directory, project)).catch((error: unknown) => {
        if (isMissing(error)) return [];
        throw error;
      });
      return names.sort();
    },
    delete: (project, file) => rm(pathOf(project, file), { force: true }),
    close: async () => undefined,
  };
}

async function writeDurably(path: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    // The file may have been there, from a process that died, with another mode.
    await file.chmod(0o600);
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

async function readFile(path: string, range: ByteRange | undefined): Promise<BlobReading | undefined> {
  const file = await open(path, 'r').catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  if (file === undefined) return undefined;
  const { size } = await file.stat();
  return {
    size,
    bytes: pieces(file, range?.start ?? 0, Math.min(range === undefined ? size : range.end + 1, size)),
    close: () => file.close(),
  };
}

async function* pieces(file: FileHandle, start: number, end: number): AsyncGenerator<Uint8Array> {
  try {
    for (let at = start; at < end; ) {
      const buffer = Buffer.allocUnsafeSlow(Math.min(PIECE_BYTES, end - at));
      const { bytesRead } = await file.read(buffer, 0, buffer.byteLength, at);
      if (bytesRead === 0) throw new Error('A backup became shorter while it was read.');
      at += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
