import type { FileHandle } from 'node:fs/promises';
import { untilAborted } from '../../platform/iterate.ts';
import type { Block, HashThread, StreamHash } from '../../platform/stream-hash/index.ts';
import { onDisk } from './disk-failure.ts';

interface WriteOptions {
  readonly hashThread: HashThread;
  readonly signal?: AbortSignal | undefined;
  /** Called with the number of bytes that can be read back from the file. */
  readonly onWritten?: (bytes: number) => void;
}

export interface WrittenStream {
  readonly size: number;
  readonly sha256: string;
}

/** Fills one memory block while another is written. Copies each piece before it requests the next one. */
export async function writeStream(
  file: FileHandle,
  bytes: AsyncIterable<Uint8Array>,
  { hashThread, signal, onWritten }: WriteOptions,
): Promise<WrittenStream> {
  const writer = new BlockWriter(file, hashThread, onWritten);
  try {
    for await (const piece of untilAborted(bytes, signal)) await writer.write(piece);
    return { sha256: await writer.finish(), size: writer.size };
  } finally {
    await writer.close();
  }
}

class BlockWriter {
  readonly #file: FileHandle;
  readonly #thread: HashThread;
  readonly #hash: StreamHash;
  readonly #onWritten: WriteOptions['onWritten'];
  #block: Block;
  #filled = 0;
  #writing: Promise<void> = Promise.resolve();
  size = 0;

  constructor(file: FileHandle, thread: HashThread, onWritten: WriteOptions['onWritten']) {
    this.#file = file;
    this.#thread = thread;
    this.#hash = thread.start();
    this.#onWritten = onWritten;
    this.#block = thread.takeBlock();
  }

  async write(piece: Uint8Array): Promise<void> {
    for (let from = 0; from < piece.length; ) {
      if (this.#filled === this.#block.length) await this.#turn();
      const part = piece.subarray(from, from + this.#block.length - this.#filled);
      this.#block.set(part, this.#filled);
      this.#filled += part.length;
      this.size += part.length;
      from += part.length;
    }
  }

  async finish(): Promise<string> {
    await this.#writing;
    const rest = this.#block.subarray(0, this.#filled);
    const hashing = this.#hash.end(rest);
    this.#writing = this.#store(rest, hashing);
    await this.#writing;
    return hashing;
  }

  /** Waits for a write in progress, which still needs the memory. `write` and `finish` have already reported its errors. */
  async close(): Promise<void> {
    await this.#writing.catch(() => undefined);
    this.#hash.close();
    this.#thread.giveBlock(this.#block);
  }

  async #turn(): Promise<void> {
    await this.#writing;
    const full = this.#block;
    this.#writing = this.#store(full, this.#hash.add(full)).finally(() => this.#thread.giveBlock(full));
    // Awaited before the next write; until then a failure must not count as unhandled.
    this.#writing.catch(() => undefined);
    this.#block = this.#thread.takeBlock();
    this.#filled = 0;
  }

  async #store(bytes: Block, hashing: Promise<unknown>): Promise<void> {
    const size = this.size;
    const [written] = await Promise.allSettled([writeAll(this.#file, bytes), hashing]);
    if (written.status === 'rejected') throw written.reason;
    await hashing;
    this.#onWritten?.(size);
  }
}

/** Writes in a loop, because a disk that is filling up accepts a part of a write before it refuses the rest. */
async function writeAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let written = 0; written < bytes.length; ) {
    const { bytesWritten } = await onDisk(file.write(bytes, written));
    written += bytesWritten;
  }
}
