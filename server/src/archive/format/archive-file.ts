import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Manifest } from './format.ts';
import { readEnd } from './manifest.ts';
import { BLOCK_BYTES, decodeTarHeader } from './tar/tar-header.ts';
import { type ArchiveVisitor, walkArchive } from './walk-archive.ts';

const PIECE_BYTES = 256 * 1024;
/** `end.json` with its header, its padding and the end of the tar. */
const TAIL_BYTES = 4 * BLOCK_BYTES;

/** Walks an archive file like `walkArchive`, but detects a changed manifest before anything else. */
export async function walkArchiveFile(path: string, visitor: ArchiveVisitor = {}): Promise<Manifest> {
  const known = await readManifestSha256(path);
  return await walkArchive(createReadStream(path, { highWaterMark: PIECE_BYTES }), visitor, known);
}

async function readManifestSha256(path: string): Promise<string | undefined> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    if (size < TAIL_BYTES) return undefined;
    const tail = Buffer.alloc(TAIL_BYTES);
    await file.read(tail, 0, TAIL_BYTES, size - TAIL_BYTES);
    const header = decodeTarHeader(tail.subarray(0, BLOCK_BYTES));
    if (header.kind !== 'entry' || header.name !== 'end.json' || header.size > BLOCK_BYTES) return undefined;
    return readEnd(tail.subarray(BLOCK_BYTES, BLOCK_BYTES + header.size))?.manifest_sha256;
  } finally {
    await file.close();
  }
}
