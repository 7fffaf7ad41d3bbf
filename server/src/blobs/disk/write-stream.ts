import type { FileHandle } from 'node:fs/promises';
import { untilAborted } from '../../platform/iterate.ts';
import { onDisk } from './disk-failure.ts';

/** What is gathered before it is written: large writes cost less, and two of these are all the memory a stream takes. */
const BATCH_BYTES = 256 * 1024;
/** A stream of tiny pieces is not gathered for ever. */
const BATCH_PIECES = 64;

interface WriteOptions {
  readonly signal?: AbortSignal | undefined;
  /** Told how many bytes can be read back from the file. */
  readonly onWritten?: (bytes: number) => void;
}

/** Writes a stream to the end of a file, gathering the next pieces while the last are written. Gives how many bytes. */
export async function writeStream(
  file: FileHandle,
  bytes: AsyncIterable<Uint8Array>,
  { signal, onWritten }: WriteOptions,
): Promise<number> {
  let size = 0;
  let batch: Uint8Array[] = [];
  let batchBytes = 0;
  let writing: Promise<void> = Promise.resolve();
  const flush = async (): Promise<void> => {
    await writing;
    const written = size;
    writing = writeAll(file, batch).then(() => onWritten?.(written));
    // Awaited before the next write; until then a failure must not count as unhandled.
    writing.catch(() => undefined);
    batch = [];
    batchBytes = 0;
  };
  try {
    for await (const piece of untilAborted(bytes, signal)) {
      if (piece.length === 0) continue;
      size += piece.length;
      batchBytes += piece.length;
      batch.push(piece);
      if (batchBytes >= BATCH_BYTES || batch.length >= BATCH_PIECES) await flush();
    }
    if (batch.length > 0) await flush();
  } finally {
    await writing;
  }
  return size;
}

/** A disk that becomes full takes a part of a write before it refuses the rest. */
async function writeAll(file: FileHandle, pieces: readonly Uint8Array[]): Promise<void> {
  let rest = pieces;
  while (rest.length > 0) {
    const { bytesWritten } = await onDisk(file.writev([...rest]));
    rest = after(rest, bytesWritten);
  }
}

function after(pieces: readonly Uint8Array[], written: number): readonly Uint8Array[] {
  let left = written;
  for (const [index, piece] of pieces.entries()) {
    if (left < piece.length) return [piece.subarray(left), ...pieces.slice(index + 1)];
    left -= piece.length;
  }
  return [];
}
