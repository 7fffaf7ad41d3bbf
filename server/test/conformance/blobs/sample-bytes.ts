import type { BlobKey, BlobReading } from '../../../src/blobs/blob-store.ts';
import { createIds } from '../../../src/platform/ids.ts';

const newId = createIds({ now: () => Date.now() });

export function newKey(group = 'p_sample'): BlobKey {
  return { group, id: newId() };
}

/** Bytes that depend on their position, so that shifted or repeated pieces are noticed. */
export function sampleBytes(size: number, seed = 0): Uint8Array {
  const bytes = new Uint8Array(size);
  for (let at = 0; at < size; at += 1) bytes[at] = (at * 31 + (at >> 8) * 7 + (at >> 16) + seed) & 0xff;
  return bytes;
}

/** A stream of the bytes in pieces; each piece is valid only until the next one is requested. */
export async function* inPieces(bytes: Uint8Array, pieceBytes = 65_536): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += pieceBytes) {
    await new Promise((resolve) => setImmediate(resolve));
    const lent = bytes.slice(from, from + pieceBytes);
    yield lent;
    lent.fill(0);
  }
}

export async function bytesOf(reading: BlobReading | undefined): Promise<Uint8Array | undefined> {
  if (reading === undefined) return undefined;
  const pieces: Uint8Array[] = [];
  for await (const piece of reading.bytes) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** Compares without a diff: megabytes of differences are not worth printing. */
export function isSame(left: Uint8Array | undefined, right: Uint8Array): boolean {
  return left !== undefined && Buffer.compare(left, right) === 0;
}
