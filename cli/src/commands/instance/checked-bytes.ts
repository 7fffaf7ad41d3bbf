import { createHash } from 'node:crypto';
import { failed } from '../../outcome/failure.ts';
import type { Place, SavedBytes } from './place.ts';

/** The bytes of a saved object. Throws when they are missing, and at the end when they differ from the saved ones. */
export async function checkedBytes(
  place: Place,
  { file, bytes, sha256 }: SavedBytes & { readonly file: string },
): Promise<AsyncIterable<Uint8Array>> {
  const found = await place.get(file);
  if (found === undefined) throw failed(`${file} is missing from ${place.shownName}.`, 'missing');
  if (found.size !== bytes) throw failed(`${file} has ${found.size} bytes; it was saved with ${bytes}.`, 'checksum');
  return verified(found.bytes, file, sha256);
}

/** Holds the last piece back until the hash of all is known, so a receiver never gets a damaged object completely. */
async function* verified(bytes: AsyncIterable<Uint8Array>, file: string, sha256: string): AsyncGenerator<Uint8Array> {
  const digest = createHash('sha256');
  let held: Uint8Array | undefined;
  for await (const piece of bytes) {
    if (held !== undefined) yield held;
    digest.update(piece);
    held = piece;
  }
  if (digest.digest('hex') !== sha256) throw failed(`${file} was changed since it was saved.`, 'checksum');
  if (held !== undefined) yield held;
}
