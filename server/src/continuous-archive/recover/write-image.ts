import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { freeBuffer } from '../format/free-buffer.ts';
import { IMAGE_PART_BYTES, objectNames } from '../format/names.ts';
import { DamagedObject, type Sealer } from '../format/sealer.ts';
import type { Place } from '../place/place.ts';
import type { NamedImage } from './find-generations.ts';
import type { ObjectOpener } from './object-opener.ts';

const PARTS_AT_ONCE = 4;

export interface ImageSource {
  readonly place: Place;
  readonly sealer: Sealer;
  readonly opener: ObjectOpener;
  readonly onBytes: (bytes: number) => void;
}

/** Writes the file of an image. Throws `DamagedObject` when parts are missing. */
export async function writeImage(source: ImageSource, image: NamedImage, path: string): Promise<void> {
  const content = await openObject(source, image.name);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await open(path, 'w', 0o600);
  try {
    if (image.parts === 0) await file.writeFile(content);
    else await writeParts(source, image, { file, ...readIndex(image.name, content) });
  } finally {
    await file.close();
  }
}

export async function openObject({ place, opener, onBytes }: ImageSource, name: string): Promise<Buffer> {
  const object = await place.get(name);
  if (object === undefined) throw new DamagedObject(name, 'it is missing');
  onBytes(object.length);
  return await opener.open(name, object);
}

async function writeParts(
  source: ImageSource,
  image: NamedImage,
  { file, folder, bytes }: { readonly file: FileHandle; readonly folder: string; readonly bytes: number },
): Promise<void> {
  let [next, written] = [0, 0];
  const writeNext = async (): Promise<void> => {
    while (next < image.parts) {
      const part = next++;
      const content = await openObject(source, objectNames.imagePart(folder, part));
      await file.write(content, 0, content.length, part * IMAGE_PART_BYTES);
      written += content.length;
      freeBuffer(content);
    }
  };
  await Promise.all(Array.from({ length: PARTS_AT_ONCE }, writeNext));
  // The file may have grown during the copy; the commits contain the additions.
  if (written < bytes) throw new DamagedObject(image.name, 'its parts are shorter than the store was');
}

function readIndex(name: string, content: Buffer): { readonly folder: string; readonly bytes: number } {
  try {
    const { parts, bytes } = JSON.parse(content.toString('utf8'));
    if (typeof parts === 'string' && Number.isSafeInteger(bytes)) return { folder: parts, bytes };
  } catch {
    // The caller gets the failure below.
  }
  throw new DamagedObject(name, 'its index cannot be read');
}
