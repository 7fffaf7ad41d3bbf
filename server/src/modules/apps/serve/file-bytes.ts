import { type BlobReading, type BlobStore, type ByteRange, storageError } from '../../../blobs/index.ts';
import type { StoreName } from '../../../database/index.ts';
import { createBoundedCache } from '../../../platform/bounded-cache.ts';
import { ServiceError } from '../../../platform/errors.ts';
import { type MaybePromise, whenReady } from '../../../platform/when-ready.ts';
import type { DeployedFile } from '../deployments-store.ts';
import type { Encoding } from './encoding-policy.ts';

const KEPT_BYTES_MAX = 256 * 1024;
const ALL_BYTES_MAX = 64 * 1024 * 1024;
/** Cost of an entry besides its bytes; it bounds the number of empty files. */
const ENTRY_BYTES = 200;
const NOTHING = new Uint8Array();

export interface FileBytes {
  /** A short form is returned whole, without a promise when it is in memory; a longer one or a range is streamed. */
  read(store: StoreName, file: DeployedFile, form: Form): MaybePromise<Uint8Array | AsyncIterable<Uint8Array>>;
}

export interface Form {
  readonly encoding: Encoding;
  readonly range?: ByteRange | undefined;
}

export function sizeOf({ size, brSize, gzipSize }: DeployedFile, encoding: Encoding): number {
  return encoding === 'br' ? brSize : encoding === 'gzip' ? gzipSize : size;
}

export function createFileBytes(blobs: BlobStore): FileBytes {
  const cache = createBoundedCache<string, Uint8Array>({
    bytesMax: ALL_BYTES_MAX,
    bytesOf: ({ byteLength }) => ENTRY_BYTES + byteLength,
  });
  const whole = (store: StoreName, file: DeployedFile, encoding: Encoding): MaybePromise<Uint8Array> =>
    cache.get(`${file.blobId} ${encoding}`, () => readAll(blobs, store, file, encoding));

  return {
    read(store, file, { encoding, range }) {
      if (sizeOf(file, encoding) > KEPT_BYTES_MAX) return open(blobs, store, file, { encoding, range });
      if (range === undefined) return whole(store, file, encoding);
      return whenReady(whole(store, file, encoding), (all) => all.subarray(range.start, range.end + 1));
    },
  };
}

async function readAll(
  blobs: BlobStore,
  store: StoreName,
  file: DeployedFile,
  encoding: Encoding,
): Promise<Uint8Array> {
  if (sizeOf(file, encoding) === 0) return NOTHING;
  const pieces: Uint8Array[] = [];
  for await (const piece of await open(blobs, store, file, { encoding })) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function open(
  blobs: BlobStore,
  store: StoreName,
  file: DeployedFile,
  { encoding, range }: Form,
): Promise<AsyncIterable<Uint8Array>> {
  const { size, brSize } = file;
  const from = encoding === 'br' ? size : encoding === 'gzip' ? size + brSize : 0;
  const { start, end } = range ?? { start: 0, end: sizeOf(file, encoding) - 1 };
  try {
    const reading = await blobs.read({ group: store, id: file.blobId }, { start: from + start, end: from + end });
    if (reading !== undefined) return piecesOf(reading);
  } catch (error) {
    throw storageError(error);
  }
  throw new ServiceError('unavailable', 'The file cannot be read at the moment. Try again shortly.');
}

async function* piecesOf({ bytes }: BlobReading): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes;
  } catch (error) {
    throw storageError(error);
  }
}
