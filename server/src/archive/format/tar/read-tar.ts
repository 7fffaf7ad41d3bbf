import { DamagedArchive } from '../damage.ts';
import { BLOCK_BYTES, decodeTarHeader } from './tar-header.ts';
import { paddingBytes } from './write-tar.ts';

export interface ReadEntry {
  readonly name: string;
  readonly size: number;
  /** Must be read to its end before `next` is called again. Each piece belongs to the source and is valid until the next one. */
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** Streams a tar and refuses all that `writeTar` would not write. `expected` names the next entry for errors. */
export class TarReader {
  readonly #pieces: AsyncIterator<Uint8Array>;
  readonly #expected: () => string;
  #rest: Uint8Array = new Uint8Array(0);

  constructor(source: AsyncIterable<Uint8Array>, expected: () => string) {
    this.#pieces = source[Symbol.asyncIterator]();
    this.#expected = expected;
  }

  /** Undefined at the end; throws when bytes follow the end. */
  async next(): Promise<ReadEntry | undefined> {
    const header = decodeTarHeader(await this.#take(BLOCK_BYTES));
    if (header.kind === 'damaged') {
      throw new DamagedArchive(
        this.#expected(),
        header.reason,
        'This entry does not have the header of an archive entry.',
      );
    }
    if (header.kind === 'end') {
      await this.#requireEnd();
      return undefined;
    }
    const { name, size } = header;
    return { name, size, bytes: this.#bytes(name, size) };
  }

  async close(): Promise<void> {
    await this.#pieces.return?.();
  }

  async *#bytes(name: string, size: number): AsyncGenerator<Uint8Array> {
    for (let left = size; left > 0; ) {
      if (this.#rest.byteLength === 0 && !(await this.#read())) throw cut(name);
      const piece = this.#rest.subarray(0, left);
      this.#rest = this.#rest.subarray(piece.byteLength);
      left -= piece.byteLength;
      yield piece;
    }
    const padding = await this.#take(paddingBytes(size), name);
    if (padding.some((byte) => byte !== 0)) {
      throw new DamagedArchive(name, 'checksum', 'There are bytes other than zero behind this entry.');
    }
  }

  async #requireEnd(): Promise<void> {
    const second = await this.#take(BLOCK_BYTES);
    if (second.some((byte) => byte !== 0)) {
      throw new DamagedArchive(this.#expected(), 'checksum', 'The archive does not end with zeros.');
    }
    if (this.#rest.byteLength > 0 || (await this.#read())) {
      throw new DamagedArchive('end.json', 'size', 'There are bytes after the end of the archive.');
    }
  }

  async #take(size: number, entry?: string): Promise<Buffer> {
    const block = Buffer.alloc(size);
    for (let filled = 0; filled < size; ) {
      if (this.#rest.byteLength === 0 && !(await this.#read())) throw cut(entry ?? this.#expected());
      const piece = this.#rest.subarray(0, size - filled);
      block.set(piece, filled);
      filled += piece.byteLength;
      this.#rest = this.#rest.subarray(piece.byteLength);
    }
    return block;
  }

  async #read(): Promise<boolean> {
    const { value, done } = await this.#pieces.next();
    if (done === true) return false;
    this.#rest = value;
    return value.byteLength > 0 || (await this.#read());
  }
}

function cut(entry: string): DamagedArchive {
  return new DamagedArchive(entry, 'truncated', 'The archive ends within this entry.');
}
