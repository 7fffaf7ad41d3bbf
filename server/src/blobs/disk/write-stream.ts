import type { FileHandle } from 'node:fs/promises';
import { freeBytes } from '../../platform/free-bytes.ts';
import { untilAborted } from '../../platform/iterate.ts';
import { onDisk } from './disk-failure.ts';

/** What is gathered before it is written: large writes cost less, and two of these are all the memory a stream takes. */
const BATCH_BYTES = 128 * 1024;

interface WriteOptions {
  readonly signal?: AbortSignal | undefined;
  /** Told how many bytes can be read back from the file. */
  readonly onWritten?: (bytes: number) => void;
}

/**
 * Writes a stream to the end of a file, gathering the next pieces while the last are written. A piece is copied before
 * the next is asked for, so its memory may then be used again. Gives how many bytes.
 */
export async function writeStream(
  file: FileHandle,
  bytes: AsyncIterable<Uint8Array>,
  { signal, onWritten }: WriteOptions,
): Promise<number> {
  const writer = new BatchWriter(file, onWritten);
  try {
    for await (const piece of untilAborted(bytes, signal)) await writer.write(piece);
    await writer.flush();
  } finally {
    await writer.end();
  }
  return writer.size;
}

class BatchWriter {
  readonly #file: FileHandle;
  readonly #onWritten: WriteOptions['onWritten'];
  #batch = Buffer.allocUnsafeSlow(BATCH_BYTES);
  #filled = 0;
  /** The batch that is being written, or was. */
  #other: Buffer<ArrayBuffer> | undefined;
  #writing: Promise<void> = Promise.resolve();
  size = 0;

  constructor(file: FileHandle, onWritten: WriteOptions['onWritten']) {
    this.#file = file;
    this.#onWritten = onWritten;
  }

  async write(piece: Uint8Array): Promise<void> {
    for (let from = 0; from < piece.length; ) {
      const part = piece.subarray(from, from + BATCH_BYTES - this.#filled);
      this.#batch.set(part, this.#filled);
      this.#filled += part.length;
      this.size += part.length;
      from += part.length;
      if (this.#filled === BATCH_BYTES) await this.flush();
    }
  }

  async flush(): Promise<void> {
    await this.#writing;
    if (this.#filled === 0) return;
    const full = this.#batch;
    const written = this.size;
    this.#writing = writeAll(this.#file, full.subarray(0, this.#filled)).then(() => this.#onWritten?.(written));
    // Awaited before the next write; until then a failure must not count as unhandled.
    this.#writing.catch(() => undefined);
    this.#batch = this.#other ?? Buffer.allocUnsafeSlow(BATCH_BYTES);
    this.#other = full;
    this.#filled = 0;
  }

  /** Waits for what is being written, and throws what became of it. */
  async end(): Promise<void> {
    try {
      await this.#writing;
    } finally {
      freeBytes(this.#batch);
      if (this.#other !== undefined) freeBytes(this.#other);
    }
  }
}

/** A disk that becomes full takes a part of a write before it refuses the rest. */
async function writeAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let written = 0; written < bytes.length; ) {
    const { bytesWritten } = await onDisk(file.write(bytes, written));
    written += bytesWritten;
  }
}
