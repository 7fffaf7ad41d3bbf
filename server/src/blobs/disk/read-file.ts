import { type FileHandle, open } from 'node:fs/promises';
import { BlobError, type BlobReading, type ByteRange } from '../blob-store.ts';
import { createReading } from '../create-reading.ts';
import { ifThere, onDisk } from './disk-failure.ts';

const PIECE_BYTES = 128 * 1024;

/** Opens a file for streaming; undefined when there is none. The reading continues even if the file is deleted. */
export async function readFile(path: string, range?: ByteRange): Promise<BlobReading | undefined> {
  const file = await ifThere(open(path, 'r'));
  if (file === undefined) return undefined;
  try {
    const { size } = await onDisk(file.stat());
    const end = Math.min(range === undefined ? size : range.end + 1, size);
    const pieces = () => readPieces(file, range?.start ?? 0, end);
    return createReading(size, { pieces, release: () => file.close() });
  } catch (error) {
    await file.close().catch(() => undefined);
    throw error;
  }
}

async function* readPieces(file: FileHandle, start: number, end: number): AsyncGenerator<Uint8Array> {
  let position = start;
  let coming = readPiece(file, position, end);
  while (position < end) {
    const piece = await coming;
    position += piece.length;
    coming = readPiece(file, position, end);
    // Awaited in the next round, which may never come.
    coming.catch(() => undefined);
    yield piece;
  }
}

async function readPiece(file: FileHandle, position: number, end: number): Promise<Uint8Array> {
  if (position >= end) return new Uint8Array();
  const buffer = Buffer.allocUnsafeSlow(Math.min(PIECE_BYTES, end - position));
  const { bytesRead } = await onDisk(file.read(buffer, 0, buffer.length, position));
  if (bytesRead === 0) throw new BlobError('unavailable', 'A blob has become shorter.');
  return buffer.subarray(0, bytesRead);
}
