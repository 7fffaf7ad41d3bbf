import type { FileHandle } from 'node:fs/promises';
import { BlobError, type BlobReading } from '../blob-store.ts';
import { onDisk } from './disk-failure.ts';

/** A piece is read ahead while the last is on its way. */
const PIECE_BYTES = 128 * 1024;

/** The bytes of an open file from `start` up to `end` (without it). The file belongs to the reading, which closes it. */
export function openFileReading(file: FileHandle, size: number, start = 0, end = size): BlobReading {
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closing ??= file.close().catch(() => undefined);
    return closing;
  };
  const bytes: AsyncIterable<Uint8Array> = {
    [Symbol.asyncIterator]() {
      const pieces = readPieces(file, start, end);
      return {
        async next() {
          const result = await pieces.next().catch(async (error: unknown) => {
            await close();
            throw error;
          });
          if (result.done === true) await close();
          return result;
        },
        async return() {
          await close();
          return { done: true, value: undefined };
        },
      };
    },
  };
  return { size, bytes, close };
}

async function* readPieces(file: FileHandle, start: number, end: number): AsyncGenerator<Uint8Array, undefined> {
  let position = start;
  let coming = readPiece(file, position, end);
  while (position < end) {
    const piece = await coming;
    position += piece.length;
    coming = readPiece(file, position, end);
    // Awaited in the next round, which may not come.
    coming.catch(() => undefined);
    yield piece;
  }
  return undefined;
}

async function readPiece(file: FileHandle, position: number, end: number): Promise<Uint8Array> {
  if (position >= end) return new Uint8Array();
  const buffer = Buffer.allocUnsafeSlow(Math.min(PIECE_BYTES, end - position));
  const { bytesRead } = await onDisk(file.read(buffer, 0, buffer.length, position));
  if (bytesRead === 0) throw new BlobError('unavailable', 'A blob is shorter than it was.');
  return buffer.subarray(0, bytesRead);
}
