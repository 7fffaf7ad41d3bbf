import { DamagedArchive } from './damage.ts';
import { DOCUMENT_BYTES_MAX } from './format.ts';
import { BLOCK_BYTES, decodeTarHeader } from './tar/tar-header.ts';

const FIRST = 'manifest.json';

/** Passes pieces on once the first header is a manifest's, so other data is never stored. Throws `DamagedArchive`. */
export async function* judgeHead(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let head: Buffer | undefined = Buffer.alloc(0);
  for await (const piece of pieces) {
    if (head === undefined) yield piece;
    else {
      head = Buffer.concat([head, piece]);
      if (head.byteLength < BLOCK_BYTES) continue;
      requireManifest(head.subarray(0, BLOCK_BYTES));
      yield head;
      head = undefined;
    }
  }
  if (head !== undefined && head.byteLength > 0) yield head;
}

function requireManifest(block: Buffer): void {
  const header = decodeTarHeader(block);
  if (header.kind === 'damaged')
    throw new DamagedArchive(FIRST, header.reason, 'This entry does not have the header of an archive entry.');
  if (header.kind === 'end') throw new DamagedArchive(FIRST, 'truncated', 'The archive is empty.');
  if (header.name !== FIRST) throw new DamagedArchive(FIRST, 'name', 'The first entry is not the manifest.');
  if (header.size > DOCUMENT_BYTES_MAX) throw new DamagedArchive(FIRST, 'size', 'The manifest is too large.');
}
