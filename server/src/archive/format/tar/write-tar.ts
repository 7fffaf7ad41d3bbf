import { BLOCK_BYTES, encodeTarHeader } from './tar-header.ts';

export interface TarEntry {
  readonly name: string;
  readonly size: number;
  /** Yields exactly `size` bytes. Called only when the entry's turn comes. */
  open(): AsyncIterable<Uint8Array>;
}

const END_BYTES = 2 * BLOCK_BYTES;

export function tarBytes(entries: Iterable<Pick<TarEntry, 'size'>>): number {
  let bytes = END_BYTES;
  for (const { size } of entries) bytes += BLOCK_BYTES + size + paddingBytes(size);
  return bytes;
}

/** The bytes of a tar. Throws when an entry's size differs from the announced one. */
export async function* writeTar(entries: Iterable<TarEntry> | AsyncIterable<TarEntry>): AsyncGenerator<Uint8Array> {
  for await (const entry of entries) {
    const { name, size } = entry;
    yield encodeTarHeader(name, size);
    let written = 0;
    for await (const piece of entry.open()) {
      written += piece.byteLength;
      if (written > size) break;
      yield piece;
    }
    if (written !== size) throw new Error(`${name} has another size than ${size} bytes`);
    if (paddingBytes(size) > 0) yield new Uint8Array(paddingBytes(size));
  }
  yield new Uint8Array(END_BYTES);
}

export function paddingBytes(size: number): number {
  return (BLOCK_BYTES - (size % BLOCK_BYTES)) % BLOCK_BYTES;
}
