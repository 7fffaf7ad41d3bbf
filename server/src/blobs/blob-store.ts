/**
 * Where the bytes of one blob are. `group` is the store of a project (`StoreName`), `id` a UUIDv7 that is used once: a
 * blob never changes. Names that people choose are never part of it.
 */
export interface BlobKey {
  readonly group: string;
  readonly id: string;
}

/** A part of a blob: the bytes from `start` up to and with `end`, both from 0. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface BlobReading {
  /** Of the whole blob, in bytes. */
  readonly size: number;
  /**
   * All of them or an error, never a shorter body; the pieces belong to the consumer. Lets go of everything at the end and
   * when the consumer returns.
   */
  readonly bytes: AsyncIterable<Uint8Array>;
  /** For who does not iterate at all (HEAD, an abort before the first byte). Never fails; may be called at any time. */
  close(): Promise<void>;
}

export interface SweepOptions {
  /** The ids of those that something committed refers to; asked for up to 500 keys at a time. */
  readonly isKept: (keys: readonly BlobKey[]) => Promise<ReadonlySet<string>>;
  readonly graceMs: number;
  /** `recent`: only what was put lately and never confirmed; costs nothing for what is stored for good. */
  readonly scope: 'recent' | 'all';
}

export interface StoredBlob {
  /** In bytes. */
  readonly size: number;
  /** Of its bytes, in hexadecimal. */
  readonly sha256: string;
}

/** Keeps bytes: on a disk or in an object store. Failures are `BlobError`. */
export interface BlobStore {
  /**
   * Takes the whole stream with bounded memory, no faster than it can be stored; a piece is done with when the next is
   * asked for. Durable when it resolves, and then to be read under its key; if it rejects, or the stream fails, or the
   * signal aborts, nothing is left. What the stream throws and the reason of the signal come out as they are. A process
   * that dies leaves at most what `sweep` finds.
   */
  put(key: BlobKey, bytes: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<StoredBlob>;
  /** Undefined when there is no such blob. A reading that has begun goes on though the blob is deleted meanwhile. */
  read(key: BlobKey, range?: ByteRange): Promise<BlobReading | undefined>;
  /**
   * Writes the whole blob into a new file at `path`, without its bytes passing through the caller. Gives its size, or
   * undefined when there is no such blob; one of more than `bytesMax` is not written. If it rejects, a part may be there.
   */
  copyTo(key: BlobKey, path: string, bytesMax: number): Promise<number | undefined>;
  /** Missing ones are no error. */
  delete(keys: readonly BlobKey[]): Promise<void>;
  /** Deletes all blobs of a group. */
  deleteGroup(group: string): Promise<void>;
  /**
   * Deletes what dead processes and interrupted requests left: blobs that `isKept` does not name, older than `graceMs`.
   * Blobs put by this process in the last day and neither confirmed nor deleted are left alone; with one process 0 is safe.
   */
  sweep(options: SweepOptions): Promise<{ readonly deleted: number }>;
  /** The caller has committed what refers to the blob: the sweep of recent ones need not look at it. Never fails. */
  confirm(key: BlobKey): void;
  /** An address at which anybody may read the blob for a while; undefined when the store has none (a disk). */
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
