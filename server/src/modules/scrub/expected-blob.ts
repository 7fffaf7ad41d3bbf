import type { StoreName } from '../../database/database.ts';

/** A blob that something committed refers to, and what it must be. */
export interface ExpectedBlob {
  readonly id: string;
  /** Of the whole blob, in bytes. */
  readonly size: number;
  /** In hexadecimal, of the first `hashedBytes`. */
  readonly sha256: string;
  readonly hashedBytes: number;
}

/** Blobs of projects that one component keeps. */
export interface ExpectedBlobs {
  /** That they are known from; stores without it have none of them. */
  readonly table: string;
  /** In the order of ids, those after one. */
  list(store: StoreName, afterId: string, limit: number): Promise<readonly ExpectedBlob[]>;
}
