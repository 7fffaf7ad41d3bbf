import { type BlobKey, type ByteRange, storageError } from '../../../blobs/index.ts';
import { ServiceError } from '../../../platform/errors.ts';
import { readImageSize } from '../images/index.ts';
import { blobKey, type StorageContext, type Target } from '../storage-context.ts';
import { detectType, SAMPLE_BYTES } from './detect-type.ts';

export const FILE_BYTES_MAX = 52_428_800;

/** A file whose bytes are stored, but which no row refers to yet. */
export interface ReceivedFile {
  readonly id: string;
  readonly filename: string;
  readonly size: number;
  readonly mimeType: string;
  readonly checksumSha256: string;
  readonly width: number | null;
  readonly height: number | null;
}

export interface FileBytes {
  readonly filename: string;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** Stores the bytes while measuring them. When it throws, nothing of the file remains. */
export async function receiveFile(
  context: StorageContext,
  { project }: Pick<Target, 'project'>,
  { filename, bytes }: FileBytes,
  signal?: AbortSignal,
): Promise<ReceivedFile> {
  const id = context.ids();
  const key = blobKey(project, id);
  const measure = new Measure(bytes);
  try {
    const stored = await context.blobs.put(key, measure.bytes(), signal);
    const mimeType = await detectType(measure.sample(), measure.size <= SAMPLE_BYTES);
    const size = await readImageSize(mimeType, (range) => readRange(context, key, range, measure));
    return {
      id,
      filename,
      size: stored.size,
      mimeType,
      checksumSha256: stored.sha256,
      width: size?.width ?? null,
      height: size?.height ?? null,
    };
  } catch (error) {
    await discard(context, { project }, [id]);
    throw storageError(error);
  }
}

/** Deletes stored bytes that no row will refer to. A sweep deletes what cannot be deleted now. */
export async function discard(
  { blobs }: StorageContext,
  { project }: Pick<Target, 'project'>,
  ids: readonly string[],
): Promise<void> {
  try {
    await blobs.delete(ids.map((id) => blobKey(project, id)));
  } catch {
    // The caller reports the original failure, not this one.
  }
}

class Measure {
  readonly #source: AsyncIterable<Uint8Array>;
  readonly #sample: Uint8Array[] = [];
  size = 0;

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source;
  }

  async *bytes(): AsyncGenerator<Uint8Array> {
    for await (const piece of this.#source) {
      if (this.size < SAMPLE_BYTES) this.#sample.push(Buffer.from(piece.subarray(0, SAMPLE_BYTES - this.size)));
      this.size += piece.byteLength;
      if (this.size > FILE_BYTES_MAX) throw fileTooLarge();
      yield piece;
    }
  }

  sample(): Uint8Array {
    return Buffer.concat(this.#sample);
  }
}

/** Reads from the sample where possible, so that most images are not read twice. */
async function readRange(
  { blobs }: StorageContext,
  key: BlobKey,
  range: ByteRange,
  measure: Measure,
): Promise<Uint8Array> {
  const sample = measure.sample();
  if (range.end < sample.byteLength || measure.size <= sample.byteLength) {
    return sample.subarray(range.start, range.end + 1);
  }
  if (range.start >= measure.size) return Buffer.alloc(0);
  const reading = await blobs.read(key, { start: range.start, end: Math.min(range.end, measure.size - 1) });
  const pieces: Uint8Array[] = [];
  if (reading !== undefined) for await (const piece of reading.bytes) pieces.push(piece);
  return Buffer.concat(pieces);
}

export function fileTooLarge(): ServiceError {
  return new ServiceError('file_too_large', `A file may have at most ${FILE_BYTES_MAX} bytes (50 MB).`);
}
