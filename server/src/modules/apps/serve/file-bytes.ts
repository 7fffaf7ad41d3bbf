import { type BlobReading, type BlobStore, type ByteRange, storageError } from '../../../blobs/index.ts';
import type { StoreName } from '../../../database/database.ts';
import { ServiceError } from '../../../platform/errors.ts';
import { type MaybePromise, whenReady } from '../../../platform/when-ready.ts';
import type { DeployedFile } from '../deployments-store.ts';
import type { Encoding } from './encoding-policy.ts';

/** Longer ones are read from the store each time. */
const KEPT_BYTES_MAX = 256 * 1024;
const ALL_BYTES_MAX = 64 * 1024 * 1024;
const NOTHING = new Uint8Array();

export interface FileBytes {
  /** The whole of a form where it is short, without a promise when it is in memory; else a part of it as it is read. */
  read(store: StoreName, file: DeployedFile, form: Form): MaybePromise<Uint8Array | AsyncIterable<Uint8Array>>;
}

export interface Form {
  readonly encoding: Encoding;
  /** Of the bytes in this form. */
  readonly range?: ByteRange | undefined;
}

export function sizeOf({ size, brSize, gzipSize }: DeployedFile, encoding: Encoding): number {
  return encoding === 'br' ? brSize : encoding === 'gzip' ? gzipSize : size;
}

/** Reads the bytes of files; short ones stay in memory, the least used forgotten when they are too many. */
export function createFileBytes(blobs: BlobStore): FileBytes {
  const kept = new Map<string, Uint8Array>();
  let bytes = 0;

  const keep = (key: string, whole: Uint8Array): void => {
    if (kept.has(key)) return;
    kept.set(key, whole);
    bytes += whole.byteLength;
    for (const [oldest, { byteLength }] of kept) {
      if (bytes <= ALL_BYTES_MAX) break;
      kept.delete(oldest);
      bytes -= byteLength;
    }
  };

  const whole = (store: StoreName, file: DeployedFile, encoding: Encoding): MaybePromise<Uint8Array> => {
    const key = `${file.blobId} ${encoding}`;
    const known = kept.get(key);
    if (known !== undefined) {
      kept.delete(key);
      kept.set(key, known);
      return known;
    }
    return readAll(blobs, store, file, encoding).then((read) => {
      keep(key, read);
      return read;
    });
  };

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
