/** `group` is a project's `StoreName`, `id` a UUIDv7 used only once. User-chosen names are never part of a key. */
export interface BlobKey {
  readonly group: string;
  readonly id: string;
}

/** An inclusive part of a blob; both ends count from 0. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface BlobReading {
  readonly size: number;
  /** Yields all bytes or fails, never a shorter body. The consumer owns the pieces. Its return releases everything. */
  readonly bytes: AsyncIterable<Uint8Array>;
  /** For callers that never iterate (HEAD, an abort before the first byte). Never fails; may be called at any time. */
  close(): Promise<void>;
}

export interface SweepOptions {
  /** Returns the ids that committed data refers to; called with up to 500 keys at a time. */
  readonly isKept: (keys: readonly BlobKey[]) => Promise<ReadonlySet<string>>;
  readonly graceMs: number;
  /** `recent`: checks only blobs that were put recently and not confirmed, so its cost does not depend on the stored total. */
  readonly scope: 'recent' | 'all';
}

export interface StoredBlob {
  readonly size: number;
  readonly sha256: string;
}

export interface BlobStore {
  /**
   * Stores the stream with bounded memory; a piece's memory may be reused once the next one is requested. Resolves when
   * the blob is durable and readable. On an abort or failure nothing is left, and the stream's error or the signal's
   * reason is rethrown.
   */
  put(key: BlobKey, bytes: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<StoredBlob>;
  /** Undefined when there is no such blob. A reading in progress continues even if the blob is deleted. */
  read(key: BlobKey, range?: ByteRange): Promise<BlobReading | undefined>;
  /** Writes a new file and returns its size. Blobs above `bytesMax` are not written. A rejection may leave a part. */
  copyTo(key: BlobKey, path: string, bytesMax: number): Promise<number | undefined>;
  delete(keys: readonly BlobKey[]): Promise<void>;
  deleteGroup(group: string): Promise<void>;
  /** Deletes blobs older than `graceMs` that `isKept` does not return, but none that this process may yet commit. */
  sweep(options: SweepOptions): Promise<{ readonly deleted: number }>;
  /** The caller has committed a reference to the blob, so sweeps of recent blobs may skip it. Never fails. */
  confirm(key: BlobKey): void;
  /** A URL at which anyone can read the blob for a limited time; undefined when the store has none (a disk). */
  presign?(
    key: BlobKey,
    options: { readonly expiresInSeconds: number; readonly headers: Readonly<Record<string, string>> },
  ): Promise<string>;
  close(): Promise<void>;
}

export type BlobErrorKind = 'storage_full' | 'unavailable';

/** The store failed, not the caller. */
export class BlobError extends Error {
  readonly kind: BlobErrorKind;

  constructor(kind: BlobErrorKind, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'BlobError';
    this.kind = kind;
  }
}
