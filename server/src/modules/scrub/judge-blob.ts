import { createHash } from 'node:crypto';
import type { BlobKey, BlobStore } from '../../blobs/index.ts';
import type { ExpectedBlob } from './expected-blob.ts';

export type BlobDamage = 'missing' | 'other_size' | 'other_bytes';

export type ReadPace = (bytes: number) => Promise<void>;

/** Undefined when the blob is intact. Rejects when the store does not answer. */
export async function judgeBlob(
  blobs: Pick<BlobStore, 'read'>,
  key: BlobKey,
  { size, sha256, hashedBytes }: ExpectedBlob,
  pace: ReadPace,
): Promise<BlobDamage | undefined> {
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
