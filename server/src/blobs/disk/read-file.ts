import { type FileHandle, open } from 'node:fs/promises';
import { BlobError, type BlobReading, type ByteRange } from '../blob-store.ts';
import { ifThere, onDisk } from './disk-failure.ts';

/** A piece is read ahead while the last is on its way. */
const PIECE_BYTES = 128 * 1024;

/** Node ends the process when it collects an open file: a reading that somebody drops unread must not come to that. */
const forgotten = new FinalizationRegistry((file: FileHandle) => {
  file.close().catch(() => undefined);
});

/** Opens a file to be streamed; undefined when there is none. It goes on though the file is deleted meanwhile. */
export async function readFile(path: string, range?: ByteRange): Promise<BlobReading | undefined> {
  const file = await ifThere(open(path, 'r'));
  if (file === undefined) return undefined;
  try {
    const { size } = await onDisk(file.stat());
    const end = Math.min(range === undefined ? size : range.end + 1, size);
    return readingOf(file, { size, start: range?.start ?? 0, end });
  } catch (error) {
    await file.close().catch(() => undefined);
    throw error;
  }
}

/** `end` is the first byte that is not wanted. The file belongs to the reading, which closes it. */
function readingOf(
  file: FileHandle,
  { size, start, end }: { readonly size: number; readonly start: number; readonly end: number },
): BlobReading {
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => {
    forgotten.unregister(file);
    closing ??= file.close().catch(() => undefined);
    return closing;
  };
  // Whoever can still read holds `close`.
  forgotten.register(close, file, file);
  const iterate = (): AsyncIterator<Uint8Array> => {
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
  };
  return { size, bytes: { [Symbol.asyncIterator]: iterate }, close };
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
