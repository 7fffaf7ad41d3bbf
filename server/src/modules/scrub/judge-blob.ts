import { createHash } from 'node:crypto';
import type { BlobKey, BlobStore } from '../../blobs/index.ts';
import type { ExpectedBlob } from './expected-blob.ts';

export type Damage = 'missing' | 'other_size' | 'other_bytes';

/** Told how many bytes were read; resolves when more may be. */
export type Pace = (bytes: number) => Promise<void>;

/** Reads a blob whole. Undefined: it is what it was. Rejects when the store does not answer. */
export async function judgeBlob(
  blobs: Pick<BlobStore, 'read'>,
  key: BlobKey,
  { size, sha256, hashedBytes }: ExpectedBlob,
  pace: Pace,
): Promise<Damage | undefined> {
  const reading = await blobs.read(key);
  if (reading === undefined) return 'missing';
  try {
    if (reading.size !== size) return 'other_size';
    const hash = createHash('sha256');
    let left = hashedBytes;
    for await (const piece of reading.bytes) {
      const hashed = piece.subarray(0, left);
      hash.update(hashed);
      left -= hashed.length;
      await pace(piece.length);
    }
    return hash.digest('hex') === sha256 ? undefined : 'other_bytes';
  } finally {
    await reading.close();
  }
}
