import { type FileHandle, mkdir, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { ifThere, onDisk } from '../disk/disk-failure.ts';

const PIECE_BYTES = 128 * 1024;

/** A file without a name: the system removes it when the process ends, however it ends. */
export async function openTemporaryFile(directory: string, name: string): Promise<FileHandle> {
  const path = join(directory, `${process.pid}-${name.replaceAll('/', '-')}`);
  const make = async (): Promise<FileHandle> => {
    const file = await open(path, 'wx+', 0o600);
    try {
      await unlink(path);
      return file;
    } catch (error) {
      await file.close();
      throw error;
    }
  };
  const file = await ifThere(make());
  if (file !== undefined) return file;
  await onDisk(mkdir(directory, { recursive: true, mode: 0o700 }));
  return onDisk(make());
}

/**
 * Sends a part of the file up to `end`, exclusive; each try needs a new body. Rejects when the file cannot be read: the
 * SDK handles no error of a body, and without a listener that error would end the process.
 */
export async function sendTemporaryFile<Answer>(
  file: FileHandle,
  { start, end }: { readonly start: number; readonly end: number },
  send: (body: Readable) => Promise<Answer>,
): Promise<Answer> {
  const body = Readable.from(pieces(file, start, end), { objectMode: false });
  const failed = new Promise<never>((_resolve, reject) => body.on('error', reject));
  try {
    return await Promise.race([send(body), failed]);
  } finally {
    body.destroy();
  }
}

async function* pieces(file: FileHandle, start: number, end: number): AsyncGenerator<Uint8Array> {
  for (let at = start; at < end; ) {
    const buffer = Buffer.allocUnsafeSlow(Math.min(PIECE_BYTES, end - at));
    const { bytesRead } = await onDisk(file.read(buffer, 0, buffer.length, at));
    if (bytesRead === 0) return;
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}
