/**
 * Identifies one blob. `group` is the store of a project (`StoreName`), `id` a UUIDv7 that is used only once: a blob never changes.
 * User-chosen names are never part of a key.
 */
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
  /** The size of the whole blob in bytes. */
  readonly size: number;
  /**
   * Yields all bytes or fails, never a shorter body. The consumer owns the pieces. Releases all resources at the end and when the
   * consumer returns.
   */
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
   * Stores the whole stream with bounded memory, no faster than it can be written; a piece's memory may be reused once the next piece is
   * requested. When it resolves, the blob is durable and readable under its key. When it rejects, the stream fails or the signal aborts,
   * nothing is left. Errors of the stream and the signal's reason are rethrown unchanged. A process that dies leaves at most what `sweep`
   * finds.
   */
  put(key: BlobKey, bytes: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<StoredBlob>;
  /** Undefined when there is no such blob. A reading in progress continues even if the blob is deleted. */
  read(key: BlobKey, range?: ByteRange): Promise<BlobReading | undefined>;
  /**
   * Writes the whole blob to a new file at `path` without passing its bytes through the caller. Returns its size, or undefined when there
   * is no such blob. A blob larger than `bytesMax` is not written. If it rejects, a partial file may remain.
   */
  copyTo(key: BlobKey, path: string, bytesMax: number): Promise<number | undefined>;
  /** Missing blobs are not an error. */
  delete(keys: readonly BlobKey[]): Promise<void>;
  deleteGroup(group: string): Promise<void>;
  /**
   * Deletes blobs that dead processes and interrupted requests left: those older than `graceMs` that `isKept` does not
   * return. Keeps blobs that this process put in the last day and neither confirmed nor deleted, so with a single
   * process `graceMs` 0 is safe.
   */
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
